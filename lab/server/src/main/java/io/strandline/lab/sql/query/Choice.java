package io.strandline.lab.sql.query;

import io.strandline.lab.store.RowRef;
import org.jspecify.annotations.Nullable;

/** A row that a statement chose to change, with what it was joined with. */
public interface Choice {

  /** The row as it was when it was chosen. */
  RowRef row();

  /** Whether the row would be chosen with these values too. */
  boolean matches(@Nullable Object[] current);

  /** Computes an expression with these values of the row. */
  @Nullable Object eval(Bound bound, @Nullable Object[] current);
}
