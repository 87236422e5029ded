package io.strandline.stream;

import io.strandline.error.CancelledException;
import io.strandline.error.InvalidOptionsException;
import io.strandline.error.StrandlineException;
import io.strandline.verdict.Awaited;
import io.strandline.verdict.Finality;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Waits until a period is final by looking at a table again and again.
 *
 * @param clock by which the timeout passes
 * @param pause waits for a time, exactly
 */
record FinalWait(InstantSource clock, Consumer<Duration> pause) {

  static final Duration DEFAULT_INTERVAL = Duration.ofSeconds(10);

  private static final Duration LEAST_INTERVAL = Duration.ofMillis(100);
  private static final Duration MOST_INTERVAL = Duration.ofHours(1);
  private static final Duration MOST_TIMEOUT = Duration.ofDays(31);

  static FinalWait real(InstantSource clock) {
    return new FinalWait(clock, FinalWait::sleep);
  }

  private static void sleep(Duration time) {
    try {
      Thread.sleep(time.toMillis());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw cancelled(e);
    }
  }

  private static CancelledException cancelled(@Nullable Throwable cause) {
    return new CancelledException("the wait was interrupted", "call again", cause);
  }

  /**
   * Looks until a look finds the period final, or the time has run out.
   *
   * @param look what the tables say of the period now
   * @return the last look's answer
   */
  Awaited until(Supplier<Awaited> look, Duration timeout, Duration interval) {
    verify("timeout", timeout, Duration.ZERO, MOST_TIMEOUT);
    verify("interval", interval, LEAST_INTERVAL, MOST_INTERVAL);
    Instant deadline = clock.instant().plus(timeout);
    Duration left = timeout;
    Awaited answer = checked(look);
    // The looks are bounded too, for the clock may be set back in between.
    long most = timeout.dividedBy(interval) + 1;
    for (long i = 0; i < most && answer.finality() == Finality.OPEN && isPositive(left); i++) {
      pause.accept(left.compareTo(interval) < 0 ? left : interval);
      answer = checked(look);
      left = Duration.between(clock.instant(), deadline);
    }
    return answer;
  }

  private static boolean isPositive(Duration time) {
    return !time.isNegative() && !time.isZero();
  }

  private static void verify(String name, Duration value, Duration least, Duration most) {
    if (value.compareTo(least) < 0 || value.compareTo(most) > 0) {
      throw new InvalidOptionsException(
          "the wait's " + name + " is " + value,
          "give a duration between " + least + " and " + most);
    }
  }

  /** A look that an interrupt breaks off is a wait that was interrupted, not a broken table. */
  private static Awaited checked(Supplier<Awaited> look) {
    if (Thread.currentThread().isInterrupted()) {
      throw cancelled(null);
    }
    try {
      return look.get();
    } catch (StrandlineException e) {
      throw Thread.currentThread().isInterrupted() ? cancelled(e) : e;
    }
  }
}
