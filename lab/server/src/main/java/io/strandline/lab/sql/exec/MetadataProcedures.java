package io.strandline.lab.sql.exec;

import io.strandline.lab.session.Column;
import io.strandline.lab.session.SqlType;
import io.strandline.lab.sql.query.StatementContext;
import io.strandline.lab.sql.type.Types;
import io.strandline.lab.sql.view.TypeCatalog;
import io.strandline.lab.sql.view.ViewColumns;
import io.strandline.lab.store.ColumnDef;
import io.strandline.lab.store.KeyDef;
import io.strandline.lab.store.Table;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The catalog procedures that database drivers call (documented shapes). */
final class MetadataProcedures {

  private static final List<Column> TABLES =
      ViewColumns.parse(
          "TABLE_QUALIFIER sysname, TABLE_OWNER sysname, TABLE_NAME sysname, TABLE_TYPE"
              + " varchar(32), REMARKS varchar(254)");

  private static final List<Column> COLUMNS =
      ViewColumns.parse(
          "TABLE_QUALIFIER sysname, TABLE_OWNER sysname, TABLE_NAME sysname, COLUMN_NAME sysname,"
              + " DATA_TYPE smallint, TYPE_NAME sysname, PRECISION int, LENGTH int, SCALE"
              + " smallint, RADIX smallint, NULLABLE smallint, REMARKS varchar(254), COLUMN_DEF"
              + " nvarchar(4000), SQL_DATA_TYPE smallint, SQL_DATETIME_SUB smallint,"
              + " CHAR_OCTET_LENGTH int, ORDINAL_POSITION int, IS_NULLABLE varchar(254),"
              + " SS_IS_SPARSE smallint, SS_IS_COLUMN_SET smallint, SS_IS_COMPUTED smallint,"
              + " SS_IS_IDENTITY smallint, SS_UDT_CATALOG_NAME sysname, SS_UDT_SCHEMA_NAME"
              + " sysname, SS_UDT_ASSEMBLY_TYPE_NAME nvarchar(4000),"
              + " SS_XML_SCHEMACOLLECTION_CATALOG_NAME sysname,"
              + " SS_XML_SCHEMACOLLECTION_SCHEMA_NAME sysname, SS_XML_SCHEMACOLLECTION_NAME"
              + " sysname, SS_DATA_TYPE tinyint");

  private static final List<Column> KEYS =
      ViewColumns.parse(
          "TABLE_QUALIFIER sysname, TABLE_OWNER sysname, TABLE_NAME sysname, COLUMN_NAME sysname,"
              + " KEY_SEQ smallint, PK_NAME sysname");

  private MetadataProcedures() {}

  static void addTo(Map<String, Procedure> procedures) {
    procedures.put(
        "sp_tables",
        Procedure.of(
            "@table_name @table_owner @table_qualifier @table_type @fuseptnmatch",
            MetadataProcedures::tables));
    procedures.put(
        "sp_columns_100",
        Procedure.of(
            "@table_name @table_owner @table_qualifier @column_name @namescope @odbcver"
                + " @fuseptnmatch",
            MetadataProcedures::columns));
    procedures.put(
        "sp_pkeys",
        Procedure.of("@table_name @table_owner @table_qualifier", MetadataProcedures::keys));
  }

  private static boolean matches(@Nullable String pattern, String name) {
    if (pattern == null) {
      return true;
    }
    StringBuilder regex = new StringBuilder();
    for (int i = 0; i < pattern.length(); i++) {
      char c = pattern.charAt(i);
      boolean bracketed = c == '[' && i + 2 < pattern.length() && pattern.charAt(i + 2) == ']';
      if (bracketed) {
        regex.append(Pattern.quote(String.valueOf(pattern.charAt(i + 1))));
        i += 2;
      } else {
        regex.append(c == '%' ? ".*" : c == '_' ? "." : Pattern.quote(String.valueOf(c)));
      }
    }
    return Pattern.compile(regex.toString(), Pattern.CASE_INSENSITIVE).matcher(name).matches();
  }

  private static List<Table> found(ProcedureCall call) {
    StatementContext context = call.context();
    String qualifier = call.text("@table_qualifier");
    List<Table> found = new ArrayList<>();
    if (qualifier != null && !qualifier.equalsIgnoreCase(call.database().name())) {
      return found;
    }
    for (Table table : call.database().tables()) {
      if (matches(call.text("@table_name"), table.name())
          && matches(call.text("@table_owner"), table.schemaName())
          && context.access().sees(call.database(), table)) {
        found.add(table);
      }
    }
    return found;
  }

  private static void tables(ProcedureCall call) {
    List<@Nullable Object[]> rows = new ArrayList<>();
    String types = call.text("@table_type");
    if (types == null || types.contains("'TABLE'")) {
      for (Table table : found(call)) {
        rows.add(
            new @Nullable Object[] {
              call.database().name(), table.schemaName(), table.name(), "TABLE", null
            });
      }
    }
    call.rows(TABLES, rows);
  }

  private static void keys(ProcedureCall call) {
    List<@Nullable Object[]> rows = new ArrayList<>();
    for (Table table : found(call)) {
      KeyDef key = table.schema().primaryKey();
      for (int i = 0; key != null && i < key.parts().size(); i++) {
        ColumnDef column = table.schema().byId(key.parts().get(i).columnId());
        rows.add(
            new @Nullable Object[] {
              call.database().name(),
              table.schemaName(),
              table.name(),
              column == null ? null : column.name(),
              i + 1,
              key.name()
            });
      }
    }
    call.rows(KEYS, rows);
  }

  private static void columns(ProcedureCall call) {
    List<@Nullable Object[]> rows = new ArrayList<>();
    for (Table table : found(call)) {
      List<ColumnDef> columns = table.schema().columns();
      for (int i = 0; i < columns.size(); i++) {
        if (matches(call.text("@column_name"), columns.get(i).name())) {
          rows.add(column(call.database().name(), table, columns.get(i), i + 1));
        }
      }
    }
    call.rows(COLUMNS, rows);
  }

  private static @Nullable Object[] column(
      String database, Table table, ColumnDef column, int position) {
    SqlType type = column.type();
    @Nullable Object[] row = new @Nullable Object[COLUMNS.size()];
    boolean number = Types.isNumeric(type);
    boolean bytes = Types.isString(type) || Types.isBinary(type);
    row[0] = database;
    row[1] = table.schemaName();
    row[2] = table.name();
    row[3] = column.name();
    row[4] = OdbcTypes.code(type);
    row[5] = Types.name(type) + (column.identity() ? " identity" : "");
    row[6] = OdbcTypes.precision(type);
    row[7] = OdbcTypes.length(type);
    row[8] = number || Types.isTemporal(type) ? (Integer) TypeCatalog.scale(type) : null;
    row[9] = number ? (Integer) 10 : null;
    row[10] = column.nullable() ? 1 : 0;
    row[13] = OdbcTypes.code(type);
    row[15] = bytes ? (Integer) OdbcTypes.length(type) : null;
    row[16] = position;
    row[17] = column.nullable() ? "YES" : "NO";
    row[18] = 0;
    row[19] = 0;
    row[20] = 0;
    row[21] = column.identity() ? 1 : 0;
    row[28] = TypeCatalog.id(type.kind());
    return row;
  }
}
