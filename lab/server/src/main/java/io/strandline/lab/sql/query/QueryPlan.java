package io.strandline.lab.sql.query;

import io.strandline.lab.session.Column;
import io.strandline.lab.store.RowCursor;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A query ready to run, any number of times.
 *
 * @param columns of its result
 * @param assigned variables that a SELECT sets instead of returning rows, in column order
 */
public record QueryPlan(List<Column> columns, Opener opener, List<String> assigned) {

  /** Starts a run. */
  @FunctionalInterface
  public interface Opener {
    RowCursor open(@Nullable Frame outer);
  }

  /** Starts a run inside the given frame. */
  public RowCursor open(@Nullable Frame outer) {
    return opener.open(outer);
  }
}
