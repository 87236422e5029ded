package io.strandline.lab.sql.type;

import java.math.BigDecimal;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Orders values as SQL Server's comparison operators do. */
public final class Compare {

  private static final int[] GUID_BYTE_ORDER = {
    10, 11, 12, 13, 14, 15, 8, 9, 6, 7, 4, 5, 0, 1, 2, 3
  };

  private Compare() {}

  /** Orders with NULL lowest, as ORDER BY does. */
  public static int nullsFirst(@Nullable Object left, @Nullable Object right) {
    if (left == null || right == null) {
      return left == right ? 0 : left == null ? -1 : 1;
    }
    return values(left, right);
  }

  /** Orders two values of one type, or two numbers. */
  public static int values(Object left, Object right) {
    if (left instanceof Integer a && right instanceof Integer b) {
      return Integer.compare(a, b);
    }
    if (left instanceof byte[] a && right instanceof byte[] b) {
      return bytes(a, b);
    }
    if (left instanceof String a && right instanceof String b) {
      return Collation.compare(a, b);
    }
    if (left instanceof Number a && right instanceof Number b) {
      return numbers(a, b);
    }
    return others(left, right);
  }

  private static int others(Object left, Object right) {
    if (left instanceof LocalDateTime a && right instanceof LocalDateTime b) {
      return a.compareTo(b);
    }
    if (left instanceof LocalDate a && right instanceof LocalDate b) {
      return a.compareTo(b);
    }
    if (left instanceof LocalTime a && right instanceof LocalTime b) {
      return a.compareTo(b);
    }
    if (left instanceof OffsetDateTime a && right instanceof OffsetDateTime b) {
      return a.toInstant().compareTo(b.toInstant());
    }
    if (left instanceof Boolean a && right instanceof Boolean b) {
      return Boolean.compare(a, b);
    }
    if (left instanceof UUID a && right instanceof UUID b) {
      return guids(a, b);
    }
    throw new IllegalArgumentException(
        "no order between " + left.getClass().getName() + " and " + right.getClass().getName());
  }

  private static int numbers(Number left, Number right) {
    if (isWhole(left) && isWhole(right)) {
      return Long.compare(left.longValue(), right.longValue());
    }
    if (left instanceof BigDecimal || right instanceof BigDecimal) {
      return decimal(left).compareTo(decimal(right));
    }
    return Double.compare(left.doubleValue(), right.doubleValue());
  }

  private static boolean isWhole(Number number) {
    return number instanceof Integer || number instanceof Long;
  }

  private static BigDecimal decimal(Number number) {
    if (number instanceof BigDecimal decimal) {
      return decimal;
    }
    return isWhole(number)
        ? BigDecimal.valueOf(number.longValue())
        : new BigDecimal(number.doubleValue());
  }

  /** Orders bytes as unsigned; the shorter is padded with zeros. */
  public static int bytes(byte[] left, byte[] right) {
    int length = Math.max(left.length, right.length);
    for (int i = 0; i < length; i++) {
      int a = i < left.length ? left[i] & 0xFF : 0;
      int b = i < right.length ? right[i] & 0xFF : 0;
      if (a != b) {
        return a - b;
      }
    }
    return 0;
  }

  private static int guids(UUID left, UUID right) {
    for (int position : GUID_BYTE_ORDER) {
      int order = Integer.compare(guidByte(left, position), guidByte(right, position));
      if (order != 0) {
        return order;
      }
    }
    return 0;
  }

  private static int guidByte(UUID guid, int position) {
    long half = position < 8 ? guid.getMostSignificantBits() : guid.getLeastSignificantBits();
    return (int) (half >>> (56 - 8 * (position % 8))) & 0xFF;
  }
}
