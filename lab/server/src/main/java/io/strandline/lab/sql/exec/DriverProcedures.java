package io.strandline.lab.sql.exec;

import io.strandline.lab.catalog.Security;
import io.strandline.lab.cdc.CaptureInstance;
import io.strandline.lab.session.Column;
import io.strandline.lab.session.SqlType;
import io.strandline.lab.session.SqlType.Kind;
import io.strandline.lab.sql.type.Types;
import io.strandline.lab.sql.view.CatalogObject;
import io.strandline.lab.sql.view.TypeCatalog;
import io.strandline.lab.sql.view.ViewColumns;
import io.strandline.lab.store.ColumnDef;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * {@code sp_datatype_info}, {@code sp_stored_procedures} and the procedures on privileges, which
 * drivers call (documented shapes).
 */
final class DriverProcedures {

  private static final int UNKNOWN = -1;
  private static final int PROCEDURE = 2;
  private static final List<String> RIGHTS =
      List.of("DELETE", "INSERT", "REFERENCES", "SELECT", "UPDATE");
  private static final List<Column> TYPES =
      ViewColumns.parse(
          "TYPE_NAME sysname!, DATA_TYPE smallint!, PRECISION int, LITERAL_PREFIX varchar(32),"
              + " LITERAL_SUFFIX varchar(32), CREATE_PARAMS varchar(32), NULLABLE smallint!,"
              + " CASE_SENSITIVE smallint!, SEARCHABLE smallint!, UNSIGNED_ATTRIBUTE smallint,"
              + " MONEY smallint!, AUTO_INCREMENT smallint, LOCAL_TYPE_NAME sysname,"
              + " MINIMUM_SCALE smallint, MAXIMUM_SCALE smallint, SQL_DATA_TYPE smallint!,"
              + " SQL_DATETIME_SUB smallint, NUM_PREC_RADIX int, INTERVAL_PRECISION smallint,"
              + " USERTYPE smallint");
  private static final List<Column> ROUTINES =
      ViewColumns.parse(
          "PROCEDURE_QUALIFIER sysname, PROCEDURE_OWNER sysname, PROCEDURE_NAME nvarchar(134)!,"
              + " NUM_INPUT_PARAMS int!, NUM_OUTPUT_PARAMS int!, NUM_RESULT_SETS int!, REMARKS"
              + " varchar(254), PROCEDURE_TYPE smallint!");
  private static final List<Column> TABLE_RIGHTS =
      ViewColumns.parse(
          "TABLE_QUALIFIER sysname, TABLE_OWNER sysname, TABLE_NAME sysname!, GRANTOR sysname,"
              + " GRANTEE sysname, PRIVILEGE varchar(32), IS_GRANTABLE varchar(3)");
  private static final List<Column> COLUMN_RIGHTS =
      ViewColumns.parse(
          "TABLE_QUALIFIER sysname, TABLE_OWNER sysname, TABLE_NAME sysname!, COLUMN_NAME sysname!,"
              + " GRANTOR sysname, GRANTEE sysname, PRIVILEGE varchar(32), IS_GRANTABLE"
              + " varchar(3)");

  private DriverProcedures() {}

  static void addTo(Map<String, Procedure> procedures) {
    for (String name : new String[] {"sp_datatype_info", "sp_datatype_info_100"}) {
      procedures.put(name, Procedure.of("@data_type @odbcver", DriverProcedures::types));
    }
    procedures.put(
        "sp_stored_procedures",
        Procedure.of("@sp_name @sp_owner @sp_qualifier @fuseptern", DriverProcedures::routines));
    procedures.put(
        "sp_table_privileges",
        Procedure.of(
            "@table_name @table_owner @table_qualifier @fusepattern",
            DriverProcedures::tableRights));
    procedures.put(
        "sp_column_privileges",
        Procedure.of(
            "@table_name @table_owner @table_qualifier @column_name",
            DriverProcedures::columnRights));
  }

  private static void types(ProcedureCall call) {
    Long wanted = call.number("@data_type");
    List<@Nullable Object[]> rows = new ArrayList<>();
    for (Kind kind : Kind.values()) {
      SqlType type = TypeCatalog.largest(kind);
      add(Types.name(type), type, OdbcTypes.code(type), wanted, rows);
      if (kind == Kind.DECIMAL) {
        add("numeric", type, OdbcTypes.NUMERIC, wanted, rows);
      }
    }
    add("sysname", Types.SYSNAME, OdbcTypes.code(Types.SYSNAME), wanted, rows);
    rows.sort(java.util.Comparator.comparing(row -> (Integer) row[1]));
    call.rows(TYPES, rows);
  }

  private static void add(
      String name, SqlType type, int code, @Nullable Long wanted, List<@Nullable Object[]> rows) {
    if (wanted != null && wanted != 0 && wanted != code) {
      return;
    }
    rows.add(type(name, type, code, false));
    boolean exact = Types.isInteger(type) && type.kind() != Kind.BIT;
    if (exact || type.kind() == Kind.DECIMAL) {
      rows.add(type(name + " identity", type, code, true));
    }
  }

