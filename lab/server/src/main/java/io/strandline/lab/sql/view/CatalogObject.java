package io.strandline.lab.sql.view;

import io.strandline.lab.catalog.Database;
import io.strandline.lab.cdc.CaptureInstance;
import io.strandline.lab.session.Column;
import io.strandline.lab.sql.query.StatementContext;
import io.strandline.lab.store.ColumnDef;
import io.strandline.lab.store.KeyDef;
import io.strandline.lab.store.Table;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * A table in the catalog views: a user's or a change table.
 *
 * @param tracked whether changes of it are captured
 */
record CatalogObject(
    int id,
    String schema,
    String name,
    LocalDateTime created,
    boolean shipped,
    boolean tracked,
    List<ColumnDef> columns,
    List<KeyDef> keys) {

  /** The tables that the session may know of (metadata visibility, documented). */
  static List<CatalogObject> visible(StatementContext context, Database database) {
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
                table.schema().keys()));
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
        List.of());
  }

  int schemaId(Database database) {
    Database.Schema found = database.schema(schema);
    return found == null ? 1 : found.id();
  }
}
