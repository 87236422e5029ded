/** Which known fact, and which item of the stand-in's grammar, is proved by which test. */
package io.strandline.checks.coverage;
