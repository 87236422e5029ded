package io.strandline.change;

import io.strandline.lsn.Lsn;
import java.time.LocalDateTime;

/**
 * A change of the source table's definition, as a capture instance recorded it ({@code
 * sys.sp_cdc_get_ddl_history}, documented).
 *
 * @param lsn of the commit of the statement
 * @param local when it was recorded, server-local
 * @param command the statement's text
 * @param changedType whether the change table's column was altered with it ({@code
 *     required_column_update})
 */
public record DdlChange(Lsn lsn, LocalDateTime local, String command, boolean changedType) {}
