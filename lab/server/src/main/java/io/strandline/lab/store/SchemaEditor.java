package io.strandline.lab.store;

import io.strandline.lab.sql.type.Assignment;
import io.strandline.lab.wire.RowLayout;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Changes a table's definition in a transaction that holds it alone. */
public final class SchemaEditor {

  private final Table table;
  private final Txn txn;

  /** Waits until nobody else uses the table. */
  public SchemaEditor(Table table, Txn txn) {
    this.table = table;
    this.txn = txn;
    txn.lock(table, LockMode.SCHEMA);
  }

  /** Adds a column; its id is the next that was never used. */
  public void add(ColumnDef column, String command) {
    TableSchema before = table.schema();
    List<ColumnDef> columns = new ArrayList<>(before.columns());
    columns.add(column);
    replace(before.withColumns(columns, column.id()));
    log(before, command, new SchemaChange.Added(column.id()));
  }

  /** Drops a column; stored values stay but cannot be reached. */
  public void drop(ColumnDef column, String command) {
    TableSchema before = table.schema();
    List<ColumnDef> columns = new ArrayList<>(before.columns());
    columns.remove(column);
    replace(before.withColumns(columns, before.width()));
    log(before, command, new SchemaChange.Dropped(column.id()));
  }

  /** Changes a column's type or nullability, converting every row. */
  public void alter(ColumnDef from, ColumnDef to, Assignment assignment, String command) {
    boolean retyped = !from.type().equals(to.type());
    TableSchema before = table.schema();
    List<ColumnDef> columns = new ArrayList<>(before.columns());
    columns.set(columns.indexOf(from), to);
    TableSchema after = before.withColumns(columns, before.width());
    if (retyped) {
      convert(from, to, assignment, after.layout());
    }
    replace(after);
    log(
        before,
        command,
        retyped
            ? new SchemaChange.Retyped(from.id(), from.type(), to.type())
            : new SchemaChange.Other());
  }

  /** Adds an index or constraint, checking the rows that are there. */
  public void addKey(KeyDef key) {
    replace(table.schema().withKey(key));
    KeyIndex index = table.index(key);
    if (index == null) {
      return;
    }
    ReadView view = new ReadView(ReadView.Mode.COMMITTED, txn, 0);
    TableWriter writer = new TableWriter(table, txn, null);
    Table.RefCursor rows = table.refs(view);
    for (RowRef row = rows.next(); row != null; row = rows.next()) {
      writer.claimKey(row, index);
    }
  }

  private void convert(ColumnDef from, ColumnDef to, Assignment assignment, RowLayout layout) {
    ReadView view = new ReadView(ReadView.Mode.COMMITTED, txn, 0);
    Table.RefCursor rows = table.refs(view);
    for (RowRef row = rows.next(); row != null; row = rows.next()) {
      @Nullable Object[] stored = row.stored();
      @Nullable Object[] changed = new @Nullable Object[table.schema().width()];
      for (ColumnDef column : table.schema().columns()) {
        changed[column.id() - 1] = TableSchema.value(stored, column);
      }
      changed[from.id() - 1] =
          assignment.store(TableSchema.value(stored, from), from.type(), to.type());
      RowVersion version = new RowVersion(layout, layout.pack(changed), txn.stamp(), row.version());
      RowSlot slot = row.slot();
      if (!slot.push(row.version(), version)) {
        throw new IllegalStateException("a row changed under a schema lock");
      }
      txn.onUndo(() -> slot.pop(version));
      txn.onCommit(new Garbage(table, row.key(), slot, null, null));
    }
  }

  private void replace(TableSchema after) {
    TableSchema before = table.schema();
    table.schema(after);
    txn.onUndo(() -> table.schema(before));
    txn.onPublish(table::redefined);
  }

  /** Goes back to an earlier definition of the table; its stored rows stay as they are. */
  public void restore(TableSchema earlier) {
    replace(earlier);
  }

  private void log(TableSchema before, String command, SchemaChange change) {
    txn.log(table.log()).schemaChanged(table, before, command, change);
  }
}
