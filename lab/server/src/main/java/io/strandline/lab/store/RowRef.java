package io.strandline.lab.store;

import org.jspecify.annotations.Nullable;

/** A row as a statement saw it, to be changed if it still is that. Used by one thread. */
public final class RowRef {

  private final RowKey key;
  private final RowSlot slot;
  private final RowVersion version;
  private @Nullable Object @Nullable [] stored;

  RowRef(RowKey key, RowSlot slot, RowVersion version) {
    this.key = key;
    this.slot = slot;
    this.version = version;
  }

  RowKey key() {
    return key;
  }

  RowSlot slot() {
    return slot;
  }

  RowVersion version() {
    return version;
  }

  /** What two references to one row have in common. */
  public Object identity() {
    return slot;
  }

  /** The stored values; not to be changed. */
  public @Nullable Object[] stored() {
    @Nullable Object[] values = stored;
    if (values == null) {
      values = version.values();
      stored = values;
    }
    return values;
  }

  /** Whether {@code other} is the same version of the same row. */
  public boolean isSameVersion(RowRef other) {
    return version == other.version;
  }
}
