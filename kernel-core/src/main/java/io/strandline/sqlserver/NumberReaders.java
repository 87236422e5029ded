package io.strandline.sqlserver;

import io.strandline.change.ColumnType;
import io.strandline.change.ColumnType.Kind;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.sql.ResultSet;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/** Readers of decimals and floating numbers, and of what may become one. */
final class NumberReaders {

  /** Takes an exact number from the current row; null for NULL. */
  private interface Getter {
    @Nullable BigDecimal get(ResultSet rows, int column) throws SQLException;
  }

  private NumberReaders() {}

  /** Doubles; a {@code real} becomes the double of exactly its value. */
  static ColumnReader floating(Kind from) {
    return switch (from) {
      case FLOAT -> new DoubleColumnReader(ResultSet::getFloat);
      case SHORT, INT -> new DoubleColumnReader(ResultSet::getInt);
      default -> new DoubleColumnReader(ResultSet::getDouble);
    };
  }

  /** Decimals as their unscaled numbers. */
  static ColumnReader decimal(Kind from, ColumnType type) {
    Getter source = from == Kind.DECIMAL ? ResultSet::getBigDecimal : NumberReaders::whole;
    if (type.isLongDecimal()) {
      return new LongColumnReader(
          (rows, column) -> {
            BigDecimal value = scaled(rows, column, type, source);
            return value == null ? 0 : value.unscaledValue().longValueExact();
          });
    }
    return new BytesColumnReader(
        (rows, column) -> {
          BigDecimal value = scaled(rows, column, type, source);
          return value == null ? null : value.unscaledValue().toByteArray();
        });
  }

  private static @Nullable BigDecimal whole(ResultSet rows, int column) throws SQLException {
    long value = rows.getLong(column);
    return rows.wasNull() ? null : BigDecimal.valueOf(value);
  }

  private static @Nullable BigDecimal scaled(
      ResultSet rows, int column, ColumnType type, Getter source) throws SQLException {
    BigDecimal value = source.get(rows, column);
    if (value == null) {
      return null;
    }
    try {
      BigDecimal scaled = value.setScale(type.scale(), RoundingMode.UNNECESSARY);
      if (scaled.precision() - scaled.scale() <= type.precision() - type.scale()) {
        return scaled;
      }
    } catch (ArithmeticException e) {
      // More digits right of the point than the type has: as wrong as more of them left of it.
    }
    throw SqlServerErrors.tooManyDigits(rows.getMetaData().getColumnLabel(column), type);
  }
}
