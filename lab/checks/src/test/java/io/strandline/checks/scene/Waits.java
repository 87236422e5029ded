package io.strandline.checks.scene;

import java.time.Duration;
import java.util.concurrent.locks.LockSupport;

/** Bounded waits for conditions that nothing signals. */
public final class Waits {

  private static final Duration LIMIT = Duration.ofSeconds(10);
  private static final long PAUSE_NANOS = Duration.ofMillis(5).toNanos();

  private Waits() {}

  /** A condition; what asking for it throws ends the wait. */
  public interface Condition<E extends Exception> {
    boolean holds() throws E;
  }

  /** Whether the condition came true within ten seconds. */
  public static <E extends Exception> boolean until(Condition<E> condition) throws E {
    return until(LIMIT, condition);
  }

  /** Whether the condition came true in time. */
  public static <E extends Exception> boolean until(Duration limit, Condition<E> condition)
      throws E {
    long start = System.nanoTime();
    while (!condition.holds()) {
      if (System.nanoTime() - start > limit.toNanos()) {
        return false;
      }
      LockSupport.parkNanos(PAUSE_NANOS);
    }
    return true;
  }
}
