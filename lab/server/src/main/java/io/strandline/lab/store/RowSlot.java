package io.strandline.lab.store;

import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The versions of the row with one key.
 *
 * <p>A newest version that is not committed is its writer's exclusive lock on the row.
 */
public final class RowSlot {

  private volatile @Nullable RowVersion newest;
  private boolean removed;

  RowSlot() {}

  @Nullable RowVersion newest() {
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
            || top.isDeleted()
                && top.stamp().isCommitted()
                && top.stamp().number() <= oldestSnapshot;
    removed |= empty;
    return empty;
  }

  /** Drops the versions that no snapshot from {@code oldest} on can see. */
  synchronized void trim(long oldest) {
    RowVersion top = newest;
    if (top != null) {
      top.forgetBefore(oldest);
    }
  }

  /** Whether there is one version or none. */
  synchronized boolean isSettled() {
    RowVersion top = newest;
    return top == null || top.stamp().isCommitted() && top.previous() == null;
  }

  /** Does {@code action} unless a version meets the condition; none is added meanwhile. */
  synchronized void unless(Predicate<RowVersion> condition, Runnable action) {
    for (RowVersion version = newest; version != null; version = version.previous()) {
      if (condition.test(version)) {
        return;
      }
    }
    action.run();
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
