package io.strandline.lab.store;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Who holds a table in which modes, and who waits for it.
 *
 * <p>Requests queue: a newcomer does not overtake a waiting one that it conflicts with, so that a
 * change of the definition gets its turn among many writers.
 */
public final class TableLock {

  private record Request(Txn txn, LockMode mode) {}

  private final Map<Txn, EnumSet<LockMode>> holders = new HashMap<>();
  private final List<Request> queue = new ArrayList<>();

  /** Takes the lock, waiting for the transactions in the way. */
  void acquire(Txn txn, LockMode mode, LockWaits waits) {
    Request request = new Request(txn, mode);
    if (tryAcquire(request, false)) {
      return;
    }
    try {
      while (!tryAcquire(request, true)) {
        waits.await(txn, WaitType.of(mode), () -> blockers(request));
      }
    } finally {
      leave(request);
      waits.wake();
    }
  }

  private synchronized boolean tryAcquire(Request request, boolean queued) {
    EnumSet<LockMode> own = holders.get(request.txn());
    if (own != null && own.contains(request.mode())) {
      return true;
    }
    if (queued && !queue.contains(request)) {
      queue.add(request);
    }
    if (!blockers(request).isEmpty()) {
      return false;
    }
    holders
        .computeIfAbsent(request.txn(), txn -> EnumSet.noneOf(LockMode.class))
        .add(request.mode());
    return true;
  }

  private synchronized Set<Txn> blockers(Request request) {
    Set<Txn> blockers = new HashSet<>();
    for (Map.Entry<Txn, EnumSet<LockMode>> entry : holders.entrySet()) {
      if (entry.getKey() != request.txn()
          && entry.getValue().stream().anyMatch(request.mode()::conflictsWith)) {
        blockers.add(entry.getKey());
      }
    }
    if (!holders.containsKey(request.txn())) {
      addEarlier(request, blockers);
    }
    return blockers;
  }

  private void addEarlier(Request request, Set<Txn> blockers) {
    for (Request earlier : queue) {
      if (earlier.equals(request)) {
        return;
      }
      if (earlier.txn() != request.txn() && earlier.mode().conflictsWith(request.mode())) {
        blockers.add(earlier.txn());
      }
    }
  }

  private synchronized void leave(Request request) {
    queue.remove(request);
  }

  /** Lets one mode go. */
  synchronized void release(Txn txn, LockMode mode) {
    EnumSet<LockMode> own = holders.get(txn);
    if (own != null && own.remove(mode) && own.isEmpty()) {
      holders.remove(txn);
    }
  }

  synchronized void releaseAll(Txn txn) {
    holders.remove(txn);
  }
}
