package io.strandline.time;

import io.strandline.lsn.Lsn;
import java.time.LocalDateTime;

/**
 * A row of {@code cdc.lsn_time_mapping}: a commit, or an idle entry, and when it happened.
 *
 * @param lsn commit LSN
 * @param local {@code tran_end_time}, the server's local clock without a zone (measured), in steps
 *     of 1/300 s rounded to milliseconds
 */
public record MappedCommit(Lsn lsn, LocalDateTime local) {}
