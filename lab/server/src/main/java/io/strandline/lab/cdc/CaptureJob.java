package io.strandline.lab.cdc;

import io.strandline.lab.clock.LabClock;
import java.time.Duration;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * The capture job of a database: reads the log by itself, or step by step.
 *
 * <p>Thread-safe.
 */
public final class CaptureJob implements AutoCloseable {

  private final CdcDatabase database;
  private final LabClock clock;
  private final CaptureSettings settings;
  private final ReentrantLock cycle = new ReentrantLock(true);
  private volatile boolean paused;
  private volatile boolean stopped = true;
  private volatile @Nullable Thread thread;
  private volatile @Nullable RuntimeException failure;
  private Duration lastEntry = Duration.ZERO;

  CaptureJob(CdcDatabase database, LabClock clock, CaptureSettings settings) {
    this.database = database;
    this.clock = clock;
    this.settings = settings;
  }

  public CaptureSettings settings() {
    return settings;
  }

  synchronized void start() {
    if (!stopped) {
      return;
    }
    stopped = false;
    Duration begun = clock.elapsed();
    lastEntry = begun;
    if (settings.automatic()) {
      Thread worker = new Thread(() -> pollFrom(begun), "lab-capture");
      worker.setDaemon(true);
      thread = worker;
      worker.start();
    }
  }

  synchronized void stop() {
    stopped = true;
    clock.wake();
    Thread worker = thread;
    thread = null;
    if (worker != null) {
      worker.interrupt();
    }
  }

  /** Ends the job for good. */
  @Override
  public void close() {
    stop();
  }

  /** Stops reading the log; a running cycle is waited for. */
  public void pause() {
    paused = true;
    cycle.lock();
    try {
      clock.wake();
    } finally {
      cycle.unlock();
    }
  }

  /** Goes on reading. */
  public void resume() {
    paused = false;
  }

  public boolean isPaused() {
    return paused;
  }

  /** What made the job's thread stop; {@code null} while it is well. */
  public @Nullable RuntimeException failure() {
    return failure;
  }

  /**
   * Reads one cycle of the log now, even when paused.
   *
   * @return transactions read, at most maxTransactions times maxScans
   */
  public int step() {
    cycle.lock();
    try {
      Duration begun = clock.elapsed();
      int read = 0;
      for (int scan = 0; scan < settings.maxScans(); scan++) {
        int now = new CaptureScan(database).run(settings.maxTransactions());
        read += now;
        if (now < settings.maxTransactions()) {
          break;
        }
      }
      if (read > 0) {
        lastEntry = begun;
      }
      return read;
    } finally {
      cycle.unlock();
    }
  }

  /** Reads the log to its end now, even when paused. */
  public void drain() {
    int limit = 1 + database.unreadTransactions() / settings.maxTransactions();
    for (int i = 0; i < limit && database.unreadTransactions() > 0; i++) {
      step();
    }
  }

  /** Writes a dummy entry now; {@code false} while there are transactions to read. */
  public boolean idleEntry() {
    cycle.lock();
    try {
      Duration begun = clock.elapsed();
      boolean written = database.writeIdleEntry();
      if (written) {
        lastEntry = begun;
      }
      return written;
    } finally {
      cycle.unlock();
    }
  }

  private void pollFrom(Duration begun) {
    try {
      Duration now = begun;
      while (!stopped) {
        clock.awaitElapsed(now.plus(settings.pollingInterval()), () -> stopped);
        now = clock.elapsed();
        if (!stopped && !paused) {
          poll(now);
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (RuntimeException e) {
      failure = e;
    }
  }

  private void poll(Duration now) {
    cycle.lock();
    try {
      boolean idle = !paused && step() == 0;
      if (idle && now.minus(lastEntry).compareTo(settings.idleInterval()) >= 0) {
        idleEntry();
      }
    } finally {
      cycle.unlock();
    }
  }
}
