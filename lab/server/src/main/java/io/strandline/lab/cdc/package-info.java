/**
 * Change data capture: log sequence numbers, the commit log, the capture job and what it writes.
 *
 * <p>Transactions append to the commit log in commit order; a scan turns log entries into change
 * rows, {@code lsn_time_mapping} rows and DDL history and publishes them as one commit.
 */
@NullMarked
package io.strandline.lab.cdc;

import org.jspecify.annotations.NullMarked;
