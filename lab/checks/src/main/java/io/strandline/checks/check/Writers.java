package io.strandline.checks.check;

import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/** Threads that change tables, each with a session of its own, until they are stopped. */
final class Writers implements AutoCloseable {

  private static final int DEADLOCK = 1205;
  private static final int DUPLICATE_KEY = 2627;
  private static final long JOIN_MILLIS = 60_000;

  private final List<Thread> threads = new ArrayList<>();
  private final AtomicLong commits = new AtomicLong();
  private volatile boolean stopped;
  private volatile @Nullable Exception failure;

  /** One transaction or more; called again and again. */
  interface Work {

    /** Commits; {@code turn} counts 0, 1, 2, ... for this writer. */
    void run(Session session, int writer, int turn) throws SQLException;
  }

  /** Starts writers, numbered 0, 1, ... */
  static Writers start(CheckRun run, int count, Work work) throws SQLException {
    Writers writers = new Writers();
    for (int writer = 0; writer < count; writer++) {
      Session session = run.open();
      int number = writer;
      Thread thread = new Thread(() -> writers.loop(session, number, work), "check-writer");
      thread.setDaemon(true);
      writers.threads.add(thread);
    }
    writers.threads.forEach(Thread::start);
    return writers;
  }

  private void loop(Session session, int writer, Work work) {
    try {
      for (int turn = 0; !stopped; turn++) {
        if (once(session, writer, turn, work)) {
          commits.incrementAndGet();
        }
      }
    } catch (SQLException | RuntimeException e) {
      failure = e;
    }
  }

  /** Whether it committed: a deadlock's victim and a taken key are not. */
  private static boolean once(Session session, int writer, int turn, Work work)
      throws SQLException {
    try {
      work.run(session, writer, turn);
      return true;
    } catch (SQLException e) {
      if (e.getErrorCode() != DEADLOCK && e.getErrorCode() != DUPLICATE_KEY) {
        throw e;
      }
      if (!session.connection().getAutoCommit()) {
        session.rollBack();
      }
      return false;
    }
  }

  /** Transactions committed so far. */
  long commits() {
    return commits.get();
  }

  /** Whether all are at work. */
  boolean isWell() {
    return failure == null;
  }

  /**
   * Ends them after the transaction they are in.
   *
   * @throws StoppedException if one had failed
   */
  void stop() {
    close();
    Exception cause = failure;
    if (cause != null) {
      throw new StoppedException("a writer failed: " + cause.getMessage());
    }
  }

  @Override
  public void close() {
    stopped = true;
    try {
      for (Thread thread : threads) {
        thread.join(JOIN_MILLIS);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
