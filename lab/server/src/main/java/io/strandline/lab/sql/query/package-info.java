/**
 * Binds expressions and queries to a statement's context and runs them row by row.
 *
 * <p>Binding resolves names and types, so that errors of the statement come before its first row.
 */
@NullMarked
package io.strandline.lab.sql.query;

import org.jspecify.annotations.NullMarked;
