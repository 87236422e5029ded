package io.strandline.checks.check;

import java.sql.SQLException;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;

/**
 * How a check lets time of the server pass.
 *
 * <p>It waits. On a stand-in whose clock runs faster, the same time of the server is less of ours;
 * how much less is measured, so that the checks are the same everywhere.
 */
final class Pace {

  private static final Duration SAMPLE = Duration.ofMillis(200);
  private static final long SHORTEST_NANOS = 2_000_000;
  private static final double REAL_FROM = 0.5;
  private static final double REAL_TO = 2;

  private final double rate;

  private Pace(double rate) {
    this.rate = rate;
  }

  /**
   * Measures the server's clock against ours.
   *
   * @throws CannotRunException if its clock stands still
   */
  static Pace measure(Session session) throws SQLException {
    ServerTime before = ServerTime.ask(session);
    long start = System.nanoTime();
    LockSupport.parkNanos(SAMPLE.toNanos());
    ServerTime after = ServerTime.ask(session);
    double server = Duration.between(before.utc(), after.utc()).toNanos();
    return of(server / (System.nanoTime() - start));
  }

  /** The pace of a clock of so many seconds a real second. */
  static Pace of(double rate) {
    if (rate <= 0) {
      throw new CannotRunException(
          "the server's clock stands still or goes back",
          "start the stand-in with a speed above 0; on a real server, run again");
    }
    return new Pace(rate >= REAL_FROM && rate <= REAL_TO ? 1 : rate);
  }

  /** Seconds of the server a real second; 1 on a real server. */
  double rate() {
    return rate;
  }

  /** As much real time as time of the server takes here, and at least so much. */
  Budget budget(Duration serverTime, Duration atLeast) {
    Duration real = Duration.ofNanos((long) (serverTime.toNanos() / rate));
    return new Budget(real.compareTo(atLeast) < 0 ? atLeast : real);
  }

  /** Lets time of the server pass, and at least a moment of ours. */
  void pass(Duration serverTime) {
    long nanos = Math.max(SHORTEST_NANOS, (long) (serverTime.toNanos() / rate));
    LockSupport.parkNanos(nanos);
  }
}
