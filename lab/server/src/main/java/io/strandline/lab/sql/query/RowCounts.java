package io.strandline.lab.sql.query;

import io.strandline.lab.session.SqlException;
import org.jspecify.annotations.Nullable;

/** Reads the row counts of TOP, OFFSET and FETCH. */
public final class RowCounts {

  private RowCounts() {}

  /** The row count of FETCH; errors 10744, 127 and 1060. */
  static long fetch(@Nullable Object value) {
    long count = count(value);
    if (count == 0) {
      throw SqlException.of(
          10744,
          15,
          1,
          "The number of rows provided for a FETCH clause must be greater then zero.");
    }
    return count;
  }

  /** The row count of TOP or FETCH; errors 127 and 1060. */
  public static long count(@Nullable Object value) {
    return count(value, 127, "A TOP N or FETCH rowcount value may not be negative.");
  }

  /** The row count of OFFSET; errors 10742 and 1060. */
  static long offset(@Nullable Object value) {
    return count(value, 10742, "The offset specified in a OFFSET clause may not be negative.");
  }

  private static long count(@Nullable Object value, int number, String negative) {
    if (!(value instanceof Long count)) {
      throw notInteger();
    }
    if (count < 0) {
      throw SqlException.of(number, 15, 1, negative);
    }
    return count;
  }

  /** The share of {@code size} rows that a percentage is, rounded up (documented); error 1031. */
  public static long share(@Nullable Object percentage, int size) {
    if (!(percentage instanceof Double share)) {
      throw notInteger();
    }
    if (share < 0 || share > 100) {
      throw SqlException.of(1031, 15, 1, "Percent values must be between 0 and 100.");
    }
    return (long) Math.ceil(size * share / 100);
  }

  private static SqlException notInteger() {
    return SqlException.of(
        1060,
        15,
        1,
        "The number of rows provided for a TOP or FETCH clauses row count parameter must be an"
            + " integer.");
  }
}
