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
import java.util.OptionalInt;

/**
 * A change row of a bronze table as readers see it.
 *
 * @param seqval empty on snapshot rows
 * @param commitTs to the microsecond
 * @param captured a value a column, of class Integer, Long, Double, String or List of Byte; empty
 *     for NULL
 */
public record BronzeRow(
    String captureInstance,
    Lsn startLsn,
    Optional<Lsn> seqval,
    int operation,
    Optional<Integer> commandId,
    Instant commitTs,
    List<Optional<Object>> captured,
    long batchId,
    Optional<Lsn> snapshot,
    OptionalInt chunk) {

  public BronzeRow {
    captured = List.copyOf(captured);
  }

  /** A change row. */
  public BronzeRow(
      String captureInstance,
      Lsn startLsn,
      Lsn seqval,
      int operation,
      Optional<Integer> commandId,
      Instant commitTs,
      List<Optional<Object>> captured,
      long batchId) {
    this(
        captureInstance,
        startLsn,
        Optional.of(seqval),
        operation,
        commandId,
        commitTs,
        captured,
        batchId,
        Optional.empty(),
        OptionalInt.empty());
  }

  /** This row with other captured values. */
  public BronzeRow withCaptured(List<Optional<Object>> values) {
    return new BronzeRow(
        captureInstance,
        startLsn,
        seqval,
        operation,
        commandId,
        commitTs,
        values,
        batchId,
        snapshot,
        chunk);
  }

  /** This row with another commit time. */
  public BronzeRow at(Instant other) {
    return new BronzeRow(
        captureInstance,
        startLsn,
        seqval,
        operation,
        commandId,
        other,
        captured,
        batchId,
        snapshot,
        chunk);
  }

  /** This row as readers see it in a table of these columns: NULL where it has no value. */
  public BronzeRow in(List<TableColumn> columns) {
    List<Optional<Object>> values = new ArrayList<>();
    for (int i = 0; i < columns.size(); i++) {
      Kind kind = columns.get(i).type().kind();
      values.add(
          i < captured.size()
              ? captured.get(i).map(value -> widened(value, kind))
              : Optional.empty());
    }
    return withCaptured(values);
  }

  private static Object widened(Object value, Kind kind) {
    if (value instanceof Integer number && kind == Kind.LONG) {
      return number.longValue();
    }
    if (value instanceof Integer number && kind == Kind.DOUBLE) {
      return number.doubleValue();
    }
    if (value instanceof Integer days && kind == Kind.TIMESTAMP_NTZ) {
      return days * MICROS_PER_DAY;
    }
    return value;
  }

  private static final long MICROS_PER_DAY = 86_400_000_000L;

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
              changes.seqval().isNull(row)
                  ? Optional.empty()
                  : Optional.of(changes.seqval().lsn(row)),
              changes.operation().get(row),
              withoutCommand ? Optional.empty() : Optional.of(changes.commandId().get(row)),
              Instant.EPOCH.plus(rows.commitTs().get(row), ChronoUnit.MICROS),
              captured,
              stamp.batchId(),
              stamp.snapshot(),
              stamp.chunk()));
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
