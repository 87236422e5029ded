package io.strandline.lab.sql.type;

import io.strandline.lab.session.SqlException;
import io.strandline.lab.session.SqlType;
import io.strandline.lab.session.SqlType.Kind;
import java.math.BigDecimal;
import java.math.RoundingMode;

/** Conversions to number types. */
final class NumberCoercion {

  // Both are binary integers of ten-thousandths, -2^63 to 2^63-1 and -2^31 to 2^31-1 (documented).
  private static final int MONEY_BITS = 63;
  private static final int SMALLMONEY_BITS = 31;

  private NumberCoercion() {}

  static Boolean toBit(Object value, SqlType from) {
    if (value instanceof Boolean bit) {
      return bit;
    }
    if (value instanceof String text) {
      String word = text.trim();
      if (word.equalsIgnoreCase("true") || word.equalsIgnoreCase("false")) {
        return word.equalsIgnoreCase("true");
      }
      return parseWhole(text, from, Types.BIT).signum() != 0;
    }
    return toDouble(value, from, Types.BIT) != 0;
  }

  /** A whole number within the bounds of an integer type; fractions are cut off. */
  static long toWhole(Object value, SqlType from, SqlType to) {
    BigDecimal number;
    if (value instanceof Integer || value instanceof Long) {
      number = BigDecimal.valueOf(((Number) value).longValue());
    } else if (value instanceof Boolean bit) {
      return bit ? 1 : 0;
    } else if (value instanceof String text) {
      number = parseWhole(text, from, to);
    } else if (value instanceof byte[] bytes) {
      return BinaryCoercion.wholeNumber(bytes, to);
    } else if (value instanceof BigDecimal decimal) {
      number =
          from.kind() == Kind.MONEY || from.kind() == Kind.SMALLMONEY
              ? decimal.setScale(0, RoundingMode.HALF_UP)
              : decimal.setScale(0, RoundingMode.DOWN);
    } else {
      double floating = toDouble(value, from, to);
      if (Double.isNaN(floating) || Double.isInfinite(floating)) {
        throw SqlErrors.overflow("expression", to);
      }
      number = new BigDecimal(floating).setScale(0, RoundingMode.DOWN);
    }
    return bounded(number, from, to);
  }

  private static long bounded(BigDecimal number, SqlType from, SqlType to) {
    long low = minimum(to);
    long high = maximum(to);
    if (number.compareTo(BigDecimal.valueOf(low)) >= 0
        && number.compareTo(BigDecimal.valueOf(high)) <= 0) {
      return number.longValue();
    }
    if (Types.isString(from)) {
      throw textOverflow(number, from, to);
    }
    boolean small = to.kind() == Kind.TINYINT || to.kind() == Kind.SMALLINT;
    throw small && Types.isInteger(from)
        ? SqlErrors.smallOverflow(to, number.toPlainString())
        : SqlErrors.overflow("expression", to);
  }

  private static SqlException textOverflow(BigDecimal number, SqlType from, SqlType to) {
    if (to.kind() == Kind.BIGINT) {
      return SqlErrors.overflow("expression", to);
    }
    boolean small = to.kind() == Kind.TINYINT || to.kind() == Kind.SMALLINT;
    String column = small ? " column. Use a larger integer column." : " column.";
    String prefix = small && to.kind() == Kind.TINYINT ? "an INT1" : small ? "an INT2" : "an int";
    return SqlException.of(
        small ? 244 : 248,
        16,
        small ? (to.kind() == Kind.TINYINT ? 1 : 2) : 1,
        "The conversion of the "
            + Types.name(from)
            + " value '"
            + number.toPlainString()
            + "' overflowed "
            + prefix
            + column);
  }

  private static BigDecimal parseWhole(String text, SqlType from, SqlType to) {
    String trimmed = text.trim();
    if (trimmed.isEmpty()) {
      return BigDecimal.ZERO;
    }
    if (!trimmed.matches("[+-]?\\s*\\d+")) {
      throw to.kind() == Kind.BIGINT
          ? SqlErrors.conversion(from, to)
          : SqlErrors.stringToInt(from, text, to);
    }
    return new BigDecimal(trimmed.replace(" ", ""));
  }

  static long minimum(SqlType type) {
    return switch (type.kind()) {
      case BIT, TINYINT -> 0;
      case SMALLINT -> Short.MIN_VALUE;
      case INT -> Integer.MIN_VALUE;
      default -> Long.MIN_VALUE;
    };
  }

  static long maximum(SqlType type) {
    return switch (type.kind()) {
      case BIT -> 1;
      case TINYINT -> 255;
      case SMALLINT -> Short.MAX_VALUE;
      case INT -> Integer.MAX_VALUE;
      default -> Long.MAX_VALUE;
    };
  }

  static float toReal(double value) {
    float real = (float) value;
    if (Float.isInfinite(real)) {
      throw SqlErrors.realOverflow(value);
    }
    return real;
  }

  static double toDouble(Object value, SqlType from, SqlType to) {
    if (value instanceof Number number) {
      return number.doubleValue();
    }
    if (value instanceof Boolean bit) {
      return bit ? 1 : 0;
    }
    if (value instanceof byte[] bytes) {
      return BinaryCoercion.wholeNumber(bytes, Types.BIGINT);
    }
    if (value instanceof String text) {
      try {
        String trimmed = text.trim();
        double number = trimmed.isEmpty() ? 0 : new BigDecimal(trimmed).doubleValue();
        if (Double.isInfinite(number)) {
          throw SqlErrors.conversion(from, to);
        }
        return number;
      } catch (NumberFormatException e) {
        throw SqlErrors.conversion(from, to);
      }
    }
    throw SqlErrors.explicitConversion(from, to);
  }

  /** An exact number of the target's scale, rounded half up, within its digits. */
  static BigDecimal toDecimal(Object value, SqlType from, SqlType to) {
    BigDecimal number = exact(value, from, to);
    BigDecimal scaled = number.setScale(Types.scale(to), RoundingMode.HALF_UP);
    boolean fits =
        switch (to.kind()) {
          case MONEY -> scaled.unscaledValue().bitLength() <= MONEY_BITS;
          case SMALLMONEY -> scaled.unscaledValue().bitLength() <= SMALLMONEY_BITS;
          default -> scaled.precision() <= to.precision() || scaled.signum() == 0;
        };
    if (!fits) {
      throw SqlErrors.overflow(overflowSource(from), to);
    }
    return scaled;
  }

  /** Money is a whole number of ten-thousandths, so its lowest value is one of them further off. */
  private static String overflowSource(SqlType from) {
    return switch (from.kind()) {
      case DECIMAL, INT, VARCHAR, NVARCHAR, FLOAT, MONEY -> Types.errorName(from);
      default -> "expression";
    };
  }

  private static BigDecimal exact(Object value, SqlType from, SqlType to) {
    if (value instanceof BigDecimal decimal) {
      return decimal;
    }
    if (value instanceof Integer || value instanceof Long) {
      return BigDecimal.valueOf(((Number) value).longValue());
    }
    if (value instanceof Boolean bit) {
      return bit ? BigDecimal.ONE : BigDecimal.ZERO;
    }
    if (value instanceof Double || value instanceof Float) {
      return new BigDecimal(((Number) value).doubleValue());
    }
    if (value instanceof String text) {
      try {
        return new BigDecimal(text.trim());
      } catch (NumberFormatException e) {
        throw SqlErrors.conversion(from, to);
      }
    }
    throw SqlErrors.explicitConversion(from, to);
  }
}
