package io.strandline.checks.check;

import java.time.Duration;
import java.util.Optional;

/**
 * How long checks take and how much they write.
 *
 * @param budget the longest a check may take in real time; empty for each check's own default
 * @param load how long writers run, in real time
 * @param rows rows of the table whose changes are fetched, at least 1,000
 */
record Limits(Optional<Duration> budget, Duration load, int rows) {

  /** For a full run. */
  static final Limits FULL = new Limits(Optional.empty(), Duration.ofSeconds(20), 128_000);

  /** For a first look: a minute a check at most. */
  static final Limits QUICK =
      new Limits(Optional.of(Duration.ofMinutes(1)), Duration.ofSeconds(4), 16_000);
}
