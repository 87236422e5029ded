package io.strandline.delta.kernel;

import io.delta.kernel.types.BinaryType;
import io.delta.kernel.types.BooleanType;
import io.delta.kernel.types.DataType;
import io.delta.kernel.types.DateType;
import io.delta.kernel.types.DecimalType;
import io.delta.kernel.types.DoubleType;
import io.delta.kernel.types.FloatType;
import io.delta.kernel.types.IntegerType;
import io.delta.kernel.types.LongType;
import io.delta.kernel.types.ShortType;
import io.delta.kernel.types.StringType;
import io.delta.kernel.types.StructType;
import io.delta.kernel.types.TimestampNTZType;
import io.delta.kernel.types.TimestampType;
import io.strandline.change.ColumnType;
import io.strandline.change.ColumnType.Kind;
import io.strandline.change.TableColumn;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Column types as Kernel's types, one to one. */
public final class KernelTypes {

  private static final Map<Kind, DataType> SIMPLE =
      Map.ofEntries(
          Map.entry(Kind.BOOLEAN, BooleanType.BOOLEAN),
          Map.entry(Kind.SHORT, ShortType.SHORT),
          Map.entry(Kind.INT, IntegerType.INTEGER),
          Map.entry(Kind.LONG, LongType.LONG),
          Map.entry(Kind.FLOAT, FloatType.FLOAT),
          Map.entry(Kind.DOUBLE, DoubleType.DOUBLE),
          Map.entry(Kind.STRING, StringType.STRING),
          Map.entry(Kind.BINARY, BinaryType.BINARY),
          Map.entry(Kind.DATE, DateType.DATE),
          Map.entry(Kind.TIMESTAMP, TimestampType.TIMESTAMP),
          Map.entry(Kind.TIMESTAMP_NTZ, TimestampNTZType.TIMESTAMP_NTZ));

  private KernelTypes() {}

  /** Nullable columns in order. */
  public static StructType schema(List<TableColumn> columns) {
    StructType schema = new StructType();
    for (TableColumn column : columns) {
      schema = schema.add(column.name(), of(column.type()), true);
    }
    return schema;
  }

  /** Kernel's type. */
  public static DataType of(ColumnType type) {
    if (type.kind() == Kind.DECIMAL) {
      return new DecimalType(type.precision(), type.scale());
    }
    DataType simple = SIMPLE.get(type.kind());
    if (simple == null) {
      throw new IllegalArgumentException("no Delta type for " + type);
    }
    return simple;
  }

  /** The column type of one of Kernel's; empty if there is none. */
  public static Optional<ColumnType> of(DataType type) {
    if (type instanceof DecimalType decimal) {
      return Optional.of(ColumnType.decimal(decimal.getPrecision(), decimal.getScale()));
    }
    return SIMPLE.entrySet().stream()
        .filter(entry -> entry.getValue().equals(type))
        .map(entry -> ColumnType.of(entry.getKey()))
        .findFirst();
  }
}
