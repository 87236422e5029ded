package io.strandline.lab.sql.view;

import io.strandline.lab.catalog.Database;
import io.strandline.lab.sql.query.StatementContext;
import io.strandline.lab.store.KeyDef;
import io.strandline.lab.store.Table;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** {@code sys.indexes}, {@code sys.index_columns} and {@code sys.key_constraints}. */
final class IndexViews {

  static final View INDEXES =
      new View(
          "object_id int!, name sysname, index_id int!, type tinyint!, type_desc nvarchar(60),"
              + " is_unique bit, is_primary_key bit, is_unique_constraint bit, is_disabled bit,"
              + " has_filter bit!",
          IndexViews::indexes);

  static final View INDEX_COLUMNS =
      new View(
          "object_id int!, index_id int!, index_column_id int!, column_id int!, key_ordinal"
              + " tinyint!, partition_ordinal tinyint!, is_descending_key bit, is_included_column"
              + " bit",
          IndexViews::indexColumns);

  static final View KEY_CONSTRAINTS =
      new View(
          "name sysname!, object_id int!, schema_id int!, parent_object_id int!, type char(2),"
              + " type_desc nvarchar(60), create_date datetime!, unique_index_id int,"
              + " is_system_named bit!",
          IndexViews::keyConstraints);

  /** One row a partition of each heap and index (documented). */
  static final View PARTITIONS =
      new View(
          "partition_id bigint!, object_id int!, index_id int!, partition_number int!, hobt_id"
              + " bigint!",
          IndexViews::partitions);

  private IndexViews() {}

  /** Index 1 is the clustered one, as in SQL Server. */
  static int indexId(KeyDef key) {
    return key.primary() ? 1 : key.created() + 1;
  }

  private static List<@Nullable Object[]> indexes(StatementContext context, Database database) {
    List<@Nullable Object[]> rows = new ArrayList<>();
    for (CatalogObject object : CatalogObject.visible(context, database)) {
      if (object.keys().stream().noneMatch(KeyDef::primary)) {
        rows.add(
            new @Nullable Object[] {
              object.id(), null, 0, 0, "HEAP", false, false, false, false, false
            });
      }
      for (KeyDef key : object.keys()) {
        rows.add(
            new @Nullable Object[] {
              object.id(),
              key.name(),
              indexId(key),
              key.primary() ? 1 : 2,
              key.primary() ? "CLUSTERED" : "NONCLUSTERED",
              key.unique(),
              key.primary(),
              key.constraint() && !key.primary(),
              false,
              false
            });
      }
    }
    return rows;
  }

  private static List<@Nullable Object[]> partitions(StatementContext context, Database database) {
    List<@Nullable Object[]> rows = new ArrayList<>();
    for (@Nullable Object[] index : indexes(context, database)) {
      int object = (Integer) Objects.requireNonNull(index[0]);
      int indexId = (Integer) Objects.requireNonNull(index[2]);
      int count =
          database.tables().stream()
              .filter(table -> table.objectId() == object)
              .mapToInt(Table::partitions)
              .findFirst()
              .orElse(1);
      for (int i = 1; i <= count; i++) {
        long id = ((long) object << 24) + ((long) indexId << 16) + i;
        rows.add(new @Nullable Object[] {id, object, indexId, i, id});
      }
    }
    return rows;
  }

  private static List<@Nullable Object[]> indexColumns(
      StatementContext context, Database database) {
    List<@Nullable Object[]> rows = new ArrayList<>();
    for (CatalogObject object : CatalogObject.visible(context, database)) {
      for (KeyDef key : object.keys()) {
        for (int i = 0; i < key.parts().size(); i++) {
          KeyDef.Part part = key.parts().get(i);
          rows.add(
              new @Nullable Object[] {
                object.id(),
                indexId(key),
                i + 1,
                part.columnId(),
                i + 1,
                0,
                part.descending(),
                false
              });
        }
      }
    }
    return rows;
  }

  private static int constraintId(CatalogObject object, KeyDef key) {
    return object.id() + 1_000 + key.created();
  }

  private static List<@Nullable Object[]> keyConstraints(
      StatementContext context, Database database) {
    List<@Nullable Object[]> rows = new ArrayList<>();
    for (CatalogObject object : CatalogObject.visible(context, database)) {
      for (KeyDef key : object.keys()) {
        if (key.constraint()) {
          rows.add(
              new @Nullable Object[] {
                key.name(),
                constraintId(object, key),
                object.schemaId(database),
                object.id(),
                key.primary() ? "PK" : "UQ",
                key.primary() ? "PRIMARY_KEY_CONSTRAINT" : "UNIQUE_CONSTRAINT",
                object.created(),
                indexId(key),
                false
              });
        }
      }
    }
    return rows;
  }

  /** Constraints as rows of {@code sys.objects}. */
  static List<@Nullable Object[]> constraintObjects(StatementContext context, Database database) {
    List<@Nullable Object[]> rows = new ArrayList<>();
    for (@Nullable Object[] key : keyConstraints(context, database)) {
      rows.add(
          new @Nullable Object[] {
            key[0], key[1], key[2], key[3], key[4], key[5], key[6], key[6], false
          });
    }
    return rows;
  }
}
