package io.strandline.lab.sql.view;

import io.strandline.lab.catalog.Database;
import io.strandline.lab.session.SqlType;
import io.strandline.lab.sql.query.StatementContext;
import io.strandline.lab.sql.type.Collation;
import io.strandline.lab.sql.type.Types;
import io.strandline.lab.store.ColumnDef;
import io.strandline.lab.store.ConstraintDef;
import io.strandline.lab.store.KeyDef;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The views of {@code INFORMATION_SCHEMA} that readers ask for tables, columns and keys. */
final class InformationSchema {

  /** The schema's name. */
  static final String NAME = "INFORMATION_SCHEMA";

  private static final Map<String, View> VIEWS = views();

  private InformationSchema() {}

  /** A view by name; {@code null} if there is none. */
  static @Nullable View find(String name) {
    return VIEWS.get(name.toLowerCase(Locale.ROOT));
  }

  /** All names in order. */
  static List<String> names() {
    return VIEWS.keySet().stream().map(name -> name.toUpperCase(Locale.ROOT)).sorted().toList();
  }

  private static Map<String, View> views() {
    Map<String, View> views = new HashMap<>();
    views.put(
        "schemata",
        new View(
            "CATALOG_NAME nvarchar(128), SCHEMA_NAME nvarchar(128)!, SCHEMA_OWNER nvarchar(128)",
            InformationSchema::schemata));
    views.put(
        "tables",
        new View(
            "TABLE_CATALOG nvarchar(128), TABLE_SCHEMA nvarchar(128), TABLE_NAME sysname!,"
                + " TABLE_TYPE varchar(10)",
            InformationSchema::tables));
    views.put(
        "columns",
        new View(
            "TABLE_CATALOG nvarchar(128), TABLE_SCHEMA nvarchar(128), TABLE_NAME sysname!,"
                + " COLUMN_NAME sysname, ORDINAL_POSITION int, COLUMN_DEFAULT nvarchar(4000),"
                + " IS_NULLABLE varchar(3), DATA_TYPE nvarchar(128), CHARACTER_MAXIMUM_LENGTH int,"
                + " CHARACTER_OCTET_LENGTH int, NUMERIC_PRECISION tinyint,"
                + " NUMERIC_PRECISION_RADIX smallint, NUMERIC_SCALE int, DATETIME_PRECISION"
                + " smallint, CHARACTER_SET_NAME sysname, COLLATION_NAME sysname",
            InformationSchema::columns));
    views.put(
        "table_constraints",
        new View(
            "CONSTRAINT_CATALOG nvarchar(128), CONSTRAINT_SCHEMA nvarchar(128), CONSTRAINT_NAME"
                + " sysname!, TABLE_CATALOG nvarchar(128), TABLE_SCHEMA nvarchar(128), TABLE_NAME"
                + " sysname!, CONSTRAINT_TYPE varchar(11), IS_DEFERRABLE varchar(2)!,"
                + " INITIALLY_DEFERRED varchar(2)!",
            InformationSchema::constraints));
    views.put(
        "key_column_usage",
        new View(
            "CONSTRAINT_CATALOG nvarchar(128), CONSTRAINT_SCHEMA nvarchar(128), CONSTRAINT_NAME"
                + " sysname!, TABLE_CATALOG nvarchar(128), TABLE_SCHEMA nvarchar(128), TABLE_NAME"
                + " sysname!, COLUMN_NAME nvarchar(128), ORDINAL_POSITION int!",
            InformationSchema::keyColumns));
    return Map.copyOf(views);
  }

  private static List<@Nullable Object[]> schemata(StatementContext context, Database database) {
    List<@Nullable Object[]> rows = new ArrayList<>();
    database
        .schemas()
        .forEach(
            schema -> rows.add(new @Nullable Object[] {database.name(), schema.name(), "dbo"}));
    return rows;
  }

  private static List<@Nullable Object[]> tables(StatementContext context, Database database) {
    List<@Nullable Object[]> rows = new ArrayList<>();
    for (CatalogObject object : CatalogObject.visible(context, database)) {
      rows.add(
          new @Nullable Object[] {database.name(), object.schema(), object.name(), "BASE TABLE"});
    }
    return rows;
  }

