package io.strandline.lab.store;

import java.util.TreeMap;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongConsumer;
import java.util.function.LongSupplier;

/**
 * The one order in which a server's transactions commit.
 *
 * <p>What {@link #publish} does under one number becomes visible to readers at once, when the
 * number becomes {@link #last()}. Thread-safe.
 */
public final class CommitOrder {

  private final ReentrantLock lock = new ReentrantLock();
  private final TreeMap<Long, Integer> snapshots = new TreeMap<>();
  private volatile long last;

  /** The newest commit number whose effects are complete. */
  public long last() {
    return last;
  }

  /** Does {@code work} as the next commit; it gets the commit number. */
  public void publish(LongConsumer work) {
    lock.lock();
    try {
      long number = last + 1;
      work.accept(number);
      last = number;
    } finally {
      lock.unlock();
    }
  }

  /** Runs {@code work} while nothing commits. */
  public long whileStill(LongSupplier work) {
    lock.lock();
    try {
      return work.getAsLong();
    } finally {
      lock.unlock();
    }
  }

  /** Opens a snapshot of everything committed until now; its versions are kept until closed. */
  public long openSnapshot() {
    synchronized (snapshots) {
      long number = last;
      snapshots.merge(number, 1, Integer::sum);
      return number;
    }
  }

  /** Closes one snapshot of that number. */
  public void closeSnapshot(long number) {
    synchronized (snapshots) {
      snapshots.computeIfPresent(number, (key, count) -> count == 1 ? null : count - 1);
    }
  }

  /** The oldest number that an open snapshot may ask for. */
  public long oldestSnapshot() {
    synchronized (snapshots) {
      return snapshots.isEmpty() ? last : snapshots.firstKey();
    }
  }
}
