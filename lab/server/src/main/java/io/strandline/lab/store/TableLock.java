package io.strandline.lab.store;

import java.util.EnumSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/** Who holds a table in which modes. */
public final class TableLock {

  private final Map<Txn, EnumSet<LockMode>> holders = new HashMap<>();

  /** Takes the lock, waiting for the transactions in the way. */
  void acquire(Txn txn, LockMode mode, LockWaits waits) {
    while (!tryAcquire(txn, mode)) {
      waits.await(txn, () -> blockers(txn, mode));
    }
  }

  private synchronized boolean tryAcquire(Txn txn, LockMode mode) {
    EnumSet<LockMode> own = holders.get(txn);
    if (own != null && own.contains(mode)) {
      return true;
    }
    if (!blockers(txn, mode).isEmpty()) {
      return false;
    }
    holders.computeIfAbsent(txn, t -> EnumSet.noneOf(LockMode.class)).add(mode);
    return true;
  }

  private synchronized Set<Txn> blockers(Txn txn, LockMode mode) {
    Set<Txn> blockers = new HashSet<>();
    for (Map.Entry<Txn, EnumSet<LockMode>> entry : holders.entrySet()) {
      if (entry.getKey() != txn && entry.getValue().stream().anyMatch(mode::conflictsWith)) {
        blockers.add(entry.getKey());
      }
    }
    return blockers;
  }

  /** Lets one mode go; {@code true} if someone may have waited for it. */
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
