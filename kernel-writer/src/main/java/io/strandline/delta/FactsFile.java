package io.strandline.delta;

import io.delta.kernel.data.Row;
import io.strandline.delta.kernel.UnreadFile;
import io.strandline.facts.FactsColumn;
import io.strandline.facts.FactsRow;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * A data file of the facts and what the log tells of it.
 *
 * @param file its rows, when asked
 * @param lastWritten no row was written later; the largest instant if that is not known
 * @param firstTarget no row's target is below it; empty if that is not known
 * @param lastTarget no row's target is above it; empty if that is not known
 */
record FactsFile(
    UnreadFile file,
    Instant lastWritten,
    Optional<String> firstTarget,
    Optional<String> lastTarget) {

  static FactsFile of(UnreadFile file) {
    String target = FactsColumn.TARGET.columnName();
    return new FactsFile(
        file,
        file.largest(FactsColumn.WRITTEN_AT.columnName())
            .map(micros -> RowTable.instant((Long) micros))
            .orElse(Instant.MAX),
        file.smallest(target).map(String.class::cast),
        file.largest(target).map(String.class::cast));
  }

  /** The only target of its rows; empty if there may be several. */
  Optional<String> onlyTarget() {
    return firstTarget.isPresent() && firstTarget.equals(lastTarget)
        ? firstTarget
        : Optional.empty();
  }

  boolean mayHold(String target) {
    return firstTarget.map(first -> compare(first, target) <= 0).orElse(true)
        && lastTarget.map(last -> compare(last, target) >= 0).orElse(true);
  }

  /** In the order of files' bounds, that of the UTF-8 bytes. */
  private static int compare(String a, String b) {
    return Arrays.compareUnsigned(
        a.getBytes(StandardCharsets.UTF_8), b.getBytes(StandardCharsets.UTF_8));
  }

  boolean mayHoldBatches() {
    return file.mayHoldNull(FactsColumn.EVENT.columnName());
  }

  boolean mayHoldEvents() {
    return file.mayHoldValue(FactsColumn.EVENT.columnName());
  }

  List<FactsRow> rows() {
    List<FactsRow> rows = new ArrayList<>();
    file.forEach(row -> rows.add(read(row)));
    return rows;
  }

  private static FactsRow read(Row row) {
    FactsRow facts = FactsRow.empty();
    for (FactsColumn column : FactsColumn.values()) {
      int ordinal = column.ordinal();
      if (!row.isNullAt(ordinal)) {
        facts = facts.with(column, value(row, ordinal, column.type()));
      }
    }
    return facts;
  }

  private static Object value(Row row, int ordinal, Class<?> type) {
    if (type == String.class) {
      return row.getString(ordinal);
    }
    if (type == Integer.class) {
      return row.getInt(ordinal);
    }
    if (type == Double.class) {
      return row.getDouble(ordinal);
    }
    long number = row.getLong(ordinal);
    return type == Instant.class ? RowTable.instant(number) : (Object) number;
  }
}
