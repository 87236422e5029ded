package io.strandline.lab.store;

import org.jspecify.annotations.Nullable;

/** One state of a row. */
final class RowVersion {

  private final @Nullable Object @Nullable [] values;
  private final CommitStamp stamp;
  private volatile @Nullable RowVersion previous;

  /**
   * A version.
   *
   * @param values by column id less one; {@code null} if the row was deleted
   */
  RowVersion(
      @Nullable Object @Nullable [] values, CommitStamp stamp, @Nullable RowVersion previous) {
    this.values = values;
    this.stamp = stamp;
    this.previous = previous;
  }

  @Nullable Object @Nullable [] values() {
    return values;
  }

  CommitStamp stamp() {
    return stamp;
  }

  @Nullable RowVersion previous() {
    return previous;
  }

  /** Drops the older versions that no snapshot from {@code oldest} on can see. */
  void forgetBefore(long oldest) {
    if (stamp.isCommitted() && stamp.number() <= oldest) {
      previous = null;
    }
  }
}
