package io.strandline.sqlserver;

import io.strandline.change.BytesVector;
import io.strandline.change.ChangeBatch;
import io.strandline.change.IntVector;
import io.strandline.change.LongVector;
import io.strandline.change.Vector;
import io.strandline.lsn.Lsn;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/** Draws the rows of a change statement as batches of bounded size. Not thread-safe. */
final class BatchFiller {

  private static final int FIRST_CAPTURED = 5;
  private static final int FIRST_CAPACITY = 256;
  private static final int ROW_OVERHEAD = 2 * Lsn.BYTES + 2 * Integer.BYTES + Long.BYTES;

  private final ResultSet rows;
  private final CommitTimes times;
  private final List<ColumnReader> captured;
  private final FetchLimits limits;
  private byte[] commit = {};
  private long commitMillis;
  private int capacity = FIRST_CAPACITY;
  private boolean ended;

  BatchFiller(ResultSet rows, CommitTimes times, List<ColumnReader> captured, FetchLimits limits) {
    this.rows = rows;
    this.times = times;
    this.captured = List.copyOf(captured);
    this.limits = limits;
  }

  /** A change row whose commit is not in the time mapping. */
  static final class UnmappedCommit extends Exception {

    private static final long serialVersionUID = 1L;

    private final transient Lsn lsn;

    UnmappedCommit(Lsn lsn) {
      super(lsn.toString());
      this.lsn = lsn;
    }

    Lsn lsn() {
      return lsn;
    }
  }

  /** The next rows; empty after the last. */
  Optional<ChangeBatch> next() throws SQLException, UnmappedCommit {
    BytesVector.Builder startLsn = new BytesVector.Builder(capacity);
    BytesVector.Builder seqval = new BytesVector.Builder(capacity);
    IntColumnReader operation = new IntColumnReader(ResultSet::getInt);
    IntColumnReader commandId = new IntColumnReader(ResultSet::getInt);
    LongVector.Builder commitLocal = new LongVector.Builder(capacity);
    operation.begin(capacity);
    commandId.begin(capacity);
    captured.forEach(reader -> reader.begin(capacity));
    int count = 0;
    while (count < limits.batchRows() && bytes(count) < limits.batchBytes() && advance()) {
      byte[] lsn = rows.getBytes(1);
      startLsn.add(lsn);
      seqval.add(rows.getBytes(2));
      operation.read(rows, 3);
      commandId.read(rows, 4);
      for (int i = 0; i < captured.size(); i++) {
        captured.get(i).read(rows, FIRST_CAPTURED + i);
      }
      commitLocal.add(commitTime(lsn));
      count++;
    }
    if (count == 0) {
      return Optional.empty();
    }
    capacity = count;
    return Optional.of(
        batch(
            count,
            startLsn.build(),
            seqval.build(),
            operation.end(),
            commandId.end(),
            commitLocal.build()));
  }

  private ChangeBatch batch(
      int count,
      BytesVector startLsn,
      BytesVector seqval,
      IntVector operation,
      IntVector commandId,
      LongVector commitLocal) {
    List<Vector> values = new ArrayList<>(captured.size());
    captured.forEach(reader -> values.add(reader.end()));
    return new ChangeBatch(count, startLsn, seqval, operation, commandId, commitLocal, values);
  }

  private boolean advance() throws SQLException {
    ended = ended || !rows.next();
    return !ended;
  }

  private long bytes(int count) {
    long bytes = (long) count * ROW_OVERHEAD;
    for (ColumnReader reader : captured) {
      bytes += reader.bytes();
    }
    return bytes;
  }

  private long commitTime(byte[] lsn) throws SQLException, UnmappedCommit {
    if (!Arrays.equals(lsn, commit)) {
      OptionalLong millis = times.at(lsn);
      commitMillis = millis.orElseThrow(() -> new UnmappedCommit(Lsn.of(lsn)));
      commit = lsn;
    }
    return commitMillis;
  }
}
