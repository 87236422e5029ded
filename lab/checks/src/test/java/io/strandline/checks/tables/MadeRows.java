package io.strandline.checks.tables;

import io.strandline.change.BronzeRows;
import io.strandline.change.BytesVector;
import io.strandline.change.ChangeBatch;
import io.strandline.change.DoubleVector;
import io.strandline.change.IntVector;
import io.strandline.change.LongVector;
import io.strandline.change.TableColumn;
import io.strandline.change.Vector;
import io.strandline.lsn.Lsn;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/**
 * Rows whose values are their numbers: row {@code i} of batch {@code b} is {@code 100 b + i}, as a
 * text with an {@code r} before it, as a fraction with a half more, as a decimal's digits, days or
 * microseconds.
 */
final class MadeRows {

  private static final int ROWS_A_BATCH = 100;
  private static final Instant FROM = Instant.parse("2026-05-04T09:00:00Z");

  private MadeRows() {}

  static Lsn lsn(long batch, int row) {
    ByteBuffer bytes = ByteBuffer.allocate(Lsn.BYTES);
    bytes.putLong(2, 0x1_0000 + number(batch, row));
    return Lsn.of(bytes.array());
  }

  private static long number(long batch, int row) {
    return ROWS_A_BATCH * batch + row;
  }

  /** A batch's rows with values in the request's columns and NULL in the table's others. */
  static BronzeRows of(long batch, List<TableColumn> captured, BatchRequest request) {
    int rows = request.rows();
    BytesVector.Builder startLsn = new BytesVector.Builder(rows);
    BytesVector.Builder seqval = new BytesVector.Builder(rows);
    IntVector.Builder operation = new IntVector.Builder(rows);
    IntVector.Builder commandId = new IntVector.Builder(rows);
    LongVector.Builder local = new LongVector.Builder(rows);
    LongVector.Builder commitTs = new LongVector.Builder(rows);
    for (int i = 0; i < rows; i++) {
      Instant time = FROM.plusSeconds(60 * batch);
      startLsn.add(lsn(batch, request.snapshot() ? 0 : i).toBytes());
      if (request.snapshot()) {
        seqval.addNull();
        commandId.addNull();
      } else {
        seqval.add(lsn(batch, i).toBytes());
        commandId.add(1);
      }
      operation.add(request.snapshot() ? 0 : 2);
      local.add(time.toEpochMilli());
      commitTs.add(1000 * time.toEpochMilli());
    }
    ChangeBatch changes =
        new ChangeBatch(
            rows,
            startLsn.build(),
            seqval.build(),
            operation.build(),
            commandId.build(),
            local.build(),
            vectors(batch, captured, request));
    return new BronzeRows(changes, commitTs.build());
  }

  private static List<Vector> vectors(
      long batch, List<TableColumn> captured, BatchRequest request) {
    List<Vector> vectors = new ArrayList<>();
    for (TableColumn column : captured) {
      boolean given = request.columns().contains(column);
      vectors.add(vector(batch, column, request.rows(), given));
    }
    return vectors;
  }

  private static Vector vector(long batch, TableColumn column, int rows, boolean given) {
    return switch (column.type().kind()) {
      case BOOLEAN, SHORT, INT, DATE -> ints(batch, rows, given);
      case LONG, TIMESTAMP, TIMESTAMP_NTZ -> longs(batch, rows, given);
      case FLOAT, DOUBLE -> doubles(batch, rows, given);
      case DECIMAL ->
          column.type().isLongDecimal()
              ? longs(batch, rows, given)
              : bytes(batch, rows, given, false);
      case STRING, BINARY -> bytes(batch, rows, given, true);
    };
  }

  private static Vector ints(long batch, int rows, boolean given) {
    IntVector.Builder builder = new IntVector.Builder(rows);
    for (int i = 0; i < rows; i++) {
      if (given) {
        builder.add((int) number(batch, i));
      } else {
        builder.addNull();
      }
    }
    return builder.build();
  }

  private static Vector longs(long batch, int rows, boolean given) {
    LongVector.Builder builder = new LongVector.Builder(rows);
    for (int i = 0; i < rows; i++) {
      if (given) {
        builder.add(number(batch, i));
      } else {
        builder.addNull();
      }
    }
    return builder.build();
  }

  private static Vector doubles(long batch, int rows, boolean given) {
    DoubleVector.Builder builder = new DoubleVector.Builder(rows);
    for (int i = 0; i < rows; i++) {
      if (given) {
        builder.add(number(batch, i) + 0.5);
      } else {
        builder.addNull();
      }
    }
    return builder.build();
  }

  private static Vector bytes(long batch, int rows, boolean given, boolean text) {
    BytesVector.Builder builder = new BytesVector.Builder(rows);
    for (int i = 0; i < rows; i++) {
      if (!given) {
        builder.addNull();
      } else if (text) {
        builder.add("r" + number(batch, i));
      } else {
        builder.add(java.math.BigInteger.valueOf(number(batch, i)).toByteArray());
      }
    }
    return builder.build();
  }
}
