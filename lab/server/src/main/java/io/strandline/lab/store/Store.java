package io.strandline.lab.store;

import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BooleanSupplier;

/** The transactions of one server. Thread-safe. */
public final class Store {

  private static final int PURGE_BATCH = 1_000;

  private record Garbage(Table table, RowKey key, RowSlot slot) {}

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

  /** Wakes waiters so that they see a cancellation. */
  public void wakeWaiters() {
    waits.wake();
  }

  void discard(Table table, RowKey key, RowSlot slot) {
    garbage.add(new Garbage(table, key, slot));
  }

  /** Unlinks deleted rows that nobody can see any more. */
  void purge() {
    long oldest = order.oldestSnapshot();
    for (int i = 0; i < PURGE_BATCH; i++) {
      Garbage next = garbage.poll();
      if (next == null) {
        return;
      }
      RowVersion top = next.slot().newest();
      boolean stillDeleted = top == null || top.values() == null;
      if (next.slot().retire(oldest)) {
        next.table().unlink(next.key(), next.slot());
      } else if (stillDeleted) {
        garbage.add(next);
        return;
      }
    }
  }
}
