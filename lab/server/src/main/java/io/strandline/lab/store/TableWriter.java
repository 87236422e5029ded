package io.strandline.lab.store;

import io.strandline.lab.session.SqlException;
import io.strandline.lab.session.SqlType;
import io.strandline.lab.sql.type.Coercion;
import io.strandline.lab.sql.type.Types;
import io.strandline.lab.wire.RowLayout;
import java.util.List;
import java.util.StringJoiner;
import org.jspecify.annotations.Nullable;

/** Writes rows of one table in one transaction. */
public final class TableWriter {

  private final Table table;
  private final Txn txn;
  private final TableSchema schema;
  private final RowLayout layout;
  private final @Nullable String snapshotOf;

  /**
   * A writer.
   *
   * @param snapshotOf the database's name if a row changed after the transaction's snapshot is an
   *     update conflict (3960), as under SNAPSHOT; {@code null} if not
   */
  public TableWriter(Table table, Txn txn, @Nullable String snapshotOf) {
    this.table = table;
    this.txn = txn;
    this.schema = table.schema();
    this.layout = table.layout();
    this.snapshotOf = snapshotOf;
  }

  /**
   * Inserts a row.
   *
   * @throws SqlException 2627 or 2601 for a duplicate key
   */
  public void insert(@Nullable Object[] stored) {
    RowKey key = table.keyOf(stored);
    byte[] cells = layout.pack(stored);
    while (true) {
      RowSlot slot = table.rows().computeIfAbsent(key, k -> new RowSlot());
      RowVersion newest = settled(slot, WaitType.LCK_M_X);
      if (newest != null && !newest.isDeleted()) {
        throw duplicate(primaryKey(), stored);
      }
      checkConflict(newest);
      RowVersion version = new RowVersion(layout, cells, txn.stamp(), newest);
      if (slot.push(newest, version)) {
        pushed(key, slot, version, newest);
        list(key, slot, null, stored);
        txn.log(table.log()).rowChanged(table, schema, null, stored);
        return;
      }
    }
  }

  /** Waits until the row is free; the row as it is then, {@code null} if it is gone. */
  public @Nullable RowRef current(RowRef seen) {
    RowVersion newest = settled(seen.slot(), WaitType.LCK_M_U);
    if (newest == null || newest.isDeleted()) {
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
    return !KeyIndex.same(KeyIndex.key(key, row.stored()), KeyIndex.key(key, stored));
  }

  /** Replaces a row's values under the same key; {@code false} if the row changed meanwhile. */
  public boolean update(RowRef row, @Nullable Object[] stored) {
    if (!push(row, stored)) {
      return false;
    }
    list(row.key(), row.slot(), row.stored(), stored);
    txn.log(table.log()).rowChanged(table, schema, row.stored(), stored);
    return true;
  }

  /** Deletes a row; {@code false} if it changed meanwhile. */
  public boolean delete(RowRef row) {
    if (!push(row, null)) {
      return false;
    }
    for (KeyIndex index : table.indexes()) {
      discardLater(row.key(), row.slot(), index, KeyIndex.key(index.def(), row.stored()));
    }
    txn.log(table.log()).rowChanged(table, schema, row.stored(), null);
    return true;
  }

  private boolean push(RowRef row, @Nullable Object @Nullable [] stored) {
    byte[] cells = stored == null ? null : layout.pack(stored);
    RowVersion version = new RowVersion(layout, cells, txn.stamp(), row.version());
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
          if (!version.isDeleted()) {
            unlist(key, slot, version);
          }
          if (slot.newest() == null && slot.retire(0)) {
            table.unlink(key, slot);
          }
        });
    if (previous != null) {
      slot.trim(txn.store().order().oldestSnapshot());
      txn.onCommit(new Garbage(table, key, slot, null, null));
    }
  }

  private void unlist(RowKey key, RowSlot slot, RowVersion undone) {
    List<KeyIndex> indexes = table.indexes();
    if (!indexes.isEmpty()) {
      @Nullable Object[] stored = undone.values();
      indexes.forEach(index -> index.tidy(KeyIndex.key(index.def(), stored), key, slot));
    }
  }

  /** Lists a row in the indexes where its key is new. */
  private void list(
      RowKey key, RowSlot slot, @Nullable Object @Nullable [] before, @Nullable Object[] stored) {
    for (KeyIndex index : table.indexes()) {
      RowKey now = KeyIndex.key(index.def(), stored);
      RowKey old = before == null ? null : KeyIndex.key(index.def(), before);
      if (old != null && KeyIndex.same(old, now)) {
        continue;
      }
      List<RowSlot> others = index.claim(now, key, slot);
      if (old != null) {
        discardLater(key, slot, index, old);
      }
      if (index.def().unique()) {
        checkUnique(index, now, others, stored);
      }
    }
  }

  private void discardLater(RowKey key, RowSlot slot, KeyIndex index, RowKey old) {
    txn.onCommit(new Garbage(table, key, slot, index, old));
  }

  private void checkUnique(
      KeyIndex index, RowKey key, List<RowSlot> others, @Nullable Object[] stored) {
    for (RowSlot other : others) {
      RowVersion newest = settled(other, WaitType.LCK_M_S);
      if (newest != null && !newest.isDeleted() && index.has(newest, key)) {
        throw duplicate(index.def(), stored);
      }
    }
  }

  /** The newest version once no other transaction holds the row. */
  private @Nullable RowVersion settled(RowSlot slot, WaitType type) {
    while (true) {
      RowVersion newest = slot.newest();
      if (newest == null || newest.stamp() == txn.stamp() || newest.stamp().isCommitted()) {
        return newest;
      }
      if (newest.stamp().isActive()) {
        txn.awaitRow(slot, type);
      }
    }
  }

  private void checkConflict(@Nullable RowVersion newest) {
    if (snapshotOf != null
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
              + "' directly or indirectly in database '"
              + snapshotOf
              + "' to update, delete, or insert the row that has been modified or deleted by another"
              + " transaction. Retry the transaction or change the isolation level for the"
              + " update/delete statement.");
    }
  }

  /** Lists an existing row under a key that the table was given after it. */
  void claimKey(RowRef row, KeyIndex index) {
    RowKey key = KeyIndex.key(index.def(), row.stored());
    List<RowSlot> others = index.claim(key, row.key(), row.slot());
    if (index.def().unique()) {
      checkUnique(index, key, others, row.stored());
    }
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
