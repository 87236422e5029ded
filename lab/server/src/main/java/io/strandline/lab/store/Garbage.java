package io.strandline.lab.store;

import org.jspecify.annotations.Nullable;

/**
 * A committed change whose older versions, or whose row, nobody may need any more.
 *
 * @param index where the row is listed under a key it no longer has; {@code null} for none
 * @param old that key
 */
record Garbage(
    Table table, RowKey key, RowSlot slot, @Nullable KeyIndex index, @Nullable RowKey old) {

  /** Removes what no snapshot from {@code oldest} on can see; whether that was all there is. */
  boolean collect(long oldest) {
    slot.trim(oldest);
    if (slot.retire(oldest)) {
      table.unlink(key, slot);
    }
    if (index != null && old != null) {
      index.tidy(old, key, slot);
    }
    return slot.isSettled();
  }
}
