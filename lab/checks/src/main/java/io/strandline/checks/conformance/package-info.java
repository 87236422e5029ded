/**
 * The conformance script, run through Microsoft's driver: statements and what SQL Server answers.
 */
@NullMarked
package io.strandline.checks.conformance;

import org.jspecify.annotations.NullMarked;
