/** Strandline in processes of their own, as users run it. */
package io.strandline.checks.process;
