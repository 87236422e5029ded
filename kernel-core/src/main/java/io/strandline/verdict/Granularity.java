package io.strandline.verdict;

import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Locale;

/** The length of the periods that a verdict speaks of, aligned in UTC. */
public enum Granularity {
  MINUTE(ChronoUnit.MINUTES),
  HOUR(ChronoUnit.HOURS),
  DAY(ChronoUnit.DAYS);

  private final ChronoUnit unit;

  Granularity(ChronoUnit unit) {
    this.unit = unit;
  }

  /** The start of the period that holds {@code commitTs}: every period before it is over. */
  public Instant truncate(Instant commitTs) {
    return commitTs.truncatedTo(unit);
  }

  /** The lower-case name, as options and tables spell it. */
  public String text() {
    return name().toLowerCase(Locale.ROOT);
  }

  /**
   * The granularity of a lower-case name.
   *
   * @throws IllegalArgumentException if there is none
   */
  public static Granularity parse(String text) {
    for (Granularity granularity : values()) {
      if (granularity.text().equals(text)) {
        return granularity;
      }
    }
    throw new IllegalArgumentException("granularity is minute, hour or day, not '" + text + "'");
  }
}
