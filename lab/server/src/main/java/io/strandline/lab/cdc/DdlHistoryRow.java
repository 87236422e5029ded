package io.strandline.lab.cdc;

import java.time.LocalDateTime;

/**
 * A row of {@code cdc.ddl_history}.
 *
 * @param required whether a captured column's type changed
 * @param time server-local, whole minutes (measured)
 */
public record DdlHistoryRow(
    CaptureInstance instance, boolean required, String command, Lsn lsn, LocalDateTime time) {}
