package io.strandline.report;

import java.time.Duration;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;

/**
 * How far a read has come.
 *
 * @param rows read so far; may fall back where a lost connection's rows are read again
 * @param expected in all; of a table about as many, of a batch of changes exactly; empty if unknown
 * @param elapsed since the read began, by the reader's clock; not negative
 */
public record RowsRead(long rows, OptionalLong expected, Duration elapsed) {

  private static final int ALL = 100;

  /** How much of the expected rows is read, 0 to 100; empty if nothing is known to be expected. */
  public OptionalInt percent() {
    if (expected.orElse(0) <= 0) {
      return OptionalInt.empty();
    }
    double part = (double) rows / expected.getAsLong();
    return OptionalInt.of((int) Math.min(ALL, Math.max(0, ALL * part)));
  }

  /**
   * The time that is left if the rows go on coming as they came, to the millisecond; never
   * negative. Empty while it is unknown: nothing expected, nothing read, no time passed, or more
   * read than expected.
   */
  public Optional<Duration> remaining() {
    long left = expected.orElse(0) - rows;
    if (expected.orElse(0) <= 0 || rows <= 0 || left < 0 || elapsed.isZero()) {
      return Optional.empty();
    }
    return Optional.of(Duration.ofMillis((long) (elapsed.toMillis() * ((double) left / rows))));
  }
}
