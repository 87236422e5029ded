package io.strandline.explain;

import io.strandline.verdict.Granularity;
import java.time.Duration;
import java.time.Instant;

/** The commit time that a table has to reach for a period to be final. */
final class Needed {

  private Needed() {}

  /** The end of the whole minute, hour or day that holds a period's end; itself if it is one. */
  static Instant of(Instant end, Granularity granularity) {
    Instant truncated = granularity.truncate(end);
    return truncated.equals(end) ? end : truncated.plus(length(granularity));
  }

  /** Verdicts are aligned in UTC, so a day has 24 hours. */
  private static Duration length(Granularity granularity) {
    return switch (granularity) {
      case MINUTE -> Duration.ofMinutes(1);
      case HOUR -> Duration.ofHours(1);
      case DAY -> Duration.ofDays(1);
    };
  }
}
