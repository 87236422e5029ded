package io.strandline.debezium;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.apache.kafka.connect.data.Field;
import org.apache.kafka.connect.data.Struct;
import org.apache.kafka.connect.source.SourceRecord;

/**
 * A data event of Debezium.
 *
 * @param table the source table
 * @param change what changed; of a snapshot's row without a seqval, as operation {@code r}
 * @param serial the event's number within its change
 * @param milliseconds the source's time
 * @param columns names of the cells
 */
record Event(String table, Change change, long serial, long milliseconds, List<String> columns) {

  private static final String UNKNOWN_TEXT = "__debezium_unavailable_value";

  private static final Set<Object> UNKNOWN =
      Set.of(UNKNOWN_TEXT, Cells.plain(UNKNOWN_TEXT.getBytes(StandardCharsets.UTF_8)));

  /** The event of a record; empty for tombstones and schema changes. */
  static Optional<Event> of(SourceRecord record) {
    if (!(record.value() instanceof Struct value) || value.schema().field("op") == null) {
      return Optional.empty();
    }
    Struct source = value.getStruct("source");
    Struct before = value.getStruct("before");
    Struct after = value.getStruct("after");
    Long serial = source.getInt64("event_serial_no");
    char operation = value.getString("op").charAt(0);
    Change change =
        new Change(
            lsn(source.getString("commit_lsn")),
            lsn(source.getString("change_lsn")),
            operation,
            cells(before, operation),
            cells(after, operation));
    return Optional.of(
        new Event(
            source.getString("table"),
            change,
            serial == null ? 0 : serial,
            source.getInt64("ts_ms"),
            (after == null ? before : after).schema().fields().stream().map(Field::name).toList()));
  }

  /** The data events of records. */
  static List<Event> of(List<SourceRecord> records) {
    return records.stream().map(Event::of).flatMap(Optional::stream).toList();
  }

  /** The data events that are no rows of a snapshot. */
  static List<Event> streamed(List<SourceRecord> records) {
    return of(records).stream().filter(event -> !event.isSnapshot()).toList();
  }

  boolean isSnapshot() {
    return change.operation() == 'r';
  }

  /**
   * A row's cells. In an update Debezium writes a text of its own where a large value's column is
   * NULL in the change table and the mask tells of no change: there it is not known.
   */
  private static List<Object> cells(Struct row, char operation) {
    List<Object> cells = new ArrayList<>();
    if (row != null) {
      for (Field field : row.schema().fields()) {
        Object cell = Cells.ofConnect(row.get(field), field.schema());
        cells.add(operation == 'u' && UNKNOWN.contains(cell) ? Cells.NULL : cell);
      }
    }
    return List.copyOf(cells);
  }

  /** Debezium writes {@code 00000025:00000058:0003}, and nothing where it knows none. */
  private static String lsn(String text) {
    return text == null ? "" : "0x" + text.replace(":", "").toUpperCase(java.util.Locale.ROOT);
  }
}
