package io.strandline.checks.snapshot;

import io.strandline.change.SnapshotRows;
import io.strandline.change.TableColumn;
import io.strandline.checks.scene.ChangeRow;
import io.strandline.lsn.Lsn;
import io.strandline.port.ReadSession;
import io.strandline.port.SessionReader;
import io.strandline.port.SnapshotReadRequest;
import io.strandline.port.SnapshotSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A read of a table's range that ran to its end.
 *
 * @param batches the number of rows of each batch
 */
record TableReading(
    ReadSession session,
    List<List<Object>> rows,
    List<Integer> batches,
    Optional<Lsn> minLsnAfter) {

  static TableReading of(SnapshotSource source, SnapshotReadRequest request) {
    try (SessionReader<SnapshotRows> reader = source.read(request)) {
      return rest(reader);
    }
  }

  /** Reads what is left. */
  static TableReading rest(SessionReader<SnapshotRows> reader) {
    List<TableColumn> columns = reader.session().columns();
    List<List<Object>> rows = new ArrayList<>();
    List<Integer> batches = new ArrayList<>();
    for (Optional<SnapshotRows> next = reader.next(); next.isPresent(); next = reader.next()) {
      SnapshotRows batch = next.get();
      for (int row = 0; row < batch.rows(); row++) {
        List<Object> values = new ArrayList<>();
        for (int i = 0; i < columns.size(); i++) {
          values.add(ChangeRow.value(batch.captured().get(i), row, columns.get(i).type()));
        }
        rows.add(List.copyOf(values));
      }
      batches.add(batch.rows());
    }
    return new TableReading(reader.session(), rows, batches, reader.minLsnAfter());
  }

  /** The values of a column. */
  List<Object> column(int index) {
    return rows.stream().map(row -> row.get(index)).toList();
  }
}
