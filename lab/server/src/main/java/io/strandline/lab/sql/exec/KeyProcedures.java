package io.strandline.lab.sql.exec;

import io.strandline.lab.catalog.Database;
import io.strandline.lab.session.Column;
import io.strandline.lab.session.SqlException;
import io.strandline.lab.sql.view.CatalogObject;
import io.strandline.lab.sql.view.TypeCatalog;
import io.strandline.lab.sql.view.ViewColumns;
import io.strandline.lab.store.ColumnDef;
import io.strandline.lab.store.ConstraintDef;
import io.strandline.lab.store.KeyDef;
import io.strandline.lab.store.ReadView;
import io.strandline.lab.store.Table;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * {@code sp_pkeys}, {@code sp_fkeys}, {@code sp_statistics} and {@code sp_special_columns}, which
 * drivers call (documented shapes). Names are exact, not patterns.
 */
final class KeyProcedures {

  private static final int TABLE_STATISTICS = 0;
  private static final int CLUSTERED = 1;
  private static final int OTHER = 3;
  private static final int NO_ACTION = 1;
  private static final int NOT_DEFERRABLE = 7;
  private static final int NOT_PSEUDO = 1;
  private static final List<Column> KEYS =
      ViewColumns.parse(
          "TABLE_QUALIFIER sysname, TABLE_OWNER sysname, TABLE_NAME sysname, COLUMN_NAME sysname,"
              + " KEY_SEQ smallint, PK_NAME sysname");
  private static final List<Column> FOREIGN_KEYS =
      ViewColumns.parse(
          "PKTABLE_QUALIFIER sysname, PKTABLE_OWNER sysname, PKTABLE_NAME sysname, PKCOLUMN_NAME"
              + " sysname, FKTABLE_QUALIFIER sysname, FKTABLE_OWNER sysname, FKTABLE_NAME sysname,"
              + " FKCOLUMN_NAME sysname, KEY_SEQ smallint, UPDATE_RULE smallint, DELETE_RULE"
              + " smallint, FK_NAME sysname, PK_NAME sysname, DEFERRABILITY smallint");
  private static final List<Column> STATISTICS =
      ViewColumns.parse(
          "TABLE_QUALIFIER sysname, TABLE_OWNER sysname, TABLE_NAME sysname, NON_UNIQUE smallint,"
              + " INDEX_QUALIFIER sysname, INDEX_NAME sysname, TYPE smallint, SEQ_IN_INDEX"
              + " smallint, COLUMN_NAME sysname, COLLATION char(1), CARDINALITY int, PAGES int,"
              + " FILTER_CONDITION varchar(128)");
  private static final List<Column> SPECIAL =
      ViewColumns.parse(
          "SCOPE smallint, COLUMN_NAME sysname, DATA_TYPE smallint, TYPE_NAME sysname, PRECISION"
              + " int, LENGTH int, SCALE smallint, PSEUDO_COLUMN smallint");

  private KeyProcedures() {}

  static void addTo(Map<String, Procedure> procedures) {
    procedures.put(
        "sp_pkeys", Procedure.of("@table_name @table_owner @table_qualifier", KeyProcedures::keys));
    procedures.put(
        "sp_fkeys",
        Procedure.of(
            "@pktable_name @pktable_owner @pktable_qualifier @fktable_name @fktable_owner"
                + " @fktable_qualifier",
            KeyProcedures::foreignKeys));
    for (String name : new String[] {"sp_statistics", "sp_statistics_100"}) {
      procedures.put(
          name,
          Procedure.of(
              "@table_name @table_owner @table_qualifier @index_name @is_unique @accuracy",
              KeyProcedures::statistics));
    }
    for (String name : new String[] {"sp_special_columns", "sp_special_columns_100"}) {
      procedures.put(
          name,
          Procedure.of(
              "@table_name @table_owner @qualifier @col_type @scope @nullable @odbcver",
              KeyProcedures::specialColumns));
    }
  }

  private static boolean is(@Nullable String wanted, String name) {
    return wanted == null || wanted.equalsIgnoreCase(name);
  }

  private static List<CatalogObject> named(ProcedureCall call, String qualifier) {
    MetadataProcedures.requireCurrent(call, qualifier);
    String name = call.requiredText("@table_name");
    return CatalogObject.visible(call.context(), call.database()).stream()
        .filter(object -> is(name, object.name()) && is(call.text("@table_owner"), object.schema()))
        .toList();
  }

  private static void keys(ProcedureCall call) {
    List<@Nullable Object[]> rows = new ArrayList<>();
    for (CatalogObject object : named(call, "@table_qualifier")) {
      for (KeyDef key : object.keys()) {
        for (int i = 0; key.primary() && i < key.parts().size(); i++) {
          rows.add(
              new @Nullable Object[] {
                call.database().name(),
                object.schema(),
                object.name(),
                object.columnName(key.parts().get(i).columnId()),
                i + 1,
                key.name()
              });
        }
      }
    }
    call.rows(KEYS, rows);
  }

  private static void foreignKeys(ProcedureCall call) {
    if (call.text("@pktable_name") == null && call.text("@fktable_name") == null) {
      throw SqlException.of(15252, 16, 1, "The primary or foreign key table name must be given.");
    }
    MetadataProcedures.requireCurrent(call, "@pktable_qualifier");
    MetadataProcedures.requireCurrent(call, "@fktable_qualifier");
    List<@Nullable Object[]> rows = new ArrayList<>();
    for (CatalogObject object : CatalogObject.visible(call.context(), call.database())) {
      for (ConstraintDef constraint : object.constraints()) {
        if (constraint instanceof ConstraintDef.Foreign key
            && is(call.text("@fktable_name"), object.name())
            && is(call.text("@fktable_owner"), object.schema())
            && is(call.text("@pktable_name"), key.referenced().name())
            && is(call.text("@pktable_owner"), key.referenced().schemaName())) {
          addForeignKey(call.database(), object, key, rows);
        }
      }
    }
    call.rows(FOREIGN_KEYS, rows);
  }

