package io.strandline.change;

import io.strandline.lsn.Lsn;
import java.util.List;

/**
 * Rows of a source table as a snapshot read them, in no order.
 *
 * @param rows the number of rows, at least 1
 * @param captured a vector a wanted column, in the order wanted
 */
public record SnapshotRows(int rows, List<Vector> captured) {

  public SnapshotRows {
    captured = List.copyOf(captured);
    if (rows < 1) {
      throw new IllegalArgumentException("snapshot rows are at least one");
    }
    for (Vector column : captured) {
      if (column.size() != rows) {
        throw new IllegalArgumentException(column.size() + " values of " + rows + " rows");
      }
    }
  }

  /**
   * The rows as bronze takes them: operation 0, no seqval, no command id.
   *
   * @param stamp LSN recorded before the read, {@code _start_lsn} of every row
   * @param commitTs {@code _commit_ts} of every row: the stamp's, in microseconds since
   *     1970-01-01T00:00Z
   */
  public BronzeRows stamped(Lsn stamp, long commitTs) {
    BytesVector.Builder startLsn = new BytesVector.Builder(rows);
    BytesVector.Builder seqval = new BytesVector.Builder(rows);
    IntVector.Builder operation = new IntVector.Builder(rows);
    IntVector.Builder commandId = new IntVector.Builder(rows);
    LongVector.Builder commitLocal = new LongVector.Builder(rows);
    LongVector.Builder commitTimes = new LongVector.Builder(rows);
    byte[] lsn = stamp.toBytes();
    for (int row = 0; row < rows; row++) {
      startLsn.add(lsn);
      seqval.addNull();
      operation.add(Operation.SNAPSHOT.code());
      commandId.addNull();
      commitLocal.addNull();
      commitTimes.add(commitTs);
    }
    ChangeBatch batch =
        new ChangeBatch(
            rows,
            startLsn.build(),
            seqval.build(),
            operation.build(),
            commandId.build(),
            commitLocal.build(),
            captured);
    return new BronzeRows(batch, commitTimes.build());
  }
}
