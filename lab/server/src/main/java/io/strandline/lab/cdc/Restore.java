package io.strandline.lab.cdc;

import io.strandline.lab.session.SqlException;
import io.strandline.lab.sql.type.Assignment;
import io.strandline.lab.store.ColumnDef;
import io.strandline.lab.store.KeyDef;
import io.strandline.lab.store.LockMode;
import io.strandline.lab.store.ReadView;
import io.strandline.lab.store.RowRef;
import io.strandline.lab.store.SchemaChange;
import io.strandline.lab.store.SchemaEditor;
import io.strandline.lab.store.Seek;
import io.strandline.lab.store.Table;
import io.strandline.lab.store.TableSchema;
import io.strandline.lab.store.TableWriter;
import io.strandline.lab.store.TransactionLog;
import io.strandline.lab.store.Txn;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Takes back every transaction after a commit, newest first, without leaving a trace in the log.
 *
 * <p>It is its own part of the log: its row changes are no changes, and its commit takes the
 * capture back under the same commit number, so that no reader sees one without the other.
 */
final class Restore implements TransactionLog.Part {

  private static final long LONGEST_WAIT_MILLIS = 10_000;

  private final CdcDatabase database;
  private final Lsn lsn;
  private final boolean keepCdc;
  private final Txn txn;

  /** Columns that are dropped at the point that was gone back to and will be there again. */
  private final Map<Table, Map<Integer, ColumnDef>> dropped = new HashMap<>();

  Restore(CdcDatabase database, Lsn lsn, boolean keepCdc) {
    this.database = database;
    this.lsn = lsn;
    this.keepCdc = keepCdc;
    this.txn = database.store().begin(0, () -> false);
    txn.lockTimeoutMillis(LONGEST_WAIT_MILLIS);
  }

  boolean isBy(Txn other) {
    return other == txn;
  }

  void run() {
    try {
      List<CommittedTxn> later = database.log().after(lsn);
      lock(later);
      later.forEach(committed -> committed.entries().forEach(this::note));
      dropped.keySet().forEach(table -> define(table, table.schema()));
      for (CommittedTxn committed : later) {
        for (int i = committed.entries().size() - 1; i >= 0; i--) {
          takeBack(committed.entries().get(i));
        }
      }
      txn.log(database);
      txn.onUndo(() -> {});
      txn.commit();
    } catch (RuntimeException e) {
      txn.rollback();
      throw e;
    }
  }

  private void lock(List<CommittedTxn> later) {
    Set<Table> tables = new LinkedHashSet<>();
    for (CommittedTxn committed : later) {
      for (LogEntry entry : committed.entries()) {
        if (entry instanceof LogEntry.RowChange change) {
          tables.add(change.table());
        } else if (entry instanceof LogEntry.Definition definition) {
          tables.add(definition.table());
        }
      }
    }
    try {
      tables.forEach(table -> txn.lock(table, LockMode.SCHEMA));
    } catch (SqlException e) {
      throw SqlException.of(
          3101, 16, 1, "Exclusive access could not be obtained because the database is in use.");
    }
  }

  private void note(LogEntry entry) {
    if (entry instanceof LogEntry.Definition definition
        && definition.change() instanceof SchemaChange.Dropped drop) {
      ColumnDef column = definition.before().byId(drop.columnId());
      if (column != null) {
        dropped
            .computeIfAbsent(definition.table(), table -> new TreeMap<>())
            .put(column.id(), column);
      }
    }
  }

  /** Defines a table with its dropped columns too, whose stored values are taken back with it. */
  private void define(Table table, TableSchema schema) {
    Map<Integer, ColumnDef> columns = new TreeMap<>(dropped.getOrDefault(table, Map.of()));
    schema.columns().forEach(column -> columns.put(column.id(), column));
    new SchemaEditor(table, txn)
        .restore(
            new TableSchema(
                List.copyOf(columns.values()),
                schema.width(),
                schema.keys(),
                schema.constraints()));
  }

  private void takeBack(LogEntry entry) {
    if (entry instanceof LogEntry.RowChange change) {
      takeBack(change);
    } else if (entry instanceof LogEntry.Definition definition) {
      takeBack(definition);
    }
  }

