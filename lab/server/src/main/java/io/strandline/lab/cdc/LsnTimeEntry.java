package io.strandline.lab.cdc;

import java.time.LocalDateTime;

/**
 * A row of {@code cdc.lsn_time_mapping}.
 *
 * @param beginTime server-local datetime
 * @param endTime server-local datetime of the commit
 * @param tranId 0x00 for a dummy entry
 */
record LsnTimeEntry(
    Lsn startLsn, LocalDateTime beginTime, LocalDateTime endTime, byte[] tranId, Lsn beginLsn) {}
