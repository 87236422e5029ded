/** Positions in a SQL Server's commit history: LSNs, ranges of them and offsets. */
@NullMarked
package io.strandline.lsn;

import org.jspecify.annotations.NullMarked;
