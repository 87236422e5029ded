package io.strandline.plan;

import io.strandline.change.ColumnType;
import io.strandline.change.ColumnType.Kind;
import java.util.EnumSet;
import java.util.Map;
import java.util.Set;

/**
 * Whether every value of a type is exactly one of another type.
 *
 * <p>The pairs are those by which a column may change at the source without the table's column
 * changing. The three forms of a date-time without a zone do not fit each other: which one a table
 * has was chosen when it was made.
 */
public final class TypeFit {

  private static final Map<Kind, Set<Kind>> WIDER =
      Map.of(
          Kind.SHORT, EnumSet.of(Kind.INT, Kind.LONG, Kind.DOUBLE),
          Kind.INT, EnumSet.of(Kind.LONG, Kind.DOUBLE),
          Kind.FLOAT, EnumSet.of(Kind.DOUBLE),
          Kind.DATE, EnumSet.of(Kind.TIMESTAMP_NTZ));

  private TypeFit() {}

  /** Whether every value of {@code from} can be held as {@code to}. */
  public static boolean fits(ColumnType from, ColumnType to) {
    if (from.equals(to)) {
      return true;
    }
    if (to.kind() == Kind.DECIMAL) {
      int digits = wholeDigits(from);
      return digits > 0 && to.precision() - to.scale() >= digits && to.scale() >= from.scale()
          || isFraction(from, to);
    }
    return WIDER.getOrDefault(from.kind(), Set.of()).contains(to.kind());
  }

  /** A decimal without digits left of the point, such as decimal(3,3). */
  private static boolean isFraction(ColumnType from, ColumnType to) {
    return from.kind() == Kind.DECIMAL
        && from.precision() == from.scale()
        && to.scale() >= from.scale();
  }

  /** Decimal digits left of the point; 0 if the type's values are not exact numbers. */
  private static int wholeDigits(ColumnType type) {
    return switch (type.kind()) {
      case SHORT -> 5;
      case INT -> 10;
      // One more than a bigint has, as Delta's type widening asks (documented).
      case LONG -> 20;
      case DECIMAL -> type.precision() - type.scale();
      default -> 0;
    };
  }
}
