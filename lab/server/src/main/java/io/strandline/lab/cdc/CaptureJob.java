package io.strandline.lab.cdc;

import io.strandline.lab.clock.LabClock;
import io.strandline.lab.session.SqlMessage;
import java.time.Duration;
import java.time.LocalDateTime;
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
  private volatile @Nullable CdcJob running;
  private volatile @Nullable Thread thread;
  private volatile @Nullable RuntimeException failure;
  private Duration lastEntry = Duration.ZERO;
  private @Nullable CaptureScan scan;

  CaptureJob(CdcDatabase database, LabClock clock, CaptureSettings settings) {
    this.database = database;
    this.clock = clock;
    this.settings = settings;
  }

  public CaptureSettings settings() {
    return settings;
  }

  synchronized void start(CdcJob job) {
    if (!stopped) {
      return;
    }
    stopped = false;
    running = job;
    Duration begun = clock.elapsed();
    cycle.lock();
    try {
      lastEntry = begun;
    } finally {
      cycle.unlock();
    }
    if (settings.automatic()) {
      Thread worker = new Thread(() -> pollFrom(begun, job), "lab-capture");
      worker.setDaemon(true);
      thread = worker;
      worker.start();
    } else if (!job.continuous()) {
      step();
      stop();
    }
  }

  synchronized void stop() {
    stopped = true;
    clock.wake();
    Thread worker = thread;
    thread = null;
    if (worker != null && worker != Thread.currentThread()) {
      worker.interrupt();
    }
  }

  /** Whether the job was started and neither stopped nor at its end. */
  public boolean isRunning() {
    return !stopped;
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

  /** What made a job's thread stop; {@code null} while all is well. */
  public @Nullable RuntimeException failure() {
    return failure;
  }

  void failed(RuntimeException e) {
    failure = e;
  }

  /**
   * Reads one cycle of the log now, even when paused or stopped.
   *
   * @return transactions published, at most maxTransactions times maxScans
   */
  public int step() {
    CdcJob job = running;
    return job == null
        ? step(settings.maxTransactions(), settings.maxScans())
        : step(job.maxTransactions(), job.maxScans());
  }

  /** Reads one cycle of the log of at most {@code maxScans} times {@code maxTransactions}. */
  public int step(int maxTransactions, int maxScans) {
    cycle.lock();
    try {
      return cycle(maxTransactions, maxScans);
    } finally {
      cycle.unlock();
    }
  }

  /**
   * As {@link #step(int, int)} unless a cycle is being read by someone else.
   *
   * @return -1 if one is
   */
  public int tryStep(int maxTransactions, int maxScans) {
    if (!cycle.tryLock()) {
      return -1;
    }
    try {
      return cycle(maxTransactions, maxScans);
    } finally {
      cycle.unlock();
    }
  }

  private int cycle(int maxTransactions, int maxScans) {
    Duration begun = clock.elapsed();
    LocalDateTime start = database.localNow();
    ScanSession.Counter counter = new ScanSession.Counter();
    SqlMessage broken = database.switches().takeScanFailure();
    if (broken != null) {
      counter.error();
      database.sessions().scanError(broken, start);
    }
    int read = broken == null ? scans(maxTransactions, maxScans, counter) : 0;
    database.sessions().add(counter, start, database.localNow());
    if (read > 0) {
      lastEntry = begun;
    }
    return read;
  }

  private int scans(int maxTransactions, int maxScans, ScanSession.Counter counter) {
    long entries = database.switches().entriesAStep();
    int read = 0;
    for (int i = 0; i < maxScans; i++) {
      CaptureScan current = scan == null ? new CaptureScan(database, maxTransactions) : scan;
      scan = current;
      if (!current.advance(entries, counter)) {
        return read;
      }
      scan = null;
      read += current.size();
      if (current.size() < maxTransactions) {
        break;
      }
    }
    return read;
  }

  /** Gives up a scan that is split over several steps. */
  void abandonScan() {
    cycle.lock();
    try {
      scan = null;
    } finally {
      cycle.unlock();
    }
  }

  /** Reads the log to its end now, even when paused; a split scan too. */
  public void drain() {
    while (database.unreadTransactions() > 0) {
      int unread = database.unreadTransactions();
      if (step() == 0 && database.unreadTransactions() >= unread && !isSplit()) {
        return;
      }
    }
  }

  private boolean isSplit() {
    cycle.lock();
    try {
      return scan != null;
    } finally {
      cycle.unlock();
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

  /** The configured interval; the lab's own, which may be shorter, until it is changed. */
  private Duration interval(CdcJob job) {
    boolean unchanged =
        job.pollingSeconds() == CdcJob.capture(job.jobId(), settings).pollingSeconds();
    return unchanged ? settings.pollingInterval() : Duration.ofSeconds(job.pollingSeconds());
  }

  private void pollFrom(Duration begun, CdcJob job) {
    Thread own = Thread.currentThread();
    Duration interval = interval(job);
    try {
      Duration now = begun;
      do {
        clock.awaitElapsed(now.plus(interval), () -> thread != own);
        now = clock.elapsed();
        if (thread == own && !paused) {
          poll(now);
        }
      } while (thread == own && job.continuous());
      if (thread == own) {
        stop();
      }
    } catch (InterruptedException e) {
      own.interrupt();
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