  private void takeBack(LogEntry.RowChange change) {
    TableWriter writer = new TableWriter(change.table(), txn, null);
    @Nullable Object @Nullable [] now = change.after();
    @Nullable Object @Nullable [] then = cells(change.table().schema(), change.before());
    boolean done = true;
    if (now == null && then != null) {
      writer.insert(then);
    } else if (now != null) {
      RowRef row = find(change.table(), change.schema(), now);
      done = then == null ? writer.delete(row) : writer.update(row, then);
    }
    if (!done) {
      throw new IllegalStateException("a row changed under a schema lock");
    }
  }

  /** A row that was stored under another definition, as it is stored under this one. */
  private static @Nullable Object @Nullable [] cells(
      TableSchema schema, @Nullable Object @Nullable [] stored) {
    if (stored == null) {
      return null;
    }
    @Nullable Object[] cells = new @Nullable Object[schema.width()];
    for (ColumnDef column : schema.columns()) {
      cells[column.id() - 1] = TableSchema.value(stored, column);
    }
    return cells;
  }

  private RowRef find(Table table, TableSchema schema, @Nullable Object[] stored) {
    KeyDef key = table.schema().primaryKey();
    List<Object> prefix = new ArrayList<>();
    if (key != null) {
      for (KeyDef.Part part : key.parts()) {
        Object value = stored[part.columnId() - 1];
        if (value != null) {
          prefix.add(value);
        }
      }
    }
    Table.RefCursor rows =
        table.refs(
            new ReadView(ReadView.Mode.COMMITTED, txn, 0), 0, Seek.of(prefix, null, null), false);
    for (RowRef row = rows.next(); row != null; row = rows.next()) {
      if (key != null || isSame(schema, row.stored(), stored)) {
        return row;
      }
    }
    throw new IllegalStateException("a row of " + table.name() + " is not where the log left it");
  }

  private static boolean isSame(
      TableSchema schema, @Nullable Object[] left, @Nullable Object[] right) {
    return Arrays.deepEquals(schema.project(left), schema.project(right));
  }

  private void takeBack(LogEntry.Definition definition) {
    Table table = definition.table();
    SchemaEditor editor = new SchemaEditor(table, txn);
    if (definition.change() instanceof SchemaChange.Retyped retyped) {
      ColumnDef now = table.schema().byId(retyped.columnId());
      ColumnDef then = definition.before().byId(retyped.columnId());
      if (now != null && then != null) {
        editor.alter(now, then, new Assignment(table.name(), then.name(), 16), "");
      }
      retypeBack(table, retyped);
    }
    if (definition.change() instanceof SchemaChange.Added added) {
      Map<Integer, ColumnDef> columns = dropped.get(table);
      if (columns != null) {
        columns.remove(added.columnId());
      }
    }
    define(table, definition.before());
  }

  private void retypeBack(Table table, SchemaChange.Retyped retyped) {
    for (CaptureInstance instance : database.instancesOf(table)) {
      int position = instance.positionOf(retyped.columnId());
      if (position >= 0 && instance.columns().get(position).type().equals(retyped.to())) {
        database
            .order()
            .publish(
                number -> {
                  long oldest = database.order().oldestSnapshot();
                  instance.retype(position, retyped.from());
                  ChangeLayout layout = new ChangeLayout(instance.columns());
                  instance
                      .changes()
                      .retype(position, retyped.to(), retyped.from(), layout, number, oldest);
                });
      }
    }
  }

  @Override
  public void rowChanged(
      Table table,
      TableSchema schema,
      @Nullable Object @Nullable [] before,
      @Nullable Object @Nullable [] after) {}

  @Override
  public void schemaChanged(Table table, TableSchema before, String command, SchemaChange change) {}

  @Override
  public int size() {
    return 0;
  }

  @Override
  public void truncate(int size) {}

  @Override
  public void commit(long number) {
    database.registry().goBackTo(lsn, number);
    database.times().deleteAbove(lsn, number, database.order().oldestSnapshot());
    database.log().forgetAfter(lsn);
    database.allocator().goBackTo(lsn);
    database.fork().fork(lsn);
    if (!keepCdc) {
      database.disable(number);
    }
  }
}
