package io.strandline.lab.store;

import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BooleanSupplier;

/** The transactions of one server. Thread-safe. */
public final class Store {

  private static final int PURGE_BATCH = 1_000;
  private static final int MOST_BLOCKED = 64;

  private final CommitOrder order = new CommitOrder();
  private final LockWaits waits = new LockWaits();
  private final AtomicLong ids = new AtomicLong();
  private final ConcurrentLinkedQueue<Garbage> garbage = new ConcurrentLinkedQueue<>();

  /** The order of commits. */
  public CommitOrder order() {
    return order;
  }

  LockWaits waits() {
    return waits;
  }

  /**
   * Begins a transaction.
   *
   * @param sessionId the session's number, for messages
   * @param cancelled looked at while it waits
   */
  public Txn begin(int sessionId, BooleanSupplier cancelled) {
    return new Txn(this, ids.incrementAndGet(), sessionId, cancelled);
  }

  /** What sessions wait for. */
  public SessionWaits sessionWaits() {
    return waits.sessions();
  }

  /** Wakes waiters so that they see a cancellation. */
  public void wakeWaiters() {
    waits.wake();
  }

  /**
   * Unlinks what nobody can see any more.
   *
   * @param more what a commit adds
   */
  void purge(List<Garbage> more) {
    garbage.addAll(more);
    long oldest = order.oldestSnapshot();
    int most = PURGE_BATCH + 2 * more.size();
    int blocked = 0;
    for (int i = 0; i < most && blocked <= MOST_BLOCKED + 2 * more.size(); i++) {
      Garbage next = garbage.poll();
      if (next == null) {
        return;
      }
      if (!next.collect(oldest)) {
        // A snapshot or a writer holds it; many of those mean that one snapshot holds all.
        garbage.add(next);
        blocked++;
      }
    }
  }

  /** Changes whose older versions are still kept. */
  public int uncollected() {
    return garbage.size();
  }
}
