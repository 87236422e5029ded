package io.strandline.lab.sql.exec;

import io.strandline.lab.catalog.Database;
import io.strandline.lab.session.SqlException;
import io.strandline.lab.sql.query.StatementContext;
import io.strandline.lab.sql.type.HashKey;
import io.strandline.lab.store.ColumnDef;
import io.strandline.lab.store.ConstraintDef;
import io.strandline.lab.store.KeyDef;
import io.strandline.lab.store.LockMode;
import io.strandline.lab.store.ReadView;
import io.strandline.lab.store.RowRef;
import io.strandline.lab.store.Table;
import io.strandline.lab.store.TableSchema;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Tests a table's foreign keys, both ways, once a statement has changed its rows.
 *
 * <p>The other table is read whole, and held against writers until the transaction ends: coarser
 * than SQL Server's key locks.
 */
final class ForeignKeys {

  private record Reference(Table table, ConstraintDef.Foreign key) {}

  private final StatementContext context;
  private final Database database;
  private final Table table;
  private final List<ConstraintDef.Foreign> own;
  private final List<Reference> others;

  ForeignKeys(StatementContext context, Database database, Table table) {
    this.context = context;
    this.database = database;
    this.table = table;
    this.own = of(table);
    this.others =
        database.tables().stream()
            .flatMap(
                other ->
                    of(other).stream()
                        .filter(key -> key.referenced() == table)
                        .map(key -> new Reference(other, key)))
            .toList();
  }

  /** The foreign keys of a table. */
  static List<ConstraintDef.Foreign> of(Table table) {
    return table.schema().constraints().stream()
        .filter(ConstraintDef.Foreign.class::isInstance)
        .map(ConstraintDef.Foreign.class::cast)
        .toList();
  }

  /** Whether another table, or this one itself, refers to it. */
  boolean isReferenced() {
    return !others.isEmpty();
  }

  /** Error 3725, for a constraint that the first foreign key here refers to. */
  SqlException referenced(KeyDef constraint) {
    Reference reference = others.get(0);
    return SqlException.of(
        3725,
        16,
        0,
        "The constraint '"
            + constraint.name()
            + "' is being referenced by table '"
            + reference.table().name()
            + "', foreign key constraint '"
            + reference.key().name()
            + "'.");
  }

  boolean isReferencedByOthers() {
    return others.stream().anyMatch(reference -> reference.table() != table);
  }

  /** Error 547 if a new row has no row to refer to. */
  void checkAdded(List<@Nullable Object[]> rows, String statement) {
    for (ConstraintDef.Foreign key : own) {
      Set<HashKey> wanted = keys(rows, table.schema(), key.columnIds());
      if (!wanted.isEmpty()) {
        wanted.removeAll(present(key.referenced(), key.referencedIds()));
      }
      if (!wanted.isEmpty()) {
        throw conflict(statement, "FOREIGN KEY", key, key.referenced(), key.referencedIds().get(0));
      }
    }
  }

  /** Error 547 if a row is referred to that is gone. */
  void checkRemoved(List<@Nullable Object[]> rows, String statement) {
    for (Reference reference : others) {
      ConstraintDef.Foreign key = reference.key();
      Set<HashKey> gone = keys(rows, table.schema(), key.referencedIds());
      if (!gone.isEmpty()) {
        gone.removeAll(present(table, key.referencedIds()));
      }
      if (!gone.isEmpty()) {
        gone.retainAll(present(reference.table(), key.columnIds()));
      }
      if (!gone.isEmpty()) {
        throw conflict(statement, "REFERENCE", key, reference.table(), key.columnIds().get(0));
      }
    }
  }

  private Set<HashKey> present(Table other, List<Integer> columnIds) {
    if (other != table) {
      context.txn().lock(other, LockMode.SHARED);
    }
    Table.RefCursor rows = other.refs(new ReadView(ReadView.Mode.COMMITTED, context.txn(), 0));
    Set<HashKey> keys = new HashSet<>();
    for (RowRef row = rows.next(); row != null; row = rows.next()) {
      add(other.schema().project(row.stored()), other.schema(), columnIds, keys);
    }
    return keys;
  }

  private static Set<HashKey> keys(
      List<@Nullable Object[]> rows, TableSchema schema, List<Integer> columnIds) {
    Set<HashKey> keys = new HashSet<>();
    rows.forEach(row -> add(row, schema, columnIds, keys));
    return keys;
  }

  /** A key with a NULL refers to nothing. */
  private static void add(
      @Nullable Object[] row, TableSchema schema, List<Integer> columnIds, Set<HashKey> keys) {
    @Nullable Object[] values = new @Nullable Object[columnIds.size()];
    for (int i = 0; i < values.length; i++) {
      values[i] = row[position(schema, columnIds.get(i))];
      if (values[i] == null) {
        return;
      }
    }
    keys.add(HashKey.of(values));
  }

  private static int position(TableSchema schema, int columnId) {
    ColumnDef column = schema.byId(columnId);
    return schema.columns().indexOf(column);
  }

  private SqlException conflict(
      String statement, String kind, ConstraintDef.Foreign key, Table other, int columnId) {
    ColumnDef column = other.schema().byId(columnId);
    return SqlException.of(
        547,
        16,
        0,
        "The "
            + statement
            + " statement conflicted with the "
            + kind
            + " constraint \""
            + key.name()
            + "\". The conflict occurred in database \""
            + database.name()
            + "\", table \""
            + other.schemaName()
            + "."
            + other.name()
            + "\""
            + (key.columnIds().size() > 1 || column == null
                ? "."
                : ", column '" + column.name() + "'."));
  }
}
