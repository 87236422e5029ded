package io.strandline.lab.sql.type;

import io.strandline.lab.session.SqlType;
import io.strandline.lab.session.SqlType.Kind;
import java.util.List;
import java.util.Locale;

/** Names, precedence and combination of types, by SQL Server's documented rules. */
public final class Types {

  public static final SqlType BIT = SqlType.of(Kind.BIT);
  public static final SqlType TINYINT = SqlType.of(Kind.TINYINT);
  public static final SqlType SMALLINT = SqlType.of(Kind.SMALLINT);
  public static final SqlType INT = SqlType.of(Kind.INT);
  public static final SqlType BIGINT = SqlType.of(Kind.BIGINT);
  public static final SqlType FLOAT = SqlType.of(Kind.FLOAT);
  public static final SqlType DATETIME = SqlType.of(Kind.DATETIME);
  public static final SqlType DATETIME2 = SqlType.fractional(Kind.DATETIME2, 7);
  public static final SqlType DATETIMEOFFSET = SqlType.fractional(Kind.DATETIMEOFFSET, 7);
  public static final SqlType SYSNAME = SqlType.sized(Kind.NVARCHAR, 128);
  public static final SqlType NVARCHAR_MAX = SqlType.sized(Kind.NVARCHAR, SqlType.MAX);
  public static final SqlType LSN = SqlType.sized(Kind.BINARY, 10);
  public static final SqlType GUID = SqlType.of(Kind.UNIQUEIDENTIFIER);

  /** The type of a bare NULL, which gives way to any other. */
  public static final SqlType UNTYPED_NULL = new SqlType(Kind.INT, -7, 0, 0);

  private static final List<Kind> PRECEDENCE =
      List.of(
          Kind.BINARY,
          Kind.ROWVERSION,
          Kind.VARBINARY,
          Kind.CHAR,
          Kind.VARCHAR,
          Kind.NCHAR,
          Kind.NVARCHAR,
          Kind.UNIQUEIDENTIFIER,
          Kind.IMAGE,
          Kind.TEXT,
          Kind.NTEXT,
          Kind.BIT,
          Kind.TINYINT,
          Kind.SMALLINT,
          Kind.INT,
          Kind.BIGINT,
          Kind.SMALLMONEY,
          Kind.MONEY,
          Kind.DECIMAL,
          Kind.REAL,
          Kind.FLOAT,
          Kind.TIME,
          Kind.DATE,
          Kind.SMALLDATETIME,
          Kind.DATETIME,
          Kind.DATETIME2,
          Kind.DATETIMEOFFSET,
          Kind.XML);

  private Types() {}

  /** The rank of a kind in type precedence; higher wins. */
  public static int precedence(Kind kind) {
    return PRECEDENCE.indexOf(kind);
  }

  /** A varchar of {@code length} characters; longer than 8,000 is {@code (max)}. */
  public static SqlType varchar(int length) {
    return SqlType.sized(Kind.VARCHAR, clampLength(length, 8000));
  }

  /** An nvarchar of {@code length} characters; longer than 4,000 is {@code (max)}. */
  public static SqlType nvarchar(int length) {
    return SqlType.sized(Kind.NVARCHAR, clampLength(length, 4000));
  }

  /** A varbinary of {@code length} bytes; longer than 8,000 is {@code (max)}. */
  public static SqlType varbinary(int length) {
    return SqlType.sized(Kind.VARBINARY, clampLength(length, 8000));
  }

  private static int clampLength(int length, int limit) {
    if (length == SqlType.MAX || length > limit) {
      return SqlType.MAX;
    }
    return Math.max(1, length);
  }

  public static boolean isString(SqlType type) {
    return switch (type.kind()) {
      case CHAR, VARCHAR, NCHAR, NVARCHAR, TEXT, NTEXT, XML -> true;
      default -> false;
    };
  }

  public static boolean isUnicode(SqlType type) {
    return switch (type.kind()) {
      case NCHAR, NVARCHAR, NTEXT, XML -> true;
      default -> false;
    };
  }

  public static boolean isBinary(SqlType type) {
    return switch (type.kind()) {
      case BINARY, VARBINARY, IMAGE, ROWVERSION -> true;
      default -> false;
    };
  }

  public static boolean isInteger(SqlType type) {
    return switch (type.kind()) {
      case BIT, TINYINT, SMALLINT, INT, BIGINT -> true;
      default -> false;
    };
  }

