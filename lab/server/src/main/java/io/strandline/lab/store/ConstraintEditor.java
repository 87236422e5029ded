package io.strandline.lab.store;

import java.util.ArrayList;
import java.util.List;
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
        change(column, column.withDefault(null));
      }
    }
  }

  /** Replaces a column by one of the same id and type. */
  public void change(ColumnDef from, ColumnDef to) {
    List<ColumnDef> columns = new ArrayList<>(table.schema().columns());
    columns.set(columns.indexOf(from), to);
    replace(table.schema().withColumns(columns, table.schema().width()));
  }

  /** Renames a column; its id stays. */
  public void rename(ColumnDef column, String name) {
    change(column, column.renamed(name));
  }

  /** Gives a column another default; {@code null} for none. */
  public void defaultOf(ColumnDef column, io.strandline.lab.sql.ast.@Nullable Expr value) {
    change(column, column.withDefault(value));
  }

  /** Renames a key. */
  public void rename(KeyDef key, String name) {
    KeyDef renamed =
        new KeyDef(name, key.primary(), key.unique(), key.constraint(), key.created(), key.parts());
    List<KeyDef> keys = new ArrayList<>(table.schema().keys());
    keys.set(keys.indexOf(key), renamed);
    replace(table.schema().withKeys(keys));
    claim(renamed);
  }

  /** Takes an index or unique constraint away. */
  public void drop(KeyDef key) {
    List<KeyDef> keys = new ArrayList<>(table.schema().keys());
    keys.remove(key);
    replace(table.schema().withKeys(keys));
  }

  /** Computes every row's values anew, in column order. */
  public void rewrite(UnaryOperator<@Nullable Object[]> values) {
    Table.RefCursor rows = rows();
    TableSchema schema = table.schema();
    for (RowRef row = rows.next(); row != null; row = rows.next()) {
      @Nullable Object[] stored = schema.store(values.apply(schema.project(row.stored()).clone()));
      RowVersion version = new RowVersion(stored, txn.stamp(), row.version());
      RowSlot slot = row.slot();
      if (!slot.push(row.version(), version)) {
        throw new IllegalStateException("a row changed under a schema lock");
      }
      txn.onUndo(() -> slot.pop(version));
    }
  }

  private void claim(KeyDef key) {
    if (!key.unique() || key.primary()) {
      return;
    }
    TableWriter writer = new TableWriter(table, txn, false);
    Table.RefCursor rows = rows();
    for (RowRef row = rows.next(); row != null; row = rows.next()) {
      writer.claimKeys(row);
    }
  }

  private Table.RefCursor rows() {
    return table.refs(new ReadView(ReadView.Mode.COMMITTED, txn, 0), Seek.ALL, false);
  }

  private void replace(TableSchema after) {
    TableSchema before = table.schema();
    table.schema(after);
    txn.onUndo(() -> table.schema(before));
  }
}
