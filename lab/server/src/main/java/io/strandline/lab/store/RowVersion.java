package io.strandline.lab.store;

import io.strandline.lab.wire.RowLayout;
import java.util.BitSet;
import org.jspecify.annotations.Nullable;

/** One state of a row, its values packed. */
final class RowVersion {

  private final RowLayout layout;
  private final byte @Nullable [] cells;
  private final CommitStamp stamp;
  private volatile @Nullable RowVersion previous;

  /**
   * A version.
   *
   * @param layout of the cells, by column id less one
   * @param cells {@code null} if the row was deleted
   */
  RowVersion(
      RowLayout layout, byte @Nullable [] cells, CommitStamp stamp, @Nullable RowVersion previous) {
    this.layout = layout;
    this.cells = cells;
    this.stamp = stamp;
    this.previous = previous;
  }

  boolean isDeleted() {
    return cells == null;
  }

  /** The values by column id less one; as many as there were columns when it was written. */
  @Nullable Object[] values() {
    return layout.unpack(cells(), 0);
  }

  /** The same, with {@code null} for columns that are not wanted. */
  @Nullable Object[] values(BitSet wanted) {
    return layout.unpack(cells(), 0, wanted);
  }

  private byte[] cells() {
    byte[] present = cells;
    if (present == null) {
      throw new IllegalStateException("the row was deleted");
    }
    return present;
  }

  CommitStamp stamp() {
    return stamp;
  }

  @Nullable RowVersion previous() {
    return previous;
  }

  /** Drops the older versions that no snapshot from {@code oldest} on can see. */
  void forgetBefore(long oldest) {
    RowVersion version = this;
    while (version != null) {
      if (version.stamp.isCommitted() && version.stamp.number() <= oldest) {
        version.previous = null;
        return;
      }
      version = version.previous;
    }
  }
}
