package io.strandline.lab.store;

import org.jspecify.annotations.Nullable;

/** When a transaction committed: shared by all versions it wrote. */
final class CommitStamp {

  private static final long ROLLED_BACK = -1;

  private volatile long number;
  private volatile @Nullable Txn owner;

  CommitStamp(Txn owner) {
    this.owner = owner;
  }

  /** The commit number; 0 or less while there is none. */
  long number() {
    return number;
  }

  boolean isCommitted() {
    return number > 0;
  }

  boolean isActive() {
    return number == 0;
  }

  /** The running transaction; {@code null} once it ended. */
  @Nullable Txn owner() {
    return owner;
  }

  void commit(long commitNumber) {
    number = commitNumber;
    owner = null;
  }

  void rollBack() {
    number = ROLLED_BACK;
    owner = null;
  }
}
