package io.strandline.lab.store;

import org.jspecify.annotations.Nullable;

/** A row as a statement saw it, to be changed if it still is that. */
public final class RowRef {

  private final RowKey key;
  private final RowSlot slot;
  private final RowVersion version;

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

  /** The stored values. */
  public @Nullable Object[] stored() {
    @Nullable Object[] values = version.values();
    if (values == null) {
      throw new IllegalStateException("the row was deleted");
    }
    return values;
  }

  /** Whether {@code other} is the same version of the same row. */
  public boolean isSameVersion(RowRef other) {
    return version == other.version;
  }
}
