package io.strandline.lab.sql.view;

import io.strandline.lab.catalog.Database;
import io.strandline.lab.cdc.CaptureInstance;
import io.strandline.lab.session.Column;
import io.strandline.lab.sql.query.StatementContext;
import io.strandline.lab.store.ColumnDef;
import io.strandline.lab.store.ConstraintDef;
import io.strandline.lab.store.IdentityCounter;
import io.strandline.lab.store.KeyDef;
import io.strandline.lab.store.Table;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A table in the catalog views: a user's or a change table.
 *
 * @param tracked whether changes of it are captured
 * @param identity {@code null} for a change table
 */
public record CatalogObject(
    int id,
    String schema,
    String name,
    LocalDateTime created,
    boolean shipped,
    boolean tracked,
    List<ColumnDef> columns,
    List<KeyDef> keys,
    List<ConstraintDef> constraints,
    @Nullable IdentityCounter identity) {

  /** The tables that the session may know of (metadata visibility, documented). */
  public static List<CatalogObject> visible(StatementContext context, Database database) {
    List<CatalogObject> objects = new ArrayList<>();
    for (Table table : database.tables()) {
      if (context.access().sees(database, table)) {
        objects.add(
            new CatalogObject(
                table.objectId(),
                table.schemaName(),
                table.name(),
                table.createDate(),
                false,
                !database.cdc().instancesOf(table).isEmpty(),
                table.schema().columns(),
                table.schema().keys(),
                table.schema().constraints(),
                table.identity()));
      }
    }
    for (CaptureInstance instance : database.cdc().instances()) {
      if (context.access().allowsAnyColumn(database, instance.objectId(), "cdc")) {
        objects.add(of(instance));
      }
    }
    objects.sort(Comparator.comparingInt(CatalogObject::id));
    return objects;
  }

  private static CatalogObject of(CaptureInstance instance) {
    List<ColumnDef> columns = new ArrayList<>();
    for (Column column : ChangeTableRelation.columnsOf(instance)) {
      columns.add(
          new ColumnDef(
              columns.size() + 1,
              column.name(),
              column.type(),
              io.strandline.lab.sql.type.Types.name(column.type()),
              column.nullable(),
              false,
              null,
              null));
    }
    return new CatalogObject(
        instance.objectId(),
        "cdc",
        instance.changeTableName(),
        instance.createDate(),
        true,
        false,
        columns,
        List.of(),
        List.of(),
        null);
  }

  int schemaId(Database database) {
    Database.Schema found = database.schema(schema);
    return found == null ? 1 : found.id();
  }

  /** A column by its id; {@code null} if there is none. */
  public @Nullable ColumnDef column(int id) {
    return columns.stream().filter(column -> column.id() == id).findFirst().orElse(null);
  }

  /** A column's name by its id; {@code null} if there is none. */
  public @Nullable String columnName(int id) {
    ColumnDef column = column(id);
    return column == null ? null : column.name();
  }

  /** A column's default as the catalog shows it; {@code null} if it has none. */
  public @Nullable String defaultText(ColumnDef column) {
    ConstraintDef.Default value = ConstraintViews.defaultOf(constraints, column);
    return value == null ? null : ConstraintViews.definition(value.text());
  }
}
