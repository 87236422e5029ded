package io.strandline.lab.sql.view;

import io.strandline.lab.catalog.Database;
import io.strandline.lab.sql.query.StatementContext;
import io.strandline.lab.store.ColumnDef;
import io.strandline.lab.store.ConstraintDef;
import io.strandline.lab.store.KeyDef;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The {@code sys} views on defaults, checks and foreign keys: a part of the documented columns. */
final class ConstraintViews {

  private static final String OBJECT =
      "name sysname!, object_id int!, schema_id int!, parent_object_id int!, type char(2),"
          + " type_desc nvarchar(60), create_date datetime!, modify_date datetime!, is_ms_shipped"
          + " bit!";

  private ConstraintViews() {}

  static void addTo(Map<String, View> views) {
    views.put(
        "default_constraints",
        new View(
            OBJECT + ", parent_column_id int!, definition nvarchar(max), is_system_named bit!",
            ConstraintViews::defaults));
    views.put(
        "check_constraints",
        new View(
            OBJECT
                + ", is_disabled bit!, is_not_trusted bit!, parent_column_id int!, definition"
                + " nvarchar(max), is_system_named bit!",
            ConstraintViews::checks));
    views.put(
        "foreign_keys",
        new View(
            OBJECT
                + ", referenced_object_id int, key_index_id int, is_disabled bit!, is_not_trusted"
                + " bit!, delete_referential_action tinyint, delete_referential_action_desc"
                + " nvarchar(60), update_referential_action tinyint,"
                + " update_referential_action_desc nvarchar(60), is_system_named bit!",
            ConstraintViews::foreignKeys));
    views.put(
        "foreign_key_columns",
        new View(
            "constraint_object_id int!, constraint_column_id int!, parent_object_id int!,"
                + " parent_column_id int!, referenced_object_id int!, referenced_column_id int!",
            ConstraintViews::foreignKeyColumns));
  }

  private interface Rows<T extends ConstraintDef> {
    void add(CatalogObject object, T constraint, List<@Nullable Object[]> rows);
  }

  private static <T extends ConstraintDef> List<@Nullable Object[]> rows(
      StatementContext context, Database database, Class<T> kind, Rows<T> maker) {
    List<@Nullable Object[]> rows = new ArrayList<>();
    for (CatalogObject object : CatalogObject.visible(context, database)) {
      for (ConstraintDef constraint : object.constraints()) {
        if (kind.isInstance(constraint)) {
          maker.add(object, kind.cast(constraint), rows);
        }
      }
    }
    return rows;
  }

  private static List<@Nullable Object> object(
      Database database, CatalogObject object, ConstraintDef constraint) {
    List<@Nullable Object> row = new ArrayList<>();
    row.add(constraint.name());
    row.add(constraint.objectId());
    row.add(object.schemaId(database));
    row.add(object.id());
    row.add(type(constraint));
    row.add(description(constraint));
    row.add(object.created());
    row.add(object.created());
    row.add(false);
    return row;
  }

  private static String type(ConstraintDef constraint) {
    if (constraint instanceof ConstraintDef.Default) {
      return "D ";
    }
    return constraint instanceof ConstraintDef.Check ? "C " : "F ";
  }

  private static String description(ConstraintDef constraint) {
    if (constraint instanceof ConstraintDef.Default) {
      return "DEFAULT_CONSTRAINT";
    }
    return constraint instanceof ConstraintDef.Check
        ? "CHECK_CONSTRAINT"
        : "FOREIGN_KEY_CONSTRAINT";
  }

  /** Names that the server made contain two underscores after their kind. */
  private static boolean isMade(String name) {
    return name.length() > 4 && name.startsWith("__", 2);
  }

  /** The constraints as rows of {@code sys.objects}. */
  static List<@Nullable Object[]> objects(StatementContext context, Database database) {
    return rows(
        context,
        database,
        ConstraintDef.class,
        (object, constraint, rows) -> rows.add(object(database, object, constraint).toArray()));
  }

  private static List<@Nullable Object[]> defaults(StatementContext context, Database database) {
    return rows(
        context,
        database,
        ConstraintDef.Default.class,
        (object, value, rows) -> {
          List<@Nullable Object> row = object(database, object, value);
          row.add(value.columnId());
          row.add(definition(value.text()));
          row.add(isMade(value.name()));
          rows.add(row.toArray());
        });
  }

  /** A default as the catalog shows it: in parentheses, numbers in two pairs. */
  static String definition(String text) {
    String bare = text.trim();
    if (bare.startsWith("(") && bare.endsWith(")")) {
      return bare;
    }
    return bare.matches("-?[0-9.]+") ? "((" + bare + "))" : "(" + bare + ")";
  }

  private static List<@Nullable Object[]> checks(StatementContext context, Database database) {
    return rows(
        context,
        database,
        ConstraintDef.Check.class,
        (object, check, rows) -> {
          List<@Nullable Object> row = object(database, object, check);
          row.add(false);
          row.add(false);
          row.add(0);
          row.add(check.text());
          row.add(isMade(check.name()));
          rows.add(row.toArray());
        });
  }

  private static List<@Nullable Object[]> foreignKeys(StatementContext context, Database database) {
    return rows(
        context,
        database,
        ConstraintDef.Foreign.class,
        (object, key, rows) -> {
          List<@Nullable Object> row = object(database, object, key);
          row.add(key.referenced().objectId());
          row.add(indexId(key));
          row.add(false);
          row.add(false);
          row.add(0);
          row.add("NO_ACTION");
          row.add(0);
          row.add("NO_ACTION");
          row.add(isMade(key.name()));
          rows.add(row.toArray());
        });
  }

  private static @Nullable Integer indexId(ConstraintDef.Foreign key) {
    for (KeyDef candidate : key.referenced().schema().keys()) {
      boolean same =
          candidate.parts().stream()
              .map(KeyDef.Part::columnId)
              .toList()
              .equals(key.referencedIds());
      if (candidate.unique() && same) {
        return IndexViews.indexId(candidate);
      }
    }
    return null;
  }

  private static List<@Nullable Object[]> foreignKeyColumns(
      StatementContext context, Database database) {
    return rows(
        context,
        database,
        ConstraintDef.Foreign.class,
        (object, key, rows) -> {
          for (int i = 0; i < key.columnIds().size(); i++) {
            rows.add(
                new @Nullable Object[] {
                  key.objectId(),
                  i + 1,
                  object.id(),
                  key.columnIds().get(i),
                  key.referenced().objectId(),
                  key.referencedIds().get(i)
                });
          }
        });
  }

  /** The default of a column; {@code null} if it has none. */
  static ConstraintDef.@Nullable Default defaultOf(
      List<ConstraintDef> constraints, ColumnDef column) {
    for (ConstraintDef constraint : constraints) {
      if (constraint instanceof ConstraintDef.Default value && value.columnId() == column.id()) {
        return value;
      }
    }
    return null;
  }
}
