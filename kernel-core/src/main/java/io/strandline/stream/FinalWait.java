package io.strandline.stream;

import io.strandline.error.CancelledException;
import io.strandline.error.StrandlineException;
import io.strandline.verdict.Awaited;
import io.strandline.verdict.ControlRow;
import io.strandline.verdict.Finality;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Waits until a period is final by looking at a table's verdict again and again.
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

  Awaited until(
      Supplier<Optional<ControlRow>> verdict,
      Instant start,
      Instant end,
      Duration timeout,
      Duration interval) {
    verify("timeout", timeout, Duration.ZERO, MOST_TIMEOUT);
    verify("interval", interval, LEAST_INTERVAL, MOST_INTERVAL);
    Instant deadline = clock.instant().plus(timeout);
    Duration left = timeout;
    Awaited answer = look(verdict, start, end);
    // The looks are bounded too, for the clock may be set back in between.
    long most = timeout.dividedBy(interval) + 1;
    for (long i = 0; i < most && answer.finality() == Finality.OPEN && isPositive(left); i++) {
      pause.accept(left.compareTo(interval) < 0 ? left : interval);
      answer = look(verdict, start, end);
      left = Duration.between(clock.instant(), deadline);
    }
    return answer;
  }

  private static boolean isPositive(Duration time) {
    return !time.isNegative() && !time.isZero();
  }

  private static void verify(String name, Duration value, Duration least, Duration most) {
    if (value.compareTo(least) < 0 || value.compareTo(most) > 0) {
      throw new IllegalArgumentException(
          name + " " + value + " is not between " + least + " and " + most);
    }
  }

  /** A look that an interrupt breaks off is a wait that was interrupted, not a broken table. */
  private static Awaited look(Supplier<Optional<ControlRow>> verdict, Instant start, Instant end) {
    if (Thread.currentThread().isInterrupted()) {
      throw cancelled(null);
    }
    try {
      Optional<ControlRow> row = verdict.get();
      return new Awaited(Finality.of(row, start, end), row);
    } catch (StrandlineException e) {
      throw Thread.currentThread().isInterrupted() ? cancelled(e) : e;
    }
  }
}