  public static boolean isNumeric(SqlType type) {
    return switch (type.kind()) {
      case BIT, TINYINT, SMALLINT, INT, BIGINT, REAL, FLOAT, DECIMAL, MONEY, SMALLMONEY -> true;
      default -> false;
    };
  }

  public static boolean isTemporal(SqlType type) {
    return switch (type.kind()) {
      case DATE, TIME, SMALLDATETIME, DATETIME, DATETIME2, DATETIMEOFFSET -> true;
      default -> false;
    };
  }

  /** Whether columns of the type can be declared and hold NULL, but not be read. */
  public static boolean isDeclaredOnly(SqlType type) {
    return switch (type.kind()) {
      case SQL_VARIANT, HIERARCHYID, GEOGRAPHY, GEOMETRY -> true;
      default -> false;
    };
  }

  /** Whether values of the type can be large objects ({@code max}, text, image, xml). */
  public static boolean isLarge(SqlType type) {
    return type.length() == SqlType.MAX
        || switch (type.kind()) {
          case TEXT, NTEXT, IMAGE, XML -> true;
          default -> false;
        };
  }

  /** The type's name as messages and catalog views spell it. */
  public static String name(SqlType type) {
    return switch (type.kind()) {
      case ROWVERSION -> "timestamp";
      default -> type.kind().name().toLowerCase(Locale.ROOT);
    };
  }

  /** The type's name in conversion errors, which call decimal "numeric". */
  public static String errorName(SqlType type) {
    return type.kind() == Kind.DECIMAL ? "numeric" : name(type);
  }

  /** The number of digits an exact number of this type can have. */
  public static int digits(SqlType type) {
    return switch (type.kind()) {
      case BIT -> 1;
      case TINYINT -> 3;
      case SMALLINT -> 5;
      case INT -> 10;
      case BIGINT, MONEY -> 19;
      case SMALLMONEY -> 10;
      case DECIMAL -> type.precision();
      default -> 38;
    };
  }

  /** The digits right of the point of an exact number of this type. */
  public static int scale(SqlType type) {
    return switch (type.kind()) {
      case MONEY, SMALLMONEY -> 4;
      case DECIMAL -> type.scale();
      default -> 0;
    };
  }

  /** A decimal bounded to 38 digits, keeping the integral digits as SQL Server does. */
  public static SqlType boundedDecimal(int precision, int scale) {
    if (precision <= 38) {
      return SqlType.decimal(Math.max(1, precision), scale);
    }
    int integral = precision - scale;
    int kept = Math.max(Math.min(scale, 6), 38 - integral);
    return SqlType.decimal(38, Math.min(scale, Math.max(0, kept)));
  }

  /** The type that CASE, UNION, COALESCE and comparison bring two types to. */
  public static SqlType common(SqlType left, SqlType right) {
    if (left.equals(UNTYPED_NULL)) {
      return right;
    }
    if (right.equals(UNTYPED_NULL) || left.equals(right)) {
      return left;
    }
    SqlType high = precedence(left.kind()) >= precedence(right.kind()) ? left : right;
    SqlType low = high.equals(left) ? right : left;
    if (high.kind() == Kind.DECIMAL && isNumeric(low)) {
      int scale = Math.max(scale(high), scale(low));
      int integral = Math.max(digits(high) - scale(high), digits(low) - scale(low));
      return boundedDecimal(integral + scale, scale);
    }
    if (isString(high) && isString(low) || isBinary(high) && isBinary(low)) {
      return combinedLength(high, low);
    }
    if (high.kind() == low.kind()) {
      return high.scale() >= low.scale() ? high : low;
    }
    return high;
  }

  private static SqlType combinedLength(SqlType high, SqlType low) {
    boolean max = high.length() == SqlType.MAX || low.length() == SqlType.MAX;
    int length = max ? SqlType.MAX : Math.max(high.length(), low.length());
    return switch (high.kind()) {
      case CHAR -> low.kind() == Kind.CHAR ? SqlType.sized(Kind.CHAR, length) : varchar(length);
      case NCHAR, NVARCHAR ->
          high.kind() == Kind.NCHAR && low.kind() == Kind.NCHAR
              ? SqlType.sized(Kind.NCHAR, length)
              : nvarchar(length);
      case VARCHAR -> varchar(length);
      case BINARY ->
          low.kind() == Kind.BINARY ? SqlType.sized(Kind.BINARY, length) : varbinary(length);
      case VARBINARY -> varbinary(length);
      default -> high;
    };
  }
}
