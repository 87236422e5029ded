package io.strandline.lab;

import io.strandline.lab.catalog.Database;
import io.strandline.lab.session.SqlType;
import io.strandline.lab.store.ColumnDef;
import io.strandline.lab.store.LockMode;
import io.strandline.lab.store.Table;
import io.strandline.lab.store.TableWriter;
import io.strandline.lab.store.Txn;
import java.util.Iterator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Inserts many rows without SQL: transactions of a fixed size, which capture reads along. */
final class BulkLoad {

  private static final int UNREAD_TRANSACTIONS = 16;

  private final Database database;
  private final Table table;
  private final int rowsPerCommit;

  BulkLoad(Database database, Table table, int rowsPerCommit) {
    if (rowsPerCommit < 1) {
      throw new IllegalArgumentException("rowsPerCommit " + rowsPerCommit + " is less than 1");
    }
    this.database = database;
    this.table = table;
    this.rowsPerCommit = rowsPerCommit;
  }

  long run(Iterator<@Nullable Object[]> rows) {
    long count = 0;
    while (rows.hasNext()) {
      count += commit(rows);
      if (database.cdc().unreadTransactions() >= UNREAD_TRANSACTIONS) {
        database.cdc().job().drain();
      }
    }
    database.cdc().job().drain();
    return count;
  }

  private int commit(Iterator<@Nullable Object[]> rows) {
    Txn txn = database.store().begin(0, () -> false);
    boolean done = false;
    try {
      txn.lock(table, LockMode.WRITE);
      txn.nextStatement();
      TableWriter writer = new TableWriter(table, txn, null);
      int count = 0;
      while (count < rowsPerCommit && rows.hasNext()) {
        writer.insert(table.schema().store(checked(rows.next())));
        count++;
      }
      txn.commit();
      done = true;
      return count;
    } finally {
      if (!done) {
        txn.rollback();
      }
    }
  }

  private @Nullable Object[] checked(@Nullable Object[] row) {
    List<ColumnDef> columns = table.schema().columns();
    if (row.length != columns.size()) {
      throw new IllegalArgumentException(
          "row of " + row.length + " values for " + columns.size() + " columns");
    }
    for (int i = 0; i < row.length; i++) {
      ColumnDef column = columns.get(i);
      Object value = row[i];
      if (column.type().kind() == SqlType.Kind.ROWVERSION) {
        row[i] = database.nextRowversion();
      } else if (value == null ? !column.nullable() : !fits(value, column)) {
        throw new IllegalArgumentException(
            "column " + column.name() + " of " + column.typeName() + " cannot hold " + value);
      }
      if (column.identity() && value instanceof Number number) {
        table.identity().pass(number.longValue());
      }
    }
    return row;
  }

  private static boolean fits(Object value, ColumnDef column) {
    return column.type().kind().javaClass().isInstance(value);
  }
}
