/** Documentation that is executed: what a page shows must work. */
package io.strandline.checks.docs;
