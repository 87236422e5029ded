package io.strandline.lab.session;

/**
 * A column's or parameter's SQL Server type.
 *
 * <p>A value of each {@link Kind} is held as the Java class that the kind names; SQL NULL is {@code
 * null}.
 *
 * @param kind the type's family
 * @param length characters (character kinds) or bytes (binary kinds); {@link #MAX} for {@code
 *     (max)}; 0 where the kind has no length
 * @param precision decimal digits of DECIMAL, 1 to 38; else 0
 * @param scale decimal digits right of the point, or fractional second digits 0 to 7 of TIME,
 *     DATETIME2 and DATETIMEOFFSET; else 0
 */
public record SqlType(Kind kind, int length, int precision, int scale) {

  /** The length of a {@code (max)} type. */
  public static final int MAX = -1;

  /** Type families, each with the Java class of its values. */
  public enum Kind {
    BIT(Boolean.class),
    TINYINT(Integer.class),
    SMALLINT(Integer.class),
    INT(Integer.class),
    BIGINT(Long.class),
    REAL(Float.class),
    FLOAT(Double.class),
    DECIMAL(java.math.BigDecimal.class),
    MONEY(java.math.BigDecimal.class),
    SMALLMONEY(java.math.BigDecimal.class),
    DATE(java.time.LocalDate.class),
    TIME(java.time.LocalTime.class),
    SMALLDATETIME(java.time.LocalDateTime.class),
    DATETIME(java.time.LocalDateTime.class),
    DATETIME2(java.time.LocalDateTime.class),
    DATETIMEOFFSET(java.time.OffsetDateTime.class),
    CHAR(String.class),
    VARCHAR(String.class),
    NCHAR(String.class),
    NVARCHAR(String.class),
    TEXT(String.class),
    NTEXT(String.class),
    XML(String.class),
    BINARY(byte[].class),
    VARBINARY(byte[].class),
    IMAGE(byte[].class),
    ROWVERSION(byte[].class),
    UNIQUEIDENTIFIER(java.util.UUID.class),
    /** Declared only: a column of it holds nothing but NULL and cannot be read. */
    SQL_VARIANT(Void.class),
    /** Declared only, as {@link #SQL_VARIANT}. */
    HIERARCHYID(Void.class),
    /** Declared only, as {@link #SQL_VARIANT}. */
    GEOGRAPHY(Void.class),
    /** Declared only, as {@link #SQL_VARIANT}. */
    GEOMETRY(Void.class);

    private final Class<?> javaClass;

    Kind(Class<?> javaClass) {
      this.javaClass = javaClass;
    }

    /** The class of this kind's non-NULL values. */
    public Class<?> javaClass() {
      return javaClass;
    }
  }

  /** A type without length, precision or scale. */
  public static SqlType of(Kind kind) {
    return new SqlType(kind, 0, 0, 0);
  }

  /** A character or binary type; {@code length} may be {@link #MAX}. */
  public static SqlType sized(Kind kind, int length) {
    return new SqlType(kind, length, 0, 0);
  }

  /** A decimal of the given precision and scale. */
  public static SqlType decimal(int precision, int scale) {
    return new SqlType(Kind.DECIMAL, 0, precision, scale);
  }

  /** A time type of the given fractional second digits. */
  public static SqlType fractional(Kind kind, int scale) {
    return new SqlType(kind, 0, 0, scale);
  }
}
