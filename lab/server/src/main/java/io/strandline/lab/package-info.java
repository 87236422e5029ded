/**
 * A stand-in for a SQL Server with change data capture: a test double and a demo source, not a
 * database.
 *
 * <p>{@link io.strandline.lab.Lab} is the way in. What it does not know it refuses with SQL
 * Server's own error.
 */
@NullMarked
package io.strandline.lab;

import org.jspecify.annotations.NullMarked;
