package io.strandline.lab.sql.view;

import io.strandline.lab.catalog.Database;
import io.strandline.lab.session.SqlType;
import io.strandline.lab.session.SqlType.Kind;
import io.strandline.lab.sql.query.StatementContext;
import io.strandline.lab.sql.type.Collation;
import io.strandline.lab.sql.type.Types;
import io.strandline.lab.store.AliasType;
import io.strandline.lab.store.ColumnDef;
import io.strandline.lab.store.ConstraintDef;
import io.strandline.lab.store.IdentityCounter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** {@code sys.columns} and the views on its computed and identity columns. */
final class ColumnViews {

  private static final String COLUMNS =
      "object_id int!, name sysname, column_id int!, system_type_id tinyint!, user_type_id"
          + " int!, max_length smallint!, precision tinyint!, scale tinyint!, collation_name"
          + " sysname, is_nullable bit, is_rowguidcol bit!, is_identity bit!, is_computed"
          + " bit!, is_sparse bit, is_column_set bit, default_object_id int!, is_hidden bit,"
          + " generated_always_type tinyint";

  private ColumnViews() {}

  static void addTo(Map<String, View> views) {
    views.put(
        "columns",
        new View(
            COLUMNS,
            (context, database) ->
                rows(context, database, column -> true, (object, column) -> List.of())));
    views.put(
        "computed_columns",
        new View(
            COLUMNS + ", definition nvarchar(max), uses_database_collation bit!, is_persisted bit!",
            (context, database) ->
                rows(context, database, ColumnDef::isComputed, (o, c) -> computed(c))));
    // A real server gives these three as sql_variant, which the lab does not have.
    views.put(
        "identity_columns",
        new View(
            COLUMNS
                + ", seed_value bigint, increment_value bigint, last_value bigint,"
                + " is_not_for_replication bit",
            (context, database) ->
                rows(context, database, ColumnDef::identity, (o, c) -> identity(o))));
  }

  private interface More {
    List<@Nullable Object> of(CatalogObject object, ColumnDef column);
  }

  private static List<@Nullable Object> computed(ColumnDef column) {
    ColumnDef.Computed computed = column.computed();
    String text = computed == null ? "" : computed.text();
    String definition = text.startsWith("(") && text.endsWith(")") ? text : "(" + text + ")";
    return Arrays.asList(definition, true, computed != null && computed.persisted());
  }

  private static List<@Nullable Object> identity(CatalogObject object) {
    IdentityCounter counter = object.identity();
    return counter == null
        ? Arrays.asList(null, null, null, false)
        : Arrays.asList(counter.seed(), counter.increment(), counter.last(), false);
  }

  private static List<@Nullable Object[]> rows(
      StatementContext context, Database database, Predicate<ColumnDef> wanted, More more) {
    List<@Nullable Object[]> rows = new ArrayList<>();
    for (CatalogObject object : CatalogObject.visible(context, database)) {
      for (ColumnDef column : object.columns()) {
        boolean allowed =
            context
                .access()
                .allows(database, "SELECT", object.id(), object.schema(), column.name());
        if (allowed && wanted.test(column)) {
          List<@Nullable Object> row = column(object, column);
          row.addAll(more.of(object, column));
          rows.add(row.toArray());
        }
      }
    }
    return rows;
  }

  private static int userTypeId(ColumnDef column, int systemId) {
    AliasType alias = column.alias();
    if (alias != null) {
      return alias.id();
    }
    int id = TypeCatalog.userId(column.type().kind());
    return id == TypeCatalog.id(column.type().kind()) ? systemId : id;
  }

  private static @Nullable String collation(ColumnDef column) {
    boolean text = Types.isString(column.type()) && column.type().kind() != Kind.XML;
    return text ? Objects.requireNonNullElse(column.collation(), Collation.NAME) : null;
  }

  private static List<@Nullable Object> column(CatalogObject object, ColumnDef column) {
    SqlType type = column.type();
    int systemId = TypeCatalog.systemId(type, column.typeName());
    ConstraintDef.Default value = ConstraintViews.defaultOf(object.constraints(), column);
    return new ArrayList<>(
        Arrays.asList(
            object.id(),
            column.name(),
            column.id(),
            systemId,
            userTypeId(column, systemId),
            TypeCatalog.maxLength(type),
            TypeCatalog.precision(type),
            TypeCatalog.scale(type),
            collation(column),
            column.nullable(),
            false,
            column.identity(),
            column.isComputed(),
            false,
            false,
            value == null ? 0 : value.objectId(),
            false,
            0));
  }
}
