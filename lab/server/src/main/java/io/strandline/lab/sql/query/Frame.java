package io.strandline.lab.sql.query;

import org.jspecify.annotations.Nullable;

/** The row that expressions of one query are computed on, and the rows of the queries around it. */
public final class Frame {

  private static final @Nullable Object[] NO_ROW = {};

  @Nullable Object[] row = NO_ROW;
  final @Nullable Frame outer;

  public Frame(@Nullable Frame outer) {
    this.outer = outer;
  }

  /** The frame {@code depth} queries further out. */
  Frame out(int depth) {
    Frame frame = this;
    for (int i = 0; i < depth; i++) {
      Frame next = frame.outer;
      if (next == null) {
        throw new IllegalStateException("no frame at depth " + depth);
      }
      frame = next;
    }
    return frame;
  }
}
