package io.strandline.lab.store;

import java.util.List;
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

  /** Just before every key that starts with these values. */
  static RowKey before(List<Object> prefix) {
    return new RowKey(prefix.toArray(), -1);
  }

  /** Just after every key that starts with these values. */
  static RowKey after(List<Object> prefix) {
    return new RowKey(prefix.toArray(), 1);
  }

  @Nullable Object[] values() {
    return values;
  }

  int edge() {
    return edge;
  }
}
