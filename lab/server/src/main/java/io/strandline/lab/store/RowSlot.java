package io.strandline.lab.store;

import org.jspecify.annotations.Nullable;

/**
 * The versions of the row with one key.
 *
 * <p>A newest version that is not committed is its writer's exclusive lock on the row.
 */
public final class RowSlot {

  private @Nullable RowVersion newest;
  private boolean removed;

  RowSlot() {}

  synchronized @Nullable RowVersion newest() {
    return newest;
  }

  /** Puts {@code version} on top if {@code expected} still is the newest and the slot in use. */
  synchronized boolean push(@Nullable RowVersion expected, RowVersion version) {
    if (removed || newest != expected) {
      return false;
    }
    newest = version;
    return true;
  }

  /** Takes an undone version off. */
  synchronized void pop(RowVersion version) {
    if (newest == version) {
      newest = version.previous();
    }
  }

  /** Marks the slot as out of use if it holds no row for anyone; the caller unlinks it. */
  synchronized boolean retire(long oldestSnapshot) {
    RowVersion top = newest;
    boolean empty =
        top == null
            || top.values() == null
                && top.stamp().isCommitted()
                && top.stamp().number() <= oldestSnapshot;
    removed |= empty;
    return empty;
  }

  synchronized boolean isRemoved() {
    return removed;
  }

  /** The transaction other than {@code own} that holds the row; {@code null} if none does. */
  @Nullable Txn holderOtherThan(Txn own) {
    RowVersion top = newest();
    if (top == null) {
      return null;
    }
    Txn owner = top.stamp().owner();
    return owner == own ? null : owner;
  }
}
