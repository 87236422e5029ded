/**
 * Values of SQL Server's types: names, precedence, comparison, conversion and the errors they
 * raise.
 */
@NullMarked
package io.strandline.lab.sql.type;

import org.jspecify.annotations.NullMarked;
