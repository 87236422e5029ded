/** The conformance script against the stand-in. */
package io.strandline.checks.conformance;
