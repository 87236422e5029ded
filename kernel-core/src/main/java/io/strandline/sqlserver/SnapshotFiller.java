package io.strandline.sqlserver;

import io.strandline.change.SnapshotRows;
import io.strandline.change.Vector;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Draws the rows of a table as batches of bounded size. Not thread-safe. */
final class SnapshotFiller {

  private static final int FIRST_CAPACITY = 256;

  private final ResultSet rows;
  private final List<ColumnReader> columns;
  private final FetchLimits limits;
  private int capacity = FIRST_CAPACITY;
  private boolean ended;

  SnapshotFiller(ResultSet rows, List<ColumnReader> columns, FetchLimits limits) {
    this.rows = rows;
    this.columns = List.copyOf(columns);
    this.limits = limits;
  }

  /** The next rows; empty after the last. */
  Optional<SnapshotRows> next() throws SQLException {
    columns.forEach(column -> column.begin(capacity));
    int count = 0;
    while (count < limits.batchRows() && bytes() < limits.batchBytes() && advance()) {
      for (int i = 0; i < columns.size(); i++) {
        columns.get(i).read(rows, i + 1);
      }
      count++;
    }
    if (count == 0) {
      return Optional.empty();
    }
    capacity = count;
    List<Vector> values = new ArrayList<>(columns.size());
    columns.forEach(column -> values.add(column.end()));
    return Optional.of(new SnapshotRows(count, values));
  }

  private boolean advance() throws SQLException {
    ended = ended || !rows.next();
    return !ended;
  }

  private long bytes() {
    long bytes = 0;
    for (ColumnReader column : columns) {
      bytes += column.bytes();
    }
    return bytes;
  }
}
