/** SQL Server's built-in functions, as far as the subset goes. */
@NullMarked
package io.strandline.lab.sql.function;

import org.jspecify.annotations.NullMarked;
