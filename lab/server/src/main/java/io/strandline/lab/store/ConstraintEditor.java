package io.strandline.lab.store;

import io.strandline.lab.session.SqlException;
import io.strandline.lab.sql.ast.Expr;
import io.strandline.lab.wire.RowLayout;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Changes what a table's definition says beside its columns' types: keys, constraints, names and
 * computed values. None of it is in the log that capture reads.
 */
public final class ConstraintEditor {

  private final Table table;
  private final Txn txn;

  /** Waits until nobody else uses the table. */
  public ConstraintEditor(Table table, Txn txn) {
    this.table = table;
    this.txn = txn;
    txn.lock(table, LockMode.SCHEMA);
  }

  /** Adds a constraint whose rows were tested already. */
  public void add(ConstraintDef constraint) {
    List<ConstraintDef> all = new ArrayList<>(table.schema().constraints());
    all.add(constraint);
    replace(table.schema().withConstraints(all));
  }

  /** Takes a constraint away; a default's column has none from then on. */
  public void drop(ConstraintDef constraint) {
    List<ConstraintDef> all = new ArrayList<>(table.schema().constraints());
    all.remove(constraint);
    replace(table.schema().withConstraints(all));
    if (constraint instanceof ConstraintDef.Default value) {
      ColumnDef column = table.schema().byId(value.columnId());
      if (column != null) {
        defaultOf(column, null);
      }
    }
  }

  private void change(ColumnDef from, ColumnDef to) {
    List<ColumnDef> columns = new ArrayList<>(table.schema().columns());
    columns.set(columns.indexOf(from), to);
    replace(table.schema().withColumns(columns, table.schema().width()));
  }

  /** Renames a column; its id stays. */
  public void rename(ColumnDef column, String name) {
    change(column, column.renamed(name));
  }

  /** Gives a column another default; {@code null} for none. */
  public void defaultOf(ColumnDef column, @Nullable Expr value) {
    change(column, column.withDefault(value));
  }

  /** Renames a key. */
  public void rename(KeyDef key, String name) {
    KeyDef renamed =
        new KeyDef(name, key.primary(), key.unique(), key.constraint(), key.created(), key.parts());
    List<KeyDef> keys = new ArrayList<>(table.schema().keys());
    keys.set(keys.indexOf(key), renamed);
    List<KeyIndex> indexes = new ArrayList<>();
    for (KeyIndex index : table.indexes()) {
      indexes.add(index.def() == key ? index.renamed(renamed) : index);
    }
    TableSchema before = table.schema();
    List<KeyIndex> old = table.indexes();
    table.schema(before.withKeys(keys), indexes);
    txn.onPublish(table::redefined);
    txn.onUndo(() -> table.schema(before, old));
  }

  /** Takes an index, a unique constraint or the primary key away. */
  public void drop(KeyDef key) {
    List<KeyDef> keys = new ArrayList<>(table.schema().keys());
    keys.remove(key);
    if (key.primary()) {
      rekey(table.schema().withKeys(keys));
    } else {
      replace(table.schema().withKeys(keys));
    }
  }

  /** Gives a heap a primary key; error 1505 if rows have one key. */
  public void addPrimary(KeyDef key) {
    rekey(table.schema().withKey(key));
  }

  /** Puts the rows in the order of another primary key, or of none. */
  private void rekey(TableSchema after) {
    KeyDef primary = after.primaryKey();
    KeyOrder order = KeyOrder.of(primary);
    ConcurrentSkipListMap<RowKey, RowSlot> ordered = new ConcurrentSkipListMap<>(order);
    List<KeyIndex> indexes =
        after.secondaryKeys().stream().map(key -> new KeyIndex(key, order)).toList();
    Table.RefCursor rows = rows();
    for (RowRef row = rows.next(); row != null; row = rows.next()) {
      RowKey key = table.keyOf(primary, row.stored());
      if (ordered.putIfAbsent(key, row.slot()) != null) {
        throw duplicate(primary);
      }
      for (KeyIndex index : indexes) {
        index.claim(KeyIndex.key(index.def(), row.stored()), key, row.slot());
      }
    }
    Table.Content before = table.content();
    table.content(new Table.Content(after, order, ordered, indexes));
    txn.onPublish(table::redefined);
    txn.onUndo(() -> table.content(before));
  }

  private SqlException duplicate(@Nullable KeyDef key) {
    return SqlException.of(
        1505,
        16,
        1,
        "The CREATE UNIQUE INDEX statement terminated because a duplicate key was found for the"
            + " object name '"
            + table.schemaName()
            + "."
            + table.name()
            + "' and the index name '"
            + (key == null ? "" : key.name())
            + "'.");
  }

  /** Computes every row's values anew, in column order. */
  public void rewrite(UnaryOperator<@Nullable Object[]> values) {
    Table.RefCursor rows = rows();
    TableSchema schema = table.schema();
    RowLayout layout = table.layout();
    for (RowRef row = rows.next(); row != null; row = rows.next()) {
      @Nullable Object[] stored = schema.store(values.apply(schema.project(row.stored()).clone()));
      RowVersion version = new RowVersion(layout, layout.pack(stored), txn.stamp(), row.version());
      RowSlot slot = row.slot();
      if (!slot.push(row.version(), version)) {
        throw new IllegalStateException("a row changed under a schema lock");
      }
      txn.onUndo(() -> slot.pop(version));
      txn.onCommit(new Garbage(table, row.key(), slot, null, null));
    }
  }

  private Table.RefCursor rows() {
    return table.refs(new ReadView(ReadView.Mode.COMMITTED, txn, 0));
  }

  private void replace(TableSchema after) {
    TableSchema before = table.schema();
    List<KeyIndex> indexes = table.indexes();
    table.schema(after);
    txn.onPublish(table::redefined);
    txn.onUndo(() -> table.schema(before, indexes));
  }
}
