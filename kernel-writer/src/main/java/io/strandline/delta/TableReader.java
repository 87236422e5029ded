package io.strandline.delta;

import io.delta.kernel.data.Row;
import io.delta.kernel.types.BinaryType;
import io.delta.kernel.types.BooleanType;
import io.delta.kernel.types.ByteType;
import io.delta.kernel.types.DataType;
import io.delta.kernel.types.DateType;
import io.delta.kernel.types.DecimalType;
import io.delta.kernel.types.DoubleType;
import io.delta.kernel.types.FloatType;
import io.delta.kernel.types.IntegerType;
import io.delta.kernel.types.LongType;
import io.delta.kernel.types.ShortType;
import io.delta.kernel.types.StringType;
import io.delta.kernel.types.StructField;
import io.delta.kernel.types.StructType;
import io.delta.kernel.types.TimestampNTZType;
import io.delta.kernel.types.TimestampType;
import io.strandline.delta.kernel.DeltaSnapshot;
import io.strandline.delta.kernel.DeltaStorage;
import io.strandline.delta.kernel.TableScan;
import io.strandline.delta.log.LogStores;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Reads the rows of a table as Java values, for checks and reports; not made for large results.
 *
 * <p>Values are Boolean, Byte, Short, Integer, Long, Float, Double, BigDecimal, String, byte[],
 * LocalDate, Instant (a timestamp) and LocalDateTime (one without a zone); NULL is null.
 * Thread-safe.
 */
public final class TableReader {

  private final DeltaStorage storage;

  /** A reader with Hadoop's settings of the class path and of {@code HADOOP_CONF_DIR}. */
  public TableReader() {
    this(Map.of());
  }

  private TableReader(Map<String, String> more) {
    Map<String, String> settings = new HashMap<>(LogStores.SETTINGS);
    settings.putAll(more);
    this.storage = DeltaStorage.open(settings);
  }

  /** A reader with more settings of Hadoop's. */
  static TableReader of(Map<String, String> settings) {
    return new TableReader(settings);
  }

  /**
   * Hands every row of the table's newest version to {@code each}, in no order.
   *
   * @param location path or URI; a table that is not there has no rows
   * @param columns names of the columns to read; empty for all of them
   * @throws io.strandline.error.StrandlineException target not writable, if it cannot be read
   */
  public void forEach(
      String location, List<String> columns, Consumer<Map<String, @Nullable Object>> each) {
    Location where = Location.of(location);
    Optional<DeltaSnapshot> snapshot =
        Failures.reading(where, () -> storage.load(where.kernelPath()));
    if (snapshot.isEmpty()) {
      return;
    }
    StructType schema = projected(snapshot.get().schema(), columns);
    Failures.reading(
        where,
        () -> {
          new TableScan(storage)
              .forEach(snapshot.get(), schema, row -> each.accept(values(schema, row)));
          return true;
        });
  }

  private static StructType projected(StructType schema, List<String> columns) {
    return columns.isEmpty() ? schema : new StructType(columns.stream().map(schema::get).toList());
  }

  private static Map<String, @Nullable Object> values(StructType schema, Row row) {
    Map<String, @Nullable Object> values = new LinkedHashMap<>();
    List<StructField> fields = schema.fields();
    for (int i = 0; i < fields.size(); i++) {
      StructField field = fields.get(i);
      values.put(field.getName(), row.isNullAt(i) ? null : value(field.getDataType(), row, i));
    }
    return values;
  }

  private static Object value(DataType type, Row row, int i) {
    if (type instanceof StringType) {
      return row.getString(i);
    }
    if (type instanceof BinaryType) {
      return row.getBinary(i);
    }
    if (type instanceof DateType) {
      return LocalDate.ofEpochDay(row.getInt(i));
    }
    if (type instanceof TimestampType) {
      return RowTable.instant(row.getLong(i));
    }
    if (type instanceof TimestampNTZType) {
      return LocalDateTime.ofInstant(RowTable.instant(row.getLong(i)), ZoneOffset.UTC);
    }
    return number(type, row, i);
  }

  private static Object number(DataType type, Row row, int i) {
    if (type instanceof BooleanType) {
      return row.getBoolean(i);
    }
    if (type instanceof ByteType) {
      return row.getByte(i);
    }
    if (type instanceof ShortType) {
      return row.getShort(i);
    }
    if (type instanceof IntegerType) {
      return row.getInt(i);
    }
    if (type instanceof LongType) {
      return row.getLong(i);
    }
    if (type instanceof FloatType) {
      return row.getFloat(i);
    }
    if (type instanceof DoubleType) {
      return row.getDouble(i);
    }
    if (type instanceof DecimalType) {
      return row.getDecimal(i);
    }
    throw new IllegalArgumentException("no reading of " + type + " here");
  }
}
