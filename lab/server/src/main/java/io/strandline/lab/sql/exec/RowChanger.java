package io.strandline.lab.sql.exec;

import io.strandline.lab.session.CancelledException;
import io.strandline.lab.sql.query.Choice;
import io.strandline.lab.sql.query.RowSelection;
import io.strandline.lab.sql.query.StatementContext;
import io.strandline.lab.sql.query.StatementContext.Isolation;
import io.strandline.lab.store.ColumnDef;
import io.strandline.lab.store.LockMode;
import io.strandline.lab.store.ReadView;
import io.strandline.lab.store.RowRef;
import io.strandline.lab.store.Seek;
import io.strandline.lab.store.Table;
import io.strandline.lab.store.TableSchema;
import io.strandline.lab.store.TableWriter;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Changes rows of a table: chooses them first, then changes each as it is by then.
 *
 * <p>A row that another transaction changed meanwhile is changed only if it still meets the
 * condition, as under READ COMMITTED.
 */
final class RowChanger {

  private final StatementContext context;
  private final Table table;
  private final TableWriter writer;
  private final TableSchema schema;

  RowChanger(StatementContext context, Table table) {
    this.context = context;
    this.table = table;
    context.beginToWrite();
    context.txn().lock(table, LockMode.WRITE);
    this.schema = table.schema();
    boolean snapshot = context.isolation() == Isolation.SNAPSHOT;
    this.writer =
        new TableWriter(table, context.txn(), snapshot ? context.database().name() : null);
  }

  Table table() {
    return table;
  }

  TableWriter writer() {
    return writer;
  }

  TableSchema schema() {
    return schema;
  }

  /** What the statement reads when it chooses rows. */
  ReadView view() {
    return context.isolation() == Isolation.SNAPSHOT
        ? context.view(context.database())
        : ReadView.toChange(context.txn());
  }

  /** The rows that a condition on this table alone chooses, at most {@code limit}. */
  List<Choice> chosen(RowSelection selection, long limit) {
    List<Choice> rows = new ArrayList<>();
    for (Seek seek : selection.seeks()) {
      Table.RefCursor refs = table.refs(view(), selection.key(), seek, false);
      RowRef row = rows.size() < limit ? refs.next() : null;
      while (row != null) {
        if (selection.matches(schema.project(row.stored()))) {
          rows.add(selection.choice(row));
        }
        row = rows.size() < limit ? refs.next() : null;
      }
    }
    return rows;
  }

  /** Told of each changed row: as it was, and as it is. */
  interface Listener {
    void changed(@Nullable Object[] before, @Nullable Object[] after);
  }

  /** Makes a row's new values. */
  interface Change {
    @Nullable Object[] of(Choice row, @Nullable Object[] current);
  }

  /** Deletes the chosen rows; how many. */
  long delete(List<Choice> rows, Listener listener) {
    long count = 0;
    for (Choice row : rows) {
      boolean deleted =
          change(
              row,
              current -> {
                @Nullable Object[] before = schema.project(current.stored());
                boolean done = writer.delete(current);
                if (done) {
                  listener.changed(before, before);
                }
                return done;
              });
      count += deleted ? 1 : 0;
    }
    return count;
  }

  /** Replaces the chosen rows' values, given in column order; how many. */
  long update(List<Choice> rows, Change change, Listener listener) {
    long count = 0;
    List<@Nullable Object[]> moved = new ArrayList<>();
    for (Choice row : rows) {
      boolean changed = change(row, current -> update(row, current, change, listener, moved));
      count += changed ? 1 : 0;
    }
    moved.forEach(writer::insert);
    return count;
  }

  private boolean update(
      Choice row,
      RowRef current,
      Change change,
      Listener listener,
      List<@Nullable Object[]> moved) {
    @Nullable Object[] before = schema.project(current.stored());
    @Nullable Object[] after = change.of(row, before);
    @Nullable Object[] stored = schema.store(after);
    boolean moves = writer.changesKey(current, stored);
    boolean done = moves ? writer.delete(current) : writer.update(current, stored);
    if (done) {
      listener.changed(before, after);
      if (moves) {
        moved.add(stored);
      }
    }
    return done;
  }

  private interface Attempt {
    boolean on(RowRef current);
  }

  private boolean change(Choice choice, Attempt attempt) {
    while (true) {
      if (context.txn().cancelRequested()) {
        throw new CancelledException("cancelled while changing rows");
      }
      RowRef current = writer.current(choice.row());
      if (current == null) {
        return false;
      }
      boolean same = current.isSameVersion(choice.row());
      if (!same && !choice.matches(schema.project(current.stored()))) {
        return false;
      }
      if (attempt.on(current)) {
        return true;
      }
    }
  }

  /** Deletes every row without a condition. */
  void deleteAll() {
    Table.RefCursor refs = table.refs(view());
    for (RowRef row = refs.next(); row != null; row = refs.next()) {
      RowRef current = writer.current(row);
      while (current != null && !writer.delete(current)) {
        current = writer.current(current);
      }
    }
  }

  boolean isEmpty() {
    return table.refs(view()).next() == null;
  }

  boolean hasNull(ColumnDef column) {
    Table.RefCursor refs = table.refs(view());
    for (RowRef row = refs.next(); row != null; row = refs.next()) {
      if (TableSchema.value(row.stored(), column) == null) {
        return true;
      }
    }
    return false;
  }
}
