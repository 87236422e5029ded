package io.strandline.lab.store;

import org.jspecify.annotations.Nullable;

/** A database's log, told of every change as it is made. */
public interface TransactionLog {

  /** Opens a transaction's part at its first change. */
  Part open(Txn txn);

  /** One transaction's entries. Used by the transaction's thread only. */
  interface Part {

    /**
     * A row was inserted, updated or deleted.
     *
     * @param schema the table's definition at that time
     * @param before by column id less one; {@code null} for an insert
     * @param after likewise; {@code null} for a delete
     */
    void rowChanged(
        Table table,
        TableSchema schema,
        @Nullable Object @Nullable [] before,
        @Nullable Object @Nullable [] after);

    /** A table's definition, {@code before} until then, was changed by {@code command}. */
    void schemaChanged(Table table, TableSchema before, String command, SchemaChange change);

    /** How many entries there are, for {@link #truncate}. */
    int size();

    /** Drops the entries from {@code size} on, which were undone. */
    void truncate(int size);

    /** The transaction commits with this number; called in commit order, one at a time. */
    void commit(long number);
  }
}
