package io.strandline.lab.protocol;

import io.strandline.lab.session.CancelledException;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;

/**
 * Where a connection's reader, which sees attentions, and its executor, which runs requests, agree
 * on whether the running request is cancelled and who acknowledges.
 *
 * <p>A request counts as running from its submission on, so that an attention cannot overtake it.
 * Thread-safe.
 */
final class AttentionGate {

  private static final long CANCEL_PERIOD_MILLIS = 20;

  private final ReentrantLock lock = new ReentrantLock();
  private final Condition changed = lock.newCondition();
  private volatile boolean cancelled;
  private volatile boolean closed;
  private boolean silent;
  private int running;
  private int unacknowledged;

  /** Whether the running request should stop. */
  boolean cancelled() {
    return cancelled;
  }

  /** The reader hands a request over. */
  void submitted() {
    lock.lock();
    try {
      running++;
    } finally {
      lock.unlock();
    }
  }

  /** The executor has sent a whole reply; returns how many attentions it must now acknowledge. */
  int finished() {
    lock.lock();
    try {
      running--;
      if (running > 0) {
        return 0;
      }
      int acknowledge = unacknowledged;
      unacknowledged = 0;
      cancelled = closed;
      changed.signalAll();
      return acknowledge;
    } finally {
      lock.unlock();
    }
  }

  /**
   * An attention arrived.
   *
   * @return whether a request was running, which is now cancelled and whose executor acknowledges;
   *     if not, the caller has to see to it
   */
  boolean attention() {
    lock.lock();
    try {
      if (running == 0) {
        return false;
      }
      cancelled = true;
      unacknowledged++;
      changed.signalAll();
      return true;
    } finally {
      lock.unlock();
    }
  }

  /** The client has gone: everything that runs or will be handed over is cancelled. */
  void close() {
    lock.lock();
    try {
      closed = true;
      cancelled = true;
      changed.signalAll();
    } finally {
      lock.unlock();
    }
  }

  /**
   * Calls {@code cancel} again and again until no request runs: one that was called just before the
   * engine began to run would be lost.
   *
   * @return whether nothing runs any more
   */
  boolean cancelUntilIdle(Runnable cancel, Duration limit) throws InterruptedException {
    long rounds = Math.max(1, limit.toMillis() / CANCEL_PERIOD_MILLIS);
    boolean idle = awaitIdle(0);
    for (long round = 0; round < rounds && !idle && !isSilent(); round++) {
      // Without the lock: the engine may hold its own while it waits for this one.
      cancel.run();
      idle = awaitIdle(CANCEL_PERIOD_MILLIS);
    }
    return idle;
  }

  private boolean awaitIdle(long millis) throws InterruptedException {
    lock.lock();
    try {
      long left = TimeUnit.MILLISECONDS.toNanos(millis);
      while (running > 0 && left > 0) {
        left = changed.awaitNanos(left);
      }
      return running == 0;
    } finally {
      lock.unlock();
    }
  }

  /** Whether the connection answers nothing any more and waits for its end. */
  private boolean isSilent() {
    lock.lock();
    try {
      return silent && !closed;
    } finally {
      lock.unlock();
    }
  }

  /** Waits until the connection is closed; attentions are not answered meanwhile. */
  void awaitClosed() {
    lock.lock();
    try {
      silent = true;
      changed.signalAll();
      while (!closed) {
        changed.await();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new CancelledException("the connection is being closed");
    } finally {
      lock.unlock();
    }
  }

  /**
   * Waits for a time.
   *
   * @throws CancelledException if the running request is cancelled
   */
  void pauseOrCancel(Duration time) {
    await(time, () -> cancelled);
    if (cancelled) {
      throw new CancelledException("the client cancelled the request while it waited");
    }
  }

  /** Waits for a time, or until the connection is closed. */
  void pauseUnlessClosed(Duration time) {
    await(time, () -> closed);
  }

  private void await(Duration time, BooleanSupplier stop) {
    lock.lock();
    try {
      long left = time.toNanos();
      while (left > 0 && !stop.getAsBoolean()) {
        left = changed.awaitNanos(left);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new CancelledException("the connection is being closed");
    } finally {
      lock.unlock();
    }
  }
}
