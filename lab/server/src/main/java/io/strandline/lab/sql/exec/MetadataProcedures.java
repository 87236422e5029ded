package io.strandline.lab.sql.exec;

import io.strandline.lab.session.Column;
import io.strandline.lab.session.SqlException;
import io.strandline.lab.session.SqlType;
import io.strandline.lab.sql.type.Types;
import io.strandline.lab.sql.view.CatalogLibrary;
import io.strandline.lab.sql.view.CatalogObject;
import io.strandline.lab.sql.view.TypeCatalog;
import io.strandline.lab.sql.view.ViewColumns;
import io.strandline.lab.store.ColumnDef;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** {@code sp_tables} and {@code sp_columns_100}, which drivers call (documented shapes). */
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
  }

  /** Whether a name meets a pattern of {@code %}, {@code _} and bracketed characters. */
  static boolean matches(@Nullable String pattern, String name) {
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

  /** Error 15250 for a database other than the current one (documented). */
  static void requireCurrent(ProcedureCall call, String argument) {
    String qualifier = call.text(argument);
    if (qualifier != null && !qualifier.equalsIgnoreCase(call.database().name())) {
      throw SqlException.of(
          15250,
          16,
          1,
          "The database name component of the object qualifier must be the name of the current"
              + " database.");
    }
  }

  /** The visible tables whose owner and name meet the call's patterns. */
  static List<CatalogObject> found(ProcedureCall call) {
    requireCurrent(call, "@table_qualifier");
    return CatalogObject.visible(call.context(), call.database()).stream()
        .filter(
            object ->
                matches(call.text("@table_name"), object.name())
                    && matches(call.text("@table_owner"), object.schema()))
        .toList();
  }

  private static void tables(ProcedureCall call) {
    List<@Nullable Object[]> rows = new ArrayList<>();
    String types = call.text("@table_type");
    if (types == null || types.contains("'TABLE'")) {
      for (CatalogObject object : found(call)) {
        rows.add(table(call, object.schema(), object.name(), "TABLE"));
      }
    }
    if (types == null || types.contains("'VIEW'")) {
      CatalogLibrary.views().forEach((schema, names) -> addViews(call, schema, names, rows));
    }
    call.rows(TABLES, rows);
  }

  private static void addViews(
      ProcedureCall call, String schema, List<String> names, List<@Nullable Object[]> rows) {
    for (String name : names) {
      if (matches(call.text("@table_owner"), schema) && matches(call.text("@table_name"), name)) {
        rows.add(table(call, schema, name, "VIEW"));
      }
    }
  }

  private static @Nullable Object[] table(
      ProcedureCall call, String schema, String name, String type) {
    return new @Nullable Object[] {call.database().name(), schema, name, type, null};
  }

  private static void columns(ProcedureCall call) {
    List<@Nullable Object[]> rows = new ArrayList<>();
    for (CatalogObject object : found(call)) {
      List<ColumnDef> columns = object.columns();
      for (int i = 0; i < columns.size(); i++) {
        ColumnDef column = columns.get(i);
        boolean allowed =
            call.context()
                .access()
                .allows(call.database(), "SELECT", object.id(), object.schema(), column.name());
        if (allowed && matches(call.text("@column_name"), column.name())) {
          rows.add(column(call.database().name(), object, column, i + 1));
        }
      }
    }
    call.rows(COLUMNS, rows);
  }

  private static @Nullable Object[] column(
      String database, CatalogObject object, ColumnDef column, int position) {
    SqlType type = column.type();
    @Nullable Object[] row = new @Nullable Object[COLUMNS.size()];
    boolean number = Types.isNumeric(type) && type.kind() != SqlType.Kind.BIT;
    boolean bytes = Types.isString(type) || Types.isBinary(type);
    row[0] = database;
    row[1] = object.schema();
    row[2] = object.name();
    row[3] = column.name();
    row[4] = OdbcTypes.code(column);
    row[5] = OdbcTypes.name(column) + (column.identity() ? " identity" : "");
    row[6] = OdbcTypes.precision(type);
    row[7] = OdbcTypes.length(type);
    row[8] = number || Types.isTemporal(type) ? (Integer) TypeCatalog.scale(type) : null;
    row[9] = number ? (Integer) 10 : null;
    row[10] = column.nullable() ? 1 : 0;
    row[12] = object.defaultText(column);
    row[13] = OdbcTypes.code(column);
    row[15] = bytes ? (Integer) OdbcTypes.length(type) : null;
    row[16] = position;
    row[17] = column.nullable() ? "YES" : "NO";
    row[18] = 0;
    row[19] = 0;
    row[20] = column.isComputed() ? 1 : 0;
    row[21] = column.identity() ? 1 : 0;
    row[28] = TypeCatalog.id(type.kind());
    return row;
  }
}
