package io.strandline.lab.sql.query;

import io.strandline.lab.session.Column;
import io.strandline.lab.session.ResultSink;
import io.strandline.lab.store.RowCursor;
import java.util.List;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/**
 * A query ready to run, any number of times.
 *
 * @param columns of its result
 * @param packed another way to the same rows, in the protocol's bytes; {@code null} if there is
 *     none
 * @param assigned variables that a SELECT sets instead of returning rows, in column order
 */
public record QueryPlan(
    List<Column> columns, Opener opener, List<String> assigned, @Nullable PackedSelect packed) {

  /** A plan that makes its rows from values. */
  QueryPlan(List<Column> columns, Opener opener, List<String> assigned) {
    this(columns, opener, assigned, null);
  }

  /** Starts a run. */
  @FunctionalInterface
  public interface Opener {
    RowCursor open(@Nullable Frame outer);
  }

  /** Sends every row up to a limit, or all if it is 0; {@code each} is told the count so far. */
  public long send(ResultSink out, long limit, LongConsumer each) {
    PackedSelect.@Nullable PackedRows cells = packed == null ? null : packed.open();
    RowCursor rows = cells == null ? open(null) : () -> null;
    long count = 0;
    while (limit == 0 || count < limit) {
      if (cells != null) {
        if (!cells.advance()) {
          return count;
        }
        out.row(cells);
      } else {
        @Nullable Object @Nullable [] row = rows.next();
        if (row == null) {
          return count;
        }
        out.row(row);
      }
      each.accept(++count);
    }
    return count;
  }

  /** Starts a run inside the given frame. */
  public RowCursor open(@Nullable Frame outer) {
    return opener.open(outer);
  }
}
