package io.strandline.change;

/**
 * The type of a table column, independent of source and target.
 *
 * @param kind the family
 * @param precision decimal digits of DECIMAL, 1 to 38; else 0
 * @param scale digits right of the point of DECIMAL, 0 to precision; else 0
 */
public record ColumnType(Kind kind, int precision, int scale) {

  /** The largest precision whose unscaled values a {@link LongVector} holds. */
  public static final int LONG_DECIMAL_PRECISION = 18;

  /** Type families, each with the vector that carries it. */
  public enum Kind {
    /** 0 or 1 in an {@link IntVector}. */
    BOOLEAN,
    /** 16 bits in an {@link IntVector}. */
    SHORT,
    /** An {@link IntVector}. */
    INT,
    /** A {@link LongVector}. */
    LONG,
    /** A {@link DoubleVector}. */
    FLOAT,
    /** A {@link DoubleVector}. */
    DOUBLE,
    /**
     * Unscaled: a {@link LongVector} to precision 18; above, big-endian two's complement in a
     * {@link BytesVector}.
     */
    DECIMAL,
    /** UTF-8 in a {@link BytesVector}. */
    STRING,
    /** A {@link BytesVector}. */
    BINARY,
    /** Days since 1970-01-01 in an {@link IntVector}. */
    DATE,
    /** Microseconds since 1970-01-01T00:00Z in a {@link LongVector}. */
    TIMESTAMP,
    /** Microseconds since 1970-01-01T00:00 without a zone in a {@link LongVector}. */
    TIMESTAMP_NTZ
  }

  public ColumnType {
    boolean decimal = kind == Kind.DECIMAL;
    if (decimal && (precision < 1 || precision > 38 || scale < 0 || scale > precision)) {
      throw new IllegalArgumentException("no decimal(" + precision + "," + scale + ")");
    }
    if (!decimal && (precision != 0 || scale != 0)) {
      throw new IllegalArgumentException(kind + " has no precision or scale");
    }
  }

  /** A type other than DECIMAL. */
  public static ColumnType of(Kind kind) {
    return new ColumnType(kind, 0, 0);
  }

  /** A DECIMAL. */
  public static ColumnType decimal(int precision, int scale) {
    return new ColumnType(Kind.DECIMAL, precision, scale);
  }

  /** Whether this is a DECIMAL whose unscaled values fit a {@link LongVector}. */
  public boolean isLongDecimal() {
    return kind == Kind.DECIMAL && precision <= LONG_DECIMAL_PRECISION;
  }

  @Override
  public String toString() {
    return kind == Kind.DECIMAL
        ? "decimal(" + precision + "," + scale + ")"
        : kind.name().toLowerCase(java.util.Locale.ROOT);
  }
}
