package io.strandline.checks.scene;

import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/** Bounded waits for conditions that nothing signals. */
public final class Waits {

  private static final long LIMIT_NANOS = Duration.ofSeconds(10).toNanos();
  private static final long PAUSE_NANOS = Duration.ofMillis(5).toNanos();

  private Waits() {}

  /** Whether the condition came true within ten seconds. */
  public static boolean until(BooleanSupplier condition) {
    long start = System.nanoTime();
    while (!condition.getAsBoolean()) {
      if (System.nanoTime() - start > LIMIT_NANOS) {
        return false;
      }
      LockSupport.parkNanos(PAUSE_NANOS);
    }
    return true;
  }
}
