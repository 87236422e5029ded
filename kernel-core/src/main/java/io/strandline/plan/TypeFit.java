package io.strandline.plan;

import io.strandline.change.ColumnType;
import io.strandline.change.ColumnType.Kind;
import java.util.Map;

/**
 * Whether every value of one type is, exactly, a value of another.
 *
 * <p>The three forms of a date-time without a zone do not fit each other: which one a table has was
 * chosen when it was made.
 */
public final class TypeFit {

  /** Integer digits that a decimal needs to hold an integer type's values. */
  private static final Map<Kind, Integer> DIGITS =
      Map.of(Kind.SHORT, 5, Kind.INT, 10, Kind.LONG, 20);

  private TypeFit() {}

  /** Whether {@code to} holds all values of {@code from}; a type holds its own. */
  public static boolean fits(ColumnType from, ColumnType to) {
    if (from.equals(to)) {
      return true;
    }
    return switch (to.kind()) {
      case INT -> from.kind() == Kind.SHORT;
      case LONG -> from.kind() == Kind.SHORT || from.kind() == Kind.INT;
      case DOUBLE ->
          from.kind() == Kind.SHORT || from.kind() == Kind.INT || from.kind() == Kind.FLOAT;
      case DECIMAL -> fitsDecimal(from, to);
      case TIMESTAMP_NTZ -> from.kind() == Kind.DATE;
      default -> false;
    };
  }

  private static boolean fitsDecimal(ColumnType from, ColumnType to) {
    int whole = to.precision() - to.scale();
    if (from.kind() == Kind.DECIMAL) {
      return to.scale() >= from.scale() && whole >= from.precision() - from.scale();
    }
    Integer digits = DIGITS.get(from.kind());
    return digits != null && whole >= digits;
  }
}
