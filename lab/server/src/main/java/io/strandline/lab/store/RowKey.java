package io.strandline.lab.store;

import org.jspecify.annotations.Nullable;

/** A key of a row, or the edge before or after all keys with a prefix. */
final class RowKey {

  private final @Nullable Object[] values;
  private final int edge;

  private RowKey(@Nullable Object[] values, int edge) {
    this.values = values;
    this.edge = edge;
  }

  static RowKey of(@Nullable Object... values) {
    return new RowKey(values, 0);
  }

  /** Just before or just after every key that starts with the edge's values. */
  static RowKey at(Seek.Edge edge) {
    return new RowKey(edge.values().toArray(), edge.after() ? 1 : -1);
  }

  /** Just before every key with these values. */
  RowKey start() {
    return new RowKey(values, -1);
  }

  /** Just after every key with these values. */
  RowKey end() {
    return new RowKey(values, 1);
  }

  /** Whether the two are keys of one form: a table may have got another key since. */
  boolean isLike(RowKey other) {
    if (values.length != other.values.length) {
      return false;
    }
    for (int i = 0; i < values.length; i++) {
      Object left = values[i];
      Object right = other.values[i];
      if (left == null || right == null || left.getClass() != right.getClass()) {
        return false;
      }
    }
    return true;
  }

  @Nullable Object[] values() {
    return values;
  }

  int edge() {
    return edge;
  }
}
