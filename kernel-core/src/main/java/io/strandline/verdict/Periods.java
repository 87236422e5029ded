package io.strandline.verdict;

import io.strandline.error.InvalidOptionsException;
import java.time.Instant;

/** Which periods can be asked about: those of the years that SQL Server's commits can have. */
public final class Periods {

  /** The first instant of the years 0001 to 9999, UTC. */
  public static final Instant FIRST = Instant.parse("0001-01-01T00:00:00Z");

  /** The last instant of these years, UTC. */
  public static final Instant LAST = Instant.parse("9999-12-31T23:59:59.999999999Z");

  private Periods() {}

  /**
   * Passes if there is such a period.
   *
   * @param start inclusive, UTC
   * @param end exclusive, UTC
   * @throws InvalidOptionsException if it does not end after its start, or is not of these years
   */
  public static void verify(Instant start, Instant end) {
    if (!isOfTheYears(start) || !isOfTheYears(end)) {
      throw wrong(
          "the period from " + start + " until " + end + " is not of the years 0001 to 9999");
    }
    if (!start.isBefore(end)) {
      throw wrong("the period ends at " + end + ", not after its start " + start);
    }
  }

  private static boolean isOfTheYears(Instant instant) {
    return !instant.isBefore(FIRST) && !instant.isAfter(LAST);
  }

  private static InvalidOptionsException wrong(String problem) {
    return new InvalidOptionsException(
        problem, "ask about a period of the years 0001 to 9999 in UTC that ends after its start");
  }
}