  private static @Nullable Object[] type(String name, SqlType type, int code, boolean identity) {
    boolean number = Types.isNumeric(type) && type.kind() != Kind.BIT;
    boolean quoted =
        Types.isString(type) || Types.isTemporal(type) || type.kind() == Kind.UNIQUEIDENTIFIER;
    String prefix = Types.isUnicode(type) ? "N'" : quoted ? "'" : null;
    boolean binary = Types.isBinary(type);
    boolean money = type.kind() == Kind.MONEY || type.kind() == Kind.SMALLMONEY;
    boolean large = Types.isLarge(type);
    return new @Nullable Object[] {
      name,
      code,
      OdbcTypes.precision(type),
      binary ? "0x" : money ? "$" : prefix,
      quoted ? "'" : null,
      parameters(name, type),
      identity || type.kind() == Kind.ROWVERSION || name.equals("sysname") ? 0 : 1,
      0,
      Types.isString(type) ? (large ? 1 : 3) : 2,
      number ? (Integer) (type.kind() == Kind.TINYINT ? 1 : 0) : null,
      money ? 1 : 0,
      number ? (Integer) (identity ? 1 : 0) : null,
      name,
      scale(type, true),
      scale(type, false),
      code,
      null,
      number ? (Integer) 10 : null,
      null,
      0
    };
  }

  private static @Nullable String parameters(String name, SqlType type) {
    return switch (type.kind()) {
      case DECIMAL -> name.endsWith("identity") ? "precision" : "precision,scale";
      case CHAR, NCHAR, BINARY -> "length";
      case VARCHAR, NVARCHAR, VARBINARY -> name.equals("sysname") ? null : "max length";
      case TIME, DATETIME2, DATETIMEOFFSET -> "scale";
      default -> null;
    };
  }

  private static @Nullable Integer scale(SqlType type, boolean least) {
    return switch (type.kind()) {
      case DECIMAL -> least ? 0 : 38;
      case TIME, DATETIME2, DATETIMEOFFSET -> least ? 0 : 7;
      case DATETIME -> 3;
      case SMALLDATETIME -> 0;
      case MONEY, SMALLMONEY -> 4;
      case TINYINT, SMALLINT, INT, BIGINT -> 0;
      default -> null;
    };
  }

  /** The server's own procedures and the functions of capture instances; users can make none. */
  private static void routines(ProcedureCall call) {
    MetadataProcedures.requireCurrent(call, "@sp_qualifier");
    List<@Nullable Object[]> rows = new ArrayList<>();
    for (CaptureInstance instance : call.database().cdc().instances()) {
      if (call.context().access().seesInstance(call.database(), instance)) {
        addRoutine(call, "cdc", "fn_cdc_get_all_changes_" + instance.name(), ";0", rows);
      }
    }
    SystemProcedures.names().forEach(name -> addRoutine(call, "sys", name, ";1", rows));
    call.rows(ROUTINES, rows);
  }

  private static void addRoutine(
      ProcedureCall call,
      String schema,
      String name,
      String number,
      List<@Nullable Object[]> rows) {
    if (MetadataProcedures.matches(call.text("@sp_owner"), schema)
        && MetadataProcedures.matches(call.text("@sp_name"), name)) {
      rows.add(
          new @Nullable Object[] {
            call.database().name(),
            schema,
            name + number,
            UNKNOWN,
            UNKNOWN,
            UNKNOWN,
            null,
            PROCEDURE
          });
    }
  }

  private static void tableRights(ProcedureCall call) {
    List<@Nullable Object[]> rows = new ArrayList<>();
    for (CatalogObject object : MetadataProcedures.found(call)) {
      for (String right : RIGHTS) {
        rows.add(right(call, object, null, "dbo", right, "YES"));
      }
      for (Security.Permission given : call.database().security().permissions()) {
        if (isOn(given, object) && given.column().isEmpty()) {
          rows.add(right(call, object, null, given.principal().name(), given.name(), "NO"));
        }
      }
    }
    call.rows(TABLE_RIGHTS, rows);
  }

  private static void columnRights(ProcedureCall call) {
    List<@Nullable Object[]> rows = new ArrayList<>();
    for (CatalogObject object : MetadataProcedures.found(call)) {
      for (ColumnDef column : object.columns()) {
        if (MetadataProcedures.matches(call.text("@column_name"), column.name())) {
          addRights(call, object, column, rows);
        }
      }
    }
    call.rows(COLUMN_RIGHTS, rows);
  }

  private static void addRights(
      ProcedureCall call, CatalogObject object, ColumnDef column, List<@Nullable Object[]> rows) {
    for (String right : RIGHTS) {
      if (!right.equals("DELETE")) {
        rows.add(right(call, object, column.name(), "dbo", right, "YES"));
      }
    }
    for (Security.Permission given : call.database().security().permissions()) {
      boolean all = given.column().isEmpty() && !given.name().equals("DELETE");
      if (isOn(given, object) && (all || given.column().equalsIgnoreCase(column.name()))) {
        rows.add(right(call, object, column.name(), given.principal().name(), given.name(), "NO"));
      }
    }
  }

  private static boolean isOn(Security.Permission given, CatalogObject object) {
    return given.allowed()
        && given.schema() == null
        && RIGHTS.contains(given.name())
        && given.objectId() == object.id();
  }

  private static @Nullable Object[] right(
      ProcedureCall call,
      CatalogObject object,
      @Nullable String column,
      String grantee,
      String right,
      String grantable) {
    List<@Nullable Object> row = new ArrayList<>();
    row.add(call.database().name());
    row.add(object.schema());
    row.add(object.name());
    if (column != null) {
      row.add(column);
    }
    row.add("dbo");
    row.add(grantee);
    row.add(right);
    row.add(grantable);
    return row.toArray();
  }
}
