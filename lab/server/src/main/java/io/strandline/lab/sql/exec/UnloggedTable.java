package io.strandline.lab.sql.exec;

import io.strandline.lab.store.SchemaChange;
import io.strandline.lab.store.Table;
import io.strandline.lab.store.TableSchema;
import io.strandline.lab.store.TransactionLog;
import io.strandline.lab.store.Txn;
import org.jspecify.annotations.Nullable;

/** The log of temporary tables, which nothing captures. */
final class UnloggedTable implements TransactionLog {

  static final TransactionLog LOG = new UnloggedTable();

  private UnloggedTable() {}

  @Override
  public Part open(Txn txn) {
    return new Part() {
      @Override
      public void rowChanged(
          Table table,
          TableSchema schema,
          @Nullable Object @Nullable [] before,
          @Nullable Object @Nullable [] after) {
        // Nothing reads it.
      }

      @Override
      public void schemaChanged(
          Table table, TableSchema before, String command, SchemaChange change) {
        // Nothing reads it.
      }

      @Override
      public int size() {
        return 0;
      }

      @Override
      public void truncate(int size) {
        // Nothing was kept.
      }

      @Override
      public void commit(long number) {
        // Nothing was kept.
      }
    };
  }
}
