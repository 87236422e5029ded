package io.strandline.lab.sql.exec;

import io.strandline.lab.session.CancelledException;
import io.strandline.lab.session.SqlException;
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
import java.util.function.UnaryOperator;
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

  TableWriter writer() {
    return writer;
  }

  TableSchema schema() {
    return schema;
  }

  private ReadView view() {
    return context.isolation() == Isolation.SNAPSHOT
        ? context.view(context.database())
        : ReadView.toChange(context.txn());
  }

  private List<RowRef> chosen(RowSelection selection, long limit) {
    List<RowRef> rows = new ArrayList<>();
    for (Seek seek : selection.seeks()) {
      Table.RefCursor refs = table.refs(view(), selection.key(), seek, false);
      RowRef row = rows.size() < limit ? refs.next() : null;
      while (row != null) {
        if (selection.matches(schema.project(row.stored()))) {
          rows.add(row);
        }
        row = rows.size() < limit ? refs.next() : null;
      }
    }
    return rows;
  }

  /** Deletes the chosen rows; how many. */
  long delete(RowSelection selection, long limit) {
    long count = 0;
    for (RowRef row : chosen(selection, limit)) {
      count += change(row, selection, writer::delete) ? 1 : 0;
    }
    return count;
  }

  /** Replaces the chosen rows' values, given in column order; how many. */
  long update(RowSelection selection, long limit, UnaryOperator<@Nullable Object[]> change) {
    long count = 0;
    List<@Nullable Object[]> moved = new ArrayList<>();
    for (RowRef row : chosen(selection, limit)) {
      boolean changed =
          change(
              row,
              selection,
              current -> {
                @Nullable Object[] stored =
                    schema.store(change.apply(schema.project(current.stored())));
                if (!writer.changesKey(current, stored)) {
                  return writer.update(current, stored);
                }
                boolean deleted = writer.delete(current);
                if (deleted) {
                  moved.add(stored);
                }
                return deleted;
              });
      count += changed ? 1 : 0;
    }
    moved.forEach(writer::insert);
    return count;
  }

  private interface Attempt {
    boolean on(RowRef current);
  }

  private boolean change(RowRef row, RowSelection selection, Attempt attempt) {
    while (true) {
      if (context.txn().cancelRequested()) {
        throw new CancelledException("cancelled while changing rows");
      }
      RowRef current = writer.current(row);
      if (current == null) {
        return false;
      }
      boolean same = current.isSameVersion(row);
      if (!same && !selection.matches(schema.project(current.stored()))) {
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

  /** The limit of TOP, or none. */
  static long limit(@Nullable Object top) {
    if (top == null) {
      return Long.MAX_VALUE;
    }
    if (top instanceof Long count && count >= 0) {
      return count;
    }
    throw SqlException.of(
        1060,
        15,
        1,
        "The number of rows provided for a TOP or FETCH clauses row count parameter must be an"
            + " integer.");
  }
}
