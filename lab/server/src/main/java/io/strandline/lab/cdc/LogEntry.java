package io.strandline.lab.cdc;

import io.strandline.lab.store.SchemaChange;
import io.strandline.lab.store.Table;
import io.strandline.lab.store.TableSchema;
import java.time.LocalDateTime;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A record of the log that capture looks at. */
sealed interface LogEntry {

  /**
   * A row of a tracked table changed.
   *
   * @param seqval the record's position
   * @param statement number of the statement in its transaction
   * @param before stored values; {@code null} for an insert
   * @param after stored values; {@code null} for a delete
   */
  record RowChange(
      Table table,
      TableSchema schema,
      Lsn seqval,
      int statement,
      @Nullable Object @Nullable [] before,
      @Nullable Object @Nullable [] after)
      implements LogEntry {}

  /** A tracked table's definition changed; {@code time} is server-local. */
  record Definition(Table table, Lsn lsn, String command, SchemaChange change, LocalDateTime time)
      implements LogEntry {}

  /** A capture instance was enabled over these stored rows. */
  record Enabled(CaptureInstance instance, List<@Nullable Object[]> rows) implements LogEntry {}
}
