package io.strandline.lab.store;

import org.jspecify.annotations.Nullable;

/** Which versions a statement sees. */
public final class ReadView {

  /** How versions are chosen. */
  public enum Mode {
    /** The newest committed version, after waiting for a writer. */
    COMMITTED,
    /** The newest version committed before a point. */
    SNAPSHOT,
    /** The newest version, committed or not. */
    DIRTY
  }

  private final Mode mode;
  private final Txn txn;
  private final long snapshot;
  private final WaitType wait;

  /**
   * A view.
   *
   * @param snapshot the commit number of a SNAPSHOT view; else ignored
   */
  public ReadView(Mode mode, Txn txn, long snapshot) {
    this(mode, txn, snapshot, WaitType.LCK_M_S);
  }

  private ReadView(Mode mode, Txn txn, long snapshot, WaitType wait) {
    this.wait = wait;
    this.mode = mode;
    this.txn = txn;
    this.snapshot = snapshot;
  }

  /** A view to find rows by that are to be changed. */
  public static ReadView toChange(Txn txn) {
    return new ReadView(Mode.COMMITTED, txn, 0, WaitType.LCK_M_U);
  }

  public Mode mode() {
    return mode;
  }

  public Txn txn() {
    return txn;
  }

  /** The commit number up to which log-like tables are read now. */
  public long horizon() {
    return mode == Mode.SNAPSHOT ? snapshot : txn.store().order().last();
  }

  /** The version seen; {@code null} if there is none or the row is deleted. */
  @Nullable RowVersion read(RowSlot slot) {
    RowVersion version =
        switch (mode) {
          case COMMITTED -> committed(slot);
          case SNAPSHOT -> atSnapshot(slot);
          case DIRTY -> slot.newest();
        };
    return version == null || version.isDeleted() ? null : version;
  }

  private @Nullable RowVersion committed(RowSlot slot) {
    while (true) {
      RowVersion version = slot.newest();
      if (version == null || version.stamp() == txn.stamp() || version.stamp().isCommitted()) {
        return version;
      }
      if (version.stamp().isActive()) {
        txn.awaitRow(slot, wait);
      }
    }
  }

  private @Nullable RowVersion atSnapshot(RowSlot slot) {
    RowVersion version = slot.newest();
    while (version != null && !isVisible(version.stamp())) {
      version = version.previous();
    }
    return version;
  }

  private boolean isVisible(CommitStamp stamp) {
    return stamp == txn.stamp() || stamp.isCommitted() && stamp.number() <= snapshot;
  }
}
