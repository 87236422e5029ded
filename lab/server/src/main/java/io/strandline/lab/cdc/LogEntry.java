package io.strandline.lab.cdc;

import io.strandline.lab.store.SchemaChange;
import io.strandline.lab.store.Table;
import io.strandline.lab.store.TableSchema;
import java.time.LocalDateTime;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A record of the log. */
sealed interface LogEntry {

  /** Whether capture has to look at it; the others are kept for {@link Restore} only. */
  boolean tracked();

  /**
   * A row changed.
   *
   * @param tracked whether the table was captured by then
   * @param seqval the record's position
   * @param statement number of the statement in its transaction
   * @param before stored values; {@code null} for an insert
   * @param after stored values; {@code null} for a delete
   */
  record RowChange(
      Table table,
      TableSchema schema,
      boolean tracked,
      Lsn seqval,
      int statement,
      @Nullable Object @Nullable [] before,
      @Nullable Object @Nullable [] after)
      implements LogEntry {}

  /**
   * A table's definition changed.
   *
   * @param before the definition until then
   * @param time server-local, whole minutes
   */
  record Definition(
      Table table,
      TableSchema before,
      boolean tracked,
      Lsn lsn,
      String command,
      SchemaChange change,
      LocalDateTime time)
      implements LogEntry {}

  /** A capture instance was enabled over these stored rows. */
  record Enabled(CaptureInstance instance, TableSchema schema, List<@Nullable Object[]> rows)
      implements LogEntry {

    @Override
    public boolean tracked() {
      return true;
    }
  }
}