  private static void addForeignKey(
      Database database,
      CatalogObject object,
      ConstraintDef.Foreign key,
      List<@Nullable Object[]> rows) {
    Table referenced = key.referenced();
    for (int i = 0; i < key.columnIds().size(); i++) {
      ColumnDef column = referenced.schema().byId(key.referencedIds().get(i));
      rows.add(
          new @Nullable Object[] {
            database.name(),
            referenced.schemaName(),
            referenced.name(),
            column == null ? null : column.name(),
            database.name(),
            object.schema(),
            object.name(),
            object.columnName(key.columnIds().get(i)),
            i + 1,
            NO_ACTION,
            NO_ACTION,
            key.name(),
            keyName(referenced, key.referencedIds()),
            NOT_DEFERRABLE
          });
    }
  }

  private static @Nullable String keyName(Table table, List<Integer> columnIds) {
    for (KeyDef key : table.schema().keys()) {
      if (key.unique()
          && key.parts().stream().map(KeyDef.Part::columnId).toList().equals(columnIds)) {
        return key.name();
      }
    }
    return null;
  }

  /** The table itself first, then its indexes; pages are not known and NULL. */
  private static void statistics(ProcedureCall call) {
    boolean uniqueOnly = "Y".equalsIgnoreCase(call.text("@is_unique"));
    List<@Nullable Object[]> rows = new ArrayList<>();
    for (CatalogObject object : named(call, "@table_qualifier")) {
      @Nullable Object[] table = statistic(call, object);
      table[6] = TABLE_STATISTICS;
      table[10] = rowCount(call, object);
      rows.add(table);
      List<KeyDef> keys = new ArrayList<>(object.keys());
      keys.sort(
          java.util.Comparator.comparing((KeyDef key) -> !key.unique())
              .thenComparing(key -> !key.primary())
              .thenComparing(KeyDef::name));
      for (KeyDef key : keys) {
        if ((key.unique() || !uniqueOnly)
            && MetadataProcedures.matches(call.text("@index_name"), key.name())) {
          addIndex(call, object, key, rows);
        }
      }
    }
    call.rows(STATISTICS, rows);
  }

  private static @Nullable Object[] statistic(ProcedureCall call, CatalogObject object) {
    @Nullable Object[] row = new @Nullable Object[STATISTICS.size()];
    row[0] = call.database().name();
    row[1] = object.schema();
    row[2] = object.name();
    return row;
  }

  private static void addIndex(
      ProcedureCall call, CatalogObject object, KeyDef key, List<@Nullable Object[]> rows) {
    for (int i = 0; i < key.parts().size(); i++) {
      @Nullable Object[] row = statistic(call, object);
      row[3] = key.unique() ? 0 : 1;
      row[4] = object.name();
      row[5] = key.name();
      row[6] = key.primary() ? CLUSTERED : OTHER;
      row[7] = i + 1;
      row[8] = object.columnName(key.parts().get(i).columnId());
      row[9] = key.parts().get(i).descending() ? "D" : "A";
      rows.add(row);
    }
  }

  /** As of now, committed or not, as statistics do not wait; NULL for a change table. */
  private static @Nullable Integer rowCount(ProcedureCall call, CatalogObject object) {
    Table table = call.database().table(object.id());
    if (table == null) {
      return null;
    }
    Table.RefCursor rows = table.refs(new ReadView(ReadView.Mode.DIRTY, call.context().txn(), 0));
    int count = 0;
    while (rows.next() != null) {
      count++;
    }
    return count;
  }

  /** The columns that find a row best, or those that change with it. */
  private static void specialColumns(ProcedureCall call) {
    boolean versions = "V".equalsIgnoreCase(call.text("@col_type"));
    boolean nullable = !"O".equalsIgnoreCase(call.text("@nullable"));
    Integer scope = "C".equalsIgnoreCase(call.text("@scope")) ? 0 : 1;
    List<@Nullable Object[]> rows = new ArrayList<>();
    for (CatalogObject object : named(call, "@qualifier")) {
      if (versions) {
        for (ColumnDef column : object.columns()) {
          if (InsertRunner.isRowversion(column)) {
            rows.add(special(null, column));
          }
        }
      } else {
        best(object, nullable).forEach(column -> rows.add(special(scope, column)));
      }
    }
    call.rows(SPECIAL, rows);
  }

  private static List<ColumnDef> best(CatalogObject object, boolean nullable) {
    List<KeyDef> keys = new ArrayList<>(object.keys());
    keys.sort(java.util.Comparator.comparing(key -> !key.primary()));
    for (KeyDef key : keys) {
      List<ColumnDef> columns =
          key.parts().stream()
              .map(part -> Objects.requireNonNull(object.column(part.columnId())))
              .toList();
      if (key.unique() && (nullable || columns.stream().noneMatch(ColumnDef::nullable))) {
        return columns;
      }
    }
    return List.of();
  }

  private static @Nullable Object[] special(@Nullable Integer scope, ColumnDef column) {
    return new @Nullable Object[] {
      scope,
      column.name(),
      OdbcTypes.code(column),
      OdbcTypes.name(column) + (column.identity() ? " identity" : ""),
      OdbcTypes.precision(column.type()),
      OdbcTypes.length(column.type()),
      TypeCatalog.scale(column.type()),
      NOT_PSEUDO
    };
  }
}
