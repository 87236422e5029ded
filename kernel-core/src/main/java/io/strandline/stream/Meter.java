package io.strandline.stream;

import io.strandline.report.Progress;
import io.strandline.report.RowsRead;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.OptionalLong;

/** Tells a listener how far a read has come since this was made. Not thread-safe. */
final class Meter {

  private final InstantSource clock;
  private final OptionalLong expected;
  private final Progress listener;
  private final Instant begun;

  /**
   * Begins a read.
   *
   * @param expected rows of it; empty if unknown
   */
  Meter(InstantSource clock, OptionalLong expected, Progress listener) {
    this.clock = clock;
    this.expected = expected;
    this.listener = listener;
    this.begun = clock.instant();
  }

  /** So many rows are read by now. */
  void read(long rows) {
    Duration elapsed = Duration.between(begun, clock.instant());
    // The reader's clock may be set back in between.
    listener.rows(new RowsRead(rows, expected, elapsed.isNegative() ? Duration.ZERO : elapsed));
  }
}
