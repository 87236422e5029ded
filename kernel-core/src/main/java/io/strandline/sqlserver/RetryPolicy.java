package io.strandline.sqlserver;

import io.strandline.error.InvalidOptionsException;
import io.strandline.option.Option;
import java.time.Duration;

/**
 * How often a call that failed for a passing reason is made again.
 *
 * @param retries attempts after the first, 0 to 10
 * @param baseDelay wait before the first retry, positive, at most 1 min; doubles with each one, and
 *     each wait is lengthened at random to at most its double
 */
public record RetryPolicy(int retries, Duration baseDelay) {

  private static final int MOST_RETRIES = 10;
  private static final Duration LONGEST_BASE = Duration.ofMinutes(1);

  /** Three retries after 1, 2 and 4 seconds or somewhat more. */
  public static final RetryPolicy DEFAULT = new RetryPolicy(3, Duration.ofSeconds(1));

  public RetryPolicy {
    if (retries < 0 || retries > MOST_RETRIES) {
      throw new InvalidOptionsException(
          Option.SOURCE_RETRIES.javaName() + " is " + retries,
          "Give a number from 0 to " + MOST_RETRIES + ".");
    }
    if (!isPositive(baseDelay) || baseDelay.compareTo(LONGEST_BASE) > 0) {
      throw new InvalidOptionsException(
          Option.RETRY_DELAY.javaName() + " is " + baseDelay,
          "Give more than 0 and at most 1 minute.");
    }
  }

  private static boolean isPositive(Duration delay) {
    return !delay.isZero() && !delay.isNegative();
  }

  /** The shortest wait before retry {@code number}, counted from 1. */
  Duration delay(int number) {
    return baseDelay.multipliedBy(1L << (number - 1));
  }
}
