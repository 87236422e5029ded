package io.strandline.lab.sql.exec;

import io.strandline.lab.session.SqlType;
import io.strandline.lab.sql.type.Types;
import io.strandline.lab.sql.view.TypeCatalog;
import io.strandline.lab.store.AliasType;
import io.strandline.lab.store.ColumnDef;

/** Types as ODBC numbers and measures them, for {@code sp_columns} (documented by ODBC). */
final class OdbcTypes {

  private static final int UNLIMITED = Integer.MAX_VALUE;

  private OdbcTypes() {}

  /** ODBC's number of numeric, which is not that of decimal. */
  static final int NUMERIC = 2;

  static int code(ColumnDef column) {
    return column.typeName().equals("numeric") ? NUMERIC : code(column.type());
  }

  /** The name that {@code sp_columns} gives a column's type. */
  static String name(ColumnDef column) {
    AliasType alias = column.alias();
    if (alias != null) {
      return alias.name();
    }
    return column.typeName().equals("numeric") ? column.typeName() : Types.name(column.type());
  }

  static int code(SqlType type) {
    return switch (type.kind()) {
      case BIT -> -7;
      case TINYINT -> -6;
      case SMALLINT -> 5;
      case INT -> 4;
      case BIGINT -> -5;
      case REAL -> 7;
      case FLOAT -> 6;
      case DECIMAL, MONEY, SMALLMONEY -> 3;
      case DATE -> 91;
      case TIME -> -154;
      case SMALLDATETIME, DATETIME -> 93;
      case DATETIME2 -> 93;
      case DATETIMEOFFSET -> -155;
      case CHAR -> 1;
      case VARCHAR -> 12;
      case TEXT -> -1;
      case NCHAR -> -8;
      case NVARCHAR -> -9;
      case NTEXT -> -10;
      case XML -> -152;
      case BINARY, ROWVERSION -> -2;
      case VARBINARY -> -3;
      case IMAGE -> -4;
      case UNIQUEIDENTIFIER -> -11;
      case SQL_VARIANT -> -150;
      case HIERARCHYID, GEOGRAPHY, GEOMETRY -> -151;
    };
  }

  static int precision(SqlType type) {
    if (Types.isString(type) || Types.isBinary(type)) {
      return Types.isLarge(type)
          ? UNLIMITED
          : type.kind() == SqlType.Kind.ROWVERSION ? 8 : type.length();
    }
    return type.kind() == SqlType.Kind.UNIQUEIDENTIFIER ? 36 : TypeCatalog.precision(type);
  }

  static int length(SqlType type) {
    if (Types.isLarge(type)) {
      return UNLIMITED;
    }
    return switch (type.kind()) {
      case DECIMAL, MONEY -> TypeCatalog.precision(type) + 2;
      case DATETIME, SMALLDATETIME, DATETIME2 -> 16;
      default -> TypeCatalog.maxLength(type);
    };
  }
}
