/**
 * Checks that ask a SQL Server, real or stand-in, whether what the product rests on holds there.
 */
@NullMarked
package io.strandline.checks.check;

import org.jspecify.annotations.NullMarked;
