package io.strandline.lab.store;

import io.strandline.lab.session.CancelledException;
import io.strandline.lab.session.SqlException;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;

/**
 * Waits for transactions in the way, finding deadlocks and timeouts.
 *
 * <p>The transaction whose wait closes a cycle is the victim; SQL Server would choose the cheapest
 * to roll back (general knowledge).
 */
final class LockWaits {

  private static final long LONGEST_WAIT_MILLIS = 100;

  private final Map<Txn, Set<Txn>> waitsFor = new HashMap<>();
  private final SessionWaits sessions = new SessionWaits();

  SessionWaits sessions() {
    return sessions;
  }

  /**
   * Waits until {@code blockers} is empty.
   *
   * @throws SqlException 1205 for a deadlock's victim, 1222 when the lock timeout is over
   */
  synchronized void await(Txn txn, WaitType type, Supplier<Set<Txn>> blockers) {
    long start = System.nanoTime();
    try {
      while (true) {
        Set<Txn> inTheWay = blockers.get();
        if (inTheWay.isEmpty()) {
          return;
        }
        waitsFor.put(txn, inTheWay);
        if (reaches(inTheWay, txn, new HashSet<>())) {
          throw deadlock(txn);
        }
        sessions.begin(txn.sessionId(), type, inTheWay.iterator().next().sessionId());
        waitOnce(txn, start);
      }
    } finally {
      waitsFor.remove(txn);
      sessions.end(txn.sessionId());
    }
  }

  private void waitOnce(Txn txn, long start) {
    long limit = txn.lockTimeoutMillis();
    long waited = (System.nanoTime() - start) / 1_000_000;
    if (txn.cancelRequested()) {
      throw new CancelledException("cancelled while waiting for a lock");
    }
    if (limit >= 0 && waited >= limit) {
      throw SqlException.of(1222, 16, 51, "Lock request time out period exceeded.");
    }
    long wait = limit < 0 ? LONGEST_WAIT_MILLIS : Math.min(LONGEST_WAIT_MILLIS, limit - waited);
    try {
      wait(Math.max(1, wait));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new CancelledException("interrupted while waiting for a lock");
    }
  }

  private boolean reaches(Set<Txn> from, Txn target, Set<Txn> seen) {
    for (Txn txn : from) {
      if (txn == target) {
        return true;
      }
      Set<Txn> next = waitsFor.get(txn);
      if (next != null && seen.add(txn) && reaches(next, target, seen)) {
        return true;
      }
    }
    return false;
  }

  private static SqlException deadlock(Txn txn) {
    return SqlException.of(
        1205,
        13,
        51,
        "Transaction (Process ID "
            + txn.sessionId()
            + ") was deadlocked on lock resources with another process and has been chosen as the"
            + " deadlock victim. Rerun the transaction.");
  }

  /** Tells the waiters that something was let go. */
  synchronized void wake() {
    notifyAll();
  }
}
