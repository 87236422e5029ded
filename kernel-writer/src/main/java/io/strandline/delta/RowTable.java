package io.strandline.delta;

import io.delta.kernel.data.ColumnVector;
import io.delta.kernel.types.StructType;
import io.strandline.change.BytesVector;
import io.strandline.change.ColumnType;
import io.strandline.change.DoubleVector;
import io.strandline.change.IntVector;
import io.strandline.change.LongVector;
import io.strandline.change.TableColumn;
import io.strandline.change.Vector;
import io.strandline.delta.kernel.DeltaSnapshot;
import io.strandline.delta.kernel.VectorBatch;
import io.strandline.delta.kernel.Vectors;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;

/** The few rows of a facts or control table, from objects to a batch. */
final class RowTable {

  private static final long MICROS_PER_SECOND = 1_000_000;
  private static final long NANOS_PER_MICRO = 1000;

  private RowTable() {}

  /**
   * A batch of rows.
   *
   * @param snapshot the table, which may have more columns; they are NULL
   * @param columns the table's columns, of strings, numbers and timestamps
   * @param value the value of a row's column: null, String, Integer, Long, Double or Instant
   */
  static <R> VectorBatch batch(
      DeltaSnapshot snapshot,
      List<TableColumn> columns,
      List<R> rows,
      BiFunction<R, TableColumn, @Nullable Object> value) {
    List<ColumnVector> vectors = new ArrayList<>();
    for (TableColumn column : columns) {
      List<@Nullable Object> values = new ArrayList<>();
      rows.forEach(row -> values.add(value.apply(row, column)));
      vectors.add(Vectors.of(column.type(), vector(column.type(), values)));
    }
    StructType physical = snapshot.physicalSchema(columns.stream().map(TableColumn::name).toList());
    return new VectorBatch(physical, vectors, rows.size());
  }

  private static Vector vector(ColumnType type, List<@Nullable Object> values) {
    return switch (type.kind()) {
      case STRING -> texts(values);
      case INT -> ints(values);
      case LONG, TIMESTAMP -> longs(values);
      case DOUBLE -> doubles(values);
      default -> throw new IllegalArgumentException("no rows of " + type + " here");
    };
  }

  private static Vector texts(List<@Nullable Object> values) {
    BytesVector.Builder builder = new BytesVector.Builder(values.size());
    for (Object value : values) {
      if (value == null) {
        builder.addNull();
      } else {
        builder.add((String) value);
      }
    }
    return builder.build();
  }

  private static Vector ints(List<@Nullable Object> values) {
    IntVector.Builder builder = new IntVector.Builder(values.size());
    for (Object value : values) {
      if (value == null) {
        builder.addNull();
      } else {
        builder.add((Integer) value);
      }
    }
    return builder.build();
  }

  private static Vector longs(List<@Nullable Object> values) {
    LongVector.Builder builder = new LongVector.Builder(values.size());
    for (Object value : values) {
      if (value == null) {
        builder.addNull();
      } else {
        builder.add(value instanceof Instant instant ? micros(instant) : (Long) value);
      }
    }
    return builder.build();
  }

  private static Vector doubles(List<@Nullable Object> values) {
    DoubleVector.Builder builder = new DoubleVector.Builder(values.size());
    for (Object value : values) {
      if (value == null) {
        builder.addNull();
      } else {
        builder.add((Double) value);
      }
    }
    return builder.build();
  }

  /** Microseconds since 1970-01-01T00:00Z, the rest cut off. */
  static long micros(Instant instant) {
    long whole = Math.multiplyExact(instant.getEpochSecond(), MICROS_PER_SECOND);
    return whole + instant.getNano() / NANOS_PER_MICRO;
  }

  /** The instant of microseconds since 1970-01-01T00:00Z. */
  static Instant instant(long micros) {
    return Instant.ofEpochSecond(
        Math.floorDiv(micros, MICROS_PER_SECOND),
        Math.floorMod(micros, MICROS_PER_SECOND) * NANOS_PER_MICRO);
  }
}
