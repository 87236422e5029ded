package io.strandline.lab.sql.query;

import io.strandline.lab.store.RowCursor;
import org.jspecify.annotations.Nullable;

/** The rows that a query is computed from. */
@FunctionalInterface
interface Rows {

  /**
   * Starts a run.
   *
   * @param reverse whether the first source is read against its key's order
   */
  RowCursor open(@Nullable Frame outer, boolean reverse);
}
