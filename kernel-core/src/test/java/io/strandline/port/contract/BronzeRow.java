package io.strandline.port.contract;

import io.strandline.change.BronzeRows;
import io.strandline.change.BytesVector;
import io.strandline.change.ChangeBatch;
import io.strandline.change.ColumnType.Kind;
import io.strandline.change.DoubleVector;
import io.strandline.change.IntVector;
import io.strandline.change.LongVector;
import io.strandline.change.TableColumn;
import io.strandline.change.Vector;
import io.strandline.lsn.Lsn;
import io.strandline.port.BronzeWriter.Stamp;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A change row of a bronze table as readers see it.
 *
 * @param commitTs to the microsecond
 * @param captured a value a column, of class Integer, Long, Double, String or List of Byte; empty
 *     for NULL
 */
public record BronzeRow(
    String captureInstance,
    Lsn startLsn,
    Lsn seqval,
    int operation,
    Optional<Integer> commandId,
    Instant commitTs,
    List<Optional<Object>> captured,
    long batchId) {

  public BronzeRow {
    captured = List.copyOf(captured);
  }

  /** The rows that a writer was given. */
  public static List<BronzeRow> of(BronzeRows rows, Stamp stamp, List<TableColumn> columns) {
    ChangeBatch changes = rows.changes();
    List<BronzeRow> all = new ArrayList<>();
    for (int row = 0; row < changes.rows(); row++) {
      List<Optional<Object>> captured = new ArrayList<>();
      for (int column = 0; column < columns.size(); column++) {
        captured.add(value(changes.captured().get(column), row, columns.get(column).type().kind()));
      }
      boolean withoutCommand = changes.commandId().isNull(row);
      all.add(
          new BronzeRow(
              stamp.captureInstance(),
              changes.startLsn().lsn(row),
              changes.seqval().lsn(row),
              changes.operation().get(row),
              withoutCommand ? Optional.empty() : Optional.of(changes.commandId().get(row)),
              Instant.EPOCH.plus(rows.commitTs().get(row), ChronoUnit.MICROS),
              captured,
              stamp.batchId()));
    }
    return all;
  }

  private static Optional<Object> value(Vector vector, int row, Kind kind) {
    if (vector.isNull(row)) {
      return Optional.empty();
    }
    if (vector instanceof IntVector ints) {
      return Optional.of(ints.get(row));
    }
    if (vector instanceof LongVector longs) {
      return Optional.of(longs.get(row));
    }
    if (vector instanceof DoubleVector doubles) {
      return Optional.of(doubles.get(row));
    }
    BytesVector bytes = (BytesVector) vector;
    return Optional.of(kind == Kind.STRING ? bytes.text(row) : boxed(bytes.get(row)));
  }

  private static List<Byte> boxed(byte[] bytes) {
    List<Byte> boxed = new ArrayList<>();
    for (byte b : bytes) {
      boxed.add(b);
    }
    return boxed;
  }
}
