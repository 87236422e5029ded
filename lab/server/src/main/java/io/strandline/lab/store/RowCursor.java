package io.strandline.lab.store;

import org.jspecify.annotations.Nullable;

/** Rows, one after the other. The arrays must not be changed by anyone. */
@FunctionalInterface
public interface RowCursor {

  /** The next row; {@code null} at the end. */
  @Nullable Object @Nullable [] next();
}
