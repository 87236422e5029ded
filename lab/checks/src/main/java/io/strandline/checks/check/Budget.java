package io.strandline.checks.check;

import java.time.Duration;

/** The real time that a check may take. Thread-safe. */
final class Budget {

  private final long start = System.nanoTime();
  private final Duration length;

  Budget(Duration length) {
    this.length = length;
  }

  Duration length() {
    return length;
  }

  /** Real time since the start. */
  Duration spent() {
    return Duration.ofNanos(System.nanoTime() - start);
  }

  boolean isOver() {
    return spent().compareTo(length) >= 0;
  }
}
