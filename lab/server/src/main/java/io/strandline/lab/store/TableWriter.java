package io.strandline.lab.store;

import io.strandline.lab.session.SqlException;
import io.strandline.lab.session.SqlType;
import io.strandline.lab.sql.type.Coercion;
import io.strandline.lab.sql.type.Compare;
import io.strandline.lab.sql.type.Types;
import java.util.Set;
import java.util.StringJoiner;
import org.jspecify.annotations.Nullable;

/** Writes rows of one table in one transaction. */
public final class TableWriter {

  private final Table table;
  private final Txn txn;
  private final TableSchema schema;
  private final boolean snapshotIsolation;

  /**
   * A writer.
   *
   * @param snapshotIsolation whether a row changed after the transaction's snapshot is an update
   *     conflict (3960)
   */
  public TableWriter(Table table, Txn txn, boolean snapshotIsolation) {
    this.table = table;
    this.txn = txn;
    this.schema = table.schema();
    this.snapshotIsolation = snapshotIsolation;
  }

  /**
   * Inserts a row.
   *
   * @throws SqlException 2627 or 2601 for a duplicate key
   */
  public void insert(@Nullable Object[] stored) {
    RowKey key = table.keyOf(stored);
    while (true) {
      RowSlot slot = table.rows().computeIfAbsent(key, k -> new RowSlot());
      RowVersion newest = settled(slot);
      if (newest != null && newest.values() != null) {
        throw duplicate(primaryKey(), stored);
      }
      checkConflict(newest);
      RowVersion version = new RowVersion(stored, txn.stamp(), newest);
      if (slot.push(newest, version)) {
        pushed(key, slot, version, newest);
        checkUnique(stored, slot);
        txn.log(table.log()).rowChanged(table, schema, null, stored);
        return;
      }
    }
  }

  /** Waits until the row is free; the row as it is then, {@code null} if it is gone. */
  public @Nullable RowRef current(RowRef seen) {
    RowVersion newest = settled(seen.slot());
    if (newest == null || newest.values() == null) {
      checkConflict(newest);
      return null;
    }
    checkConflict(newest);
    return newest == seen.version() ? seen : new RowRef(seen.key(), seen.slot(), newest);
  }

  /** Whether new values move the row to another key. */
  public boolean changesKey(RowRef row, @Nullable Object[] stored) {
    KeyDef key = schema.primaryKey();
    if (key == null) {
      return false;
    }
    @Nullable Object[] before = UniqueKeys.values(key, row.stored());
    @Nullable Object[] after = UniqueKeys.values(key, stored);
    for (int i = 0; i < before.length; i++) {
      if (Compare.nullsFirst(before[i], after[i]) != 0) {
        return true;
      }
    }
    return false;
  }

  /** Replaces a row's values under the same key; {@code false} if the row changed meanwhile. */
  public boolean update(RowRef row, @Nullable Object[] stored) {
    if (!push(row, stored)) {
      return false;
    }
    checkUnique(stored, row.slot());
    txn.log(table.log()).rowChanged(table, schema, row.stored(), stored);
    return true;
  }

  /** Deletes a row; {@code false} if it changed meanwhile. */
  public boolean delete(RowRef row) {
    if (!push(row, null)) {
      return false;
    }
    txn.onCommit(() -> txn.store().discard(table, row.key(), row.slot()));
    txn.log(table.log()).rowChanged(table, schema, row.stored(), null);
    return true;
  }

  private boolean push(RowRef row, @Nullable Object @Nullable [] stored) {
    RowVersion version = new RowVersion(stored, txn.stamp(), row.version());
    if (!row.slot().push(row.version(), version)) {
      return false;
    }
    pushed(row.key(), row.slot(), version, row.version());
    return true;
  }

  private void pushed(RowKey key, RowSlot slot, RowVersion version, @Nullable RowVersion previous) {
    txn.onUndo(
        () -> {
          slot.pop(version);
          if (slot.newest() == null && slot.retire(0)) {
            table.unlink(key, slot);
          }
        });
    if (previous != null) {
      previous.forgetBefore(txn.store().order().oldestSnapshot());
    }
  }

  /** The newest version once no other transaction holds the row. */
  private @Nullable RowVersion settled(RowSlot slot) {
    while (true) {
      RowVersion newest = slot.newest();
      if (newest == null || newest.stamp() == txn.stamp() || newest.stamp().isCommitted()) {
        return newest;
      }
      if (newest.stamp().isActive()) {
        txn.awaitRow(slot);
      }
    }
  }

  private void checkConflict(@Nullable RowVersion newest) {
    if (snapshotIsolation
        && newest != null
        && newest.stamp() != txn.stamp()
        && newest.stamp().number() > txn.snapshot()) {
      throw SqlException.of(
          3960,
          16,
          2,
          "Snapshot isolation transaction aborted due to update conflict. You cannot use snapshot"
              + " isolation to access table '"
              + objectName()
              + "' directly or indirectly in this database to update, delete, or insert the row"
              + " that has been modified or deleted by another transaction. Retry the transaction"
              + " or change the isolation level for the update/delete statement.");
    }
  }

  /** Lists an existing row under the table's unique keys. */
  void claimKeys(RowRef row) {
    checkUnique(row.stored(), row.slot());
  }

  private void checkUnique(@Nullable Object[] stored, RowSlot slot) {
    for (KeyDef key : schema.keys()) {
      if (!key.unique() || key.primary()) {
        continue;
      }
      Set<RowSlot> others = table.uniqueKeys().claim(key, stored, slot);
      for (RowSlot other : others) {
        RowVersion newest = settled(other);
        if (newest != null && newest.values() != null && sameKey(key, newest.values(), stored)) {
          throw duplicate(key, stored);
        }
      }
    }
  }

  private static boolean sameKey(KeyDef key, @Nullable Object[] left, @Nullable Object[] right) {
    @Nullable Object[] a = UniqueKeys.values(key, left);
    @Nullable Object[] b = UniqueKeys.values(key, right);
    for (int i = 0; i < a.length; i++) {
      if (Compare.nullsFirst(a[i], b[i]) != 0) {
        return false;
      }
    }
    return true;
  }

  private KeyDef primaryKey() {
    KeyDef key = schema.primaryKey();
    if (key == null) {
      throw new IllegalStateException("a heap has no duplicate keys");
    }
    return key;
  }

  private SqlException duplicate(KeyDef key, @Nullable Object[] stored) {
    StringJoiner values = new StringJoiner(", ", "(", ")");
    for (KeyDef.Part part : key.parts()) {
      Object value = stored[part.columnId() - 1];
      SqlType type = schema.columns().get(0).type();
      ColumnDef column = schema.byId(part.columnId());
      values.add(
          value == null
              ? "<NULL>"
              : String.valueOf(
                  Coercion.convert(
                      value, column == null ? type : column.type(), Types.NVARCHAR_MAX)));
    }
    return key.constraint()
        ? SqlException.of(
            2627,
            14,
            1,
            "Violation of "
                + (key.primary() ? "PRIMARY KEY" : "UNIQUE KEY")
                + " constraint '"
                + key.name()
                + "'. Cannot insert duplicate key in object '"
                + objectName()
                + "'. The duplicate key value is "
                + values
                + ".")
        : SqlException.of(
            2601,
            14,
            1,
            "Cannot insert duplicate key row in object '"
                + objectName()
                + "' with unique index '"
                + key.name()
                + "'. The duplicate key value is "
                + values
                + ".");
  }

  private String objectName() {
    return table.schemaName() + "." + table.name();
  }
}
