package io.strandline.lab.sql.view;

import io.strandline.lab.session.SqlType;
import io.strandline.lab.session.SqlType.Kind;
import io.strandline.lab.sql.type.Types;
import org.jspecify.annotations.Nullable;

/** Types as {@code sys.types} and {@code sys.columns} number and measure them (documented). */
public final class TypeCatalog {

  private static final int NUMERIC_ID = 108;

  private TypeCatalog() {}

  /** {@code system_type_id}. */
  public static int id(Kind kind) {
    return switch (kind) {
      case IMAGE -> 34;
      case TEXT -> 35;
      case UNIQUEIDENTIFIER -> 36;
      case SQL_VARIANT -> 98;
      case HIERARCHYID, GEOGRAPHY, GEOMETRY -> 240;
      case DATE -> 40;
      case TIME -> 41;
      case DATETIME2 -> 42;
      case DATETIMEOFFSET -> 43;
      case TINYINT -> 48;
      case SMALLINT -> 52;
      case INT -> 56;
      case SMALLDATETIME -> 58;
      case REAL -> 59;
      case MONEY -> 60;
      case DATETIME -> 61;
      case FLOAT -> 62;
      case NTEXT -> 99;
      case BIT -> 104;
      case DECIMAL -> 106;
      case SMALLMONEY -> 122;
      case BIGINT -> 127;
      case VARBINARY -> 165;
      case VARCHAR -> 167;
      case BINARY -> 173;
      case CHAR -> 175;
      case ROWVERSION -> 189;
      case NVARCHAR -> 231;
      case NCHAR -> 239;
      case XML -> 241;
    };
  }

  /** {@code system_type_id} of a column by the system type's name as declared. */
  static int systemId(SqlType type, String typeName) {
    return typeName.equals("numeric") ? NUMERIC_ID : id(type.kind());
  }

  /** {@code user_type_id}, which tells the types of one system type apart. */
  public static int userId(Kind kind) {
    return switch (kind) {
      case HIERARCHYID -> 128;
      case GEOMETRY -> 129;
      case GEOGRAPHY -> 130;
      default -> id(kind);
    };
  }

  /** {@code max_length} in bytes; -1 for {@code max}. */
  public static int maxLength(SqlType type) {
    return switch (type.kind()) {
      case BIT, TINYINT -> 1;
      case SMALLINT -> 2;
      case INT, REAL, SMALLMONEY, SMALLDATETIME -> 4;
      case BIGINT, FLOAT, MONEY, DATETIME, ROWVERSION -> 8;
      case DATE -> 3;
      case TIME -> timeBytes(type.scale());
      case DATETIME2 -> timeBytes(type.scale()) + 3;
      case DATETIMEOFFSET -> timeBytes(type.scale()) + 5;
      case DECIMAL -> decimalBytes(type.precision());
      case UNIQUEIDENTIFIER, TEXT, NTEXT, IMAGE -> 16;
      case XML, GEOGRAPHY, GEOMETRY -> -1;
      case SQL_VARIANT -> 8016;
      case HIERARCHYID -> 892;
      case NCHAR, NVARCHAR -> type.length() == SqlType.MAX ? -1 : 2 * type.length();
      case CHAR, VARCHAR, BINARY, VARBINARY -> type.length();
    };
  }

  private static int timeBytes(int scale) {
    return scale <= 2 ? 3 : scale <= 4 ? 4 : 5;
  }

  private static int decimalBytes(int precision) {
    return precision <= 9 ? 5 : precision <= 19 ? 9 : precision <= 28 ? 13 : 17;
  }

  /** {@code precision}; 0 where the type is not numeric or temporal. */
  public static int precision(SqlType type) {
    return switch (type.kind()) {
      case BIT -> 1;
      case TINYINT -> 3;
      case SMALLINT -> 5;
      case INT, DATE, SMALLMONEY -> 10;
      case BIGINT, MONEY -> 19;
      case DECIMAL -> type.precision();
      case REAL -> 24;
      case FLOAT -> 53;
      case SMALLDATETIME -> 16;
      case DATETIME -> 23;
      case TIME -> type.scale() == 0 ? 8 : 9 + type.scale();
      case DATETIME2 -> type.scale() == 0 ? 19 : 20 + type.scale();
      case DATETIMEOFFSET -> type.scale() == 0 ? 26 : 27 + type.scale();
      default -> 0;
    };
  }

  /** {@code scale}. */
  public static int scale(SqlType type) {
    return switch (type.kind()) {
      case DATETIME -> 3;
      case TIME, DATETIME2, DATETIMEOFFSET -> type.scale();
      default -> Types.scale(type);
    };
  }

  /**
   * The length in characters or bytes; -1 for {@code max}, {@code null} where there is none
   * (asserted on 2022).
   */
  public static @Nullable Integer characters(SqlType type) {
    return switch (type.kind()) {
      case CHAR, VARCHAR, NCHAR, NVARCHAR, BINARY, VARBINARY -> type.length();
      case ROWVERSION -> 8;
      case TEXT, IMAGE -> Integer.MAX_VALUE;
      case NTEXT -> Integer.MAX_VALUE / 2;
      case XML -> -1;
      default -> null;
    };
  }

  /** The digits of a fractional second; {@code null} for types without a time. */
  public static @Nullable Integer fractionDigits(SqlType type) {
    return switch (type.kind()) {
      case DATE, SMALLDATETIME -> 0;
      case DATETIME -> 3;
      case TIME, DATETIME2, DATETIMEOFFSET -> type.scale();
      default -> null;
    };
  }

  /** The type of a kind with the greatest length or precision. */
  public static SqlType largest(Kind kind) {
    return switch (kind) {
      case DECIMAL -> SqlType.decimal(38, 38);
      case TIME, DATETIME2, DATETIMEOFFSET -> SqlType.fractional(kind, 7);
      case CHAR, VARCHAR, BINARY, VARBINARY -> SqlType.sized(kind, 8000);
      case NCHAR, NVARCHAR -> SqlType.sized(kind, 4000);
      default -> SqlType.of(kind);
    };
  }
}
