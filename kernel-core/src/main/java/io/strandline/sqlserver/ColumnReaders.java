package io.strandline.sqlserver;

import io.strandline.change.ColumnType;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.nio.charset.StandardCharsets;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Chooses the reader of a column's type.
 *
 * <p>Dates and times are taken as {@code java.time} values, so that the zone of this Java runtime
 * never matters. Fractions below a microsecond are cut off, never rounded up into the next day.
 */
final class ColumnReaders {

  private static final int BASE_LENGTH = 8;

  private ColumnReaders() {}

  /** A reader for a source type that maps to {@code type}. */
  static ColumnReader of(SourceType source, ColumnType type) {
    return switch (type.kind()) {
      case BOOLEAN -> new IntColumnReader((rows, column) -> rows.getBoolean(column) ? 1 : 0);
      case SHORT, INT -> new IntColumnReader(ResultSet::getInt);
      case LONG -> new LongColumnReader(ResultSet::getLong);
      case FLOAT -> new DoubleColumnReader(ResultSet::getFloat);
      case DOUBLE -> new DoubleColumnReader(ResultSet::getDouble);
      case DECIMAL -> decimal(type);
      case STRING -> text(source);
      case BINARY -> new BytesColumnReader(ResultSet::getBytes);
      case DATE -> new IntColumnReader(ColumnReaders::epochDay);
      case TIMESTAMP -> new LongColumnReader(ColumnReaders::instantMicros);
      case TIMESTAMP_NTZ -> new LongColumnReader(ColumnReaders::localMicros);
    };
  }

  private static ColumnReader decimal(ColumnType type) {
    if (type.isLongDecimal()) {
      return new LongColumnReader(
          (rows, column) -> {
            BigDecimal value = unscaled(rows, column, type);
            return value == null ? 0 : value.unscaledValue().longValueExact();
          });
    }
    return new BytesColumnReader(
        (rows, column) -> {
          BigDecimal value = unscaled(rows, column, type);
          return value == null ? null : value.unscaledValue().toByteArray();
        });
  }

  private static @Nullable BigDecimal unscaled(ResultSet rows, int column, ColumnType type)
      throws SQLException {
    BigDecimal value = rows.getBigDecimal(column);
    if (value == null) {
      return null;
    }
    BigDecimal scaled = value.setScale(type.scale(), RoundingMode.UNNECESSARY);
    if (scaled.precision() > type.precision()) {
      throw new ArithmeticException("a value of more digits than " + type);
    }
    return scaled;
  }

  private static ColumnReader text(SourceType source) {
    return switch (source.name()) {
      case "time" -> new BytesColumnReader((rows, column) -> time(rows, column, source.scale()));
      case "uniqueidentifier" ->
          new BytesColumnReader(
              (rows, column) -> utf8(rows, column, upperCase(rows.getString(column))));
      default ->
          new BytesColumnReader((rows, column) -> utf8(rows, column, rows.getString(column)));
    };
  }

  private static @Nullable String upperCase(@Nullable String value) {
    return value == null ? null : value.toUpperCase(Locale.ROOT);
  }

  private static byte @Nullable [] utf8(ResultSet rows, int column, @Nullable String value)
      throws SQLException {
    if (value == null) {
      return null;
    }
    if (hasUnpairedSurrogate(value)) {
      throw SqlServerErrors.unpairedSurrogate(rows.getMetaData().getColumnLabel(column));
    }
    return value.getBytes(StandardCharsets.UTF_8);
  }

  /** Encoding would turn a lone surrogate into a question mark without a word. */
  static boolean hasUnpairedSurrogate(String value) {
    for (int i = 0; i < value.length(); i++) {
      char unit = value.charAt(i);
      if (Character.isSurrogate(unit)) {
        boolean paired =
            Character.isHighSurrogate(unit)
                && i + 1 < value.length()
                && Character.isLowSurrogate(value.charAt(i + 1));
        if (!paired) {
          return true;
        }
        i++;
      }
    }
    return false;
  }

  private static byte @Nullable [] time(ResultSet rows, int column, int digits)
      throws SQLException {
    LocalTime value = rows.getObject(column, LocalTime.class);
    return value == null ? null : timeText(value, digits).getBytes(StandardCharsets.US_ASCII);
  }

  /** {@code HH:mm:ss} and as many digits of the fraction as declared. */
  static String timeText(LocalTime value, int digits) {
    String whole = value.withNano(0).toString();
    StringBuilder text = new StringBuilder(whole);
    if (whole.length() < BASE_LENGTH) {
      text.append(":00");
    }
    if (digits > 0) {
      String nanos = Integer.toString(1_000_000_000 + value.getNano());
      text.append('.').append(nanos, 1, 1 + digits);
    }
    return text.toString();
  }

  private static int epochDay(ResultSet rows, int column) throws SQLException {
    LocalDate value = rows.getObject(column, LocalDate.class);
    return value == null ? 0 : Math.toIntExact(value.toEpochDay());
  }

  private static long instantMicros(ResultSet rows, int column) throws SQLException {
    OffsetDateTime value = rows.getObject(column, OffsetDateTime.class);
    return value == null ? 0 : micros(value.toEpochSecond(), value.getNano());
  }

  private static long localMicros(ResultSet rows, int column) throws SQLException {
    LocalDateTime value = rows.getObject(column, LocalDateTime.class);
    return value == null ? 0 : micros(value.toEpochSecond(ZoneOffset.UTC), value.getNano());
  }

  private static long micros(long seconds, int nanos) {
    return seconds * 1_000_000 + nanos / 1_000;
  }
}
