/** The SQL Server adapter: all statement texts, connections and result sets. */
@NullMarked
package io.strandline.sqlserver;

import org.jspecify.annotations.NullMarked;