  private static List<@Nullable Object[]> columns(StatementContext context, Database database) {
    List<@Nullable Object[]> rows = new ArrayList<>();
    for (CatalogObject object : CatalogObject.visible(context, database)) {
      int position = 1;
      for (ColumnDef column : object.columns()) {
        int at = position++;
        if (context
            .access()
            .allows(database, "SELECT", object.id(), object.schema(), column.name())) {
          rows.add(column(database, object, column, at));
        }
      }
    }
    return rows;
  }

  private static @Nullable Object[] column(
      Database database, CatalogObject object, ColumnDef column, int position) {
    SqlType type = column.type();
    ConstraintDef.Default value = ConstraintViews.defaultOf(object.constraints(), column);
    boolean number = Types.isNumeric(type) && type.kind() != SqlType.Kind.BIT;
    boolean floating = type.kind() == SqlType.Kind.FLOAT || type.kind() == SqlType.Kind.REAL;
    Integer characters = TypeCatalog.characters(type);
    boolean unicode = Types.isUnicode(type) && characters != null && characters > 0;
    boolean text = Types.isString(type) && type.kind() != SqlType.Kind.XML;
    return new @Nullable Object[] {
      database.name(),
      object.schema(),
      object.name(),
      column.name(),
      position,
      value == null ? null : ConstraintViews.definition(value.text()),
      column.nullable() ? "YES" : "NO",
      column.typeName().equals("numeric") ? "numeric" : Types.name(type),
      characters,
      unicode && characters != null ? (Integer) (2 * characters) : characters,
      number ? (Integer) TypeCatalog.precision(type) : null,
      number ? (Integer) (floating ? 2 : 10) : null,
      number && !floating ? (Integer) TypeCatalog.scale(type) : null,
      TypeCatalog.fractionDigits(type),
      text ? (Types.isUnicode(type) ? "UNICODE" : "iso_1") : null,
      text ? Objects.requireNonNullElse(column.collation(), Collation.NAME) : null
    };
  }

  private static List<@Nullable Object[]> constraints(StatementContext context, Database database) {
    List<@Nullable Object[]> rows = new ArrayList<>();
    for (CatalogObject object : CatalogObject.visible(context, database)) {
      for (KeyDef key : object.keys()) {
        if (key.constraint()) {
          rows.add(
              constraint(database, object, key.name(), key.primary() ? "PRIMARY KEY" : "UNIQUE"));
        }
      }
      for (ConstraintDef constraint : object.constraints()) {
        if (!(constraint instanceof ConstraintDef.Default)) {
          boolean check = constraint instanceof ConstraintDef.Check;
          rows.add(
              constraint(database, object, constraint.name(), check ? "CHECK" : "FOREIGN KEY"));
        }
      }
    }
    return rows;
  }

  private static @Nullable Object[] constraint(
      Database database, CatalogObject object, String name, String type) {
    return new @Nullable Object[] {
      database.name(),
      object.schema(),
      name,
      database.name(),
      object.schema(),
      object.name(),
      type,
      "NO",
      "NO"
    };
  }

  private static List<@Nullable Object[]> keyColumns(StatementContext context, Database database) {
    List<@Nullable Object[]> rows = new ArrayList<>();
    for (CatalogObject object : CatalogObject.visible(context, database)) {
      for (KeyDef key : object.keys()) {
        if (key.constraint()) {
          List<Integer> ids = key.parts().stream().map(KeyDef.Part::columnId).toList();
          addKey(database, object, key.name(), ids, rows);
        }
      }
      for (ConstraintDef constraint : object.constraints()) {
        if (constraint instanceof ConstraintDef.Foreign key) {
          addKey(database, object, key.name(), key.columnIds(), rows);
        }
      }
    }
    return rows;
  }

  private static void addKey(
      Database database,
      CatalogObject object,
      String name,
      List<Integer> columnIds,
      List<@Nullable Object[]> rows) {
    for (int i = 0; i < columnIds.size(); i++) {
      int id = columnIds.get(i);
      String column =
          object.columns().stream()
              .filter(candidate -> candidate.id() == id)
              .map(ColumnDef::name)
              .findFirst()
              .orElse(null);
      rows.add(
          new @Nullable Object[] {
            database.name(),
            object.schema(),
            name,
            database.name(),
            object.schema(),
            object.name(),
            column,
            i + 1
          });
    }
  }
}
