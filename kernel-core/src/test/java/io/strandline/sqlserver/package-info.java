/** Tests of the SQL Server adapter that need no server. */
@NullMarked
package io.strandline.sqlserver;

import org.jspecify.annotations.NullMarked;
