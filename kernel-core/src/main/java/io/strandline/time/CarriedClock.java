package io.strandline.time;

import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.zone.ZoneOffsetTransition;

/**
 * How far the commit clock of a stream has come: the reading of its last commit.
 *
 * @param commitTs the highest commit time so far, UTC
 * @param local raw local time of the last commit
 * @param offset the UTC offset with which that local time was read
 */
public record CarriedClock(Instant commitTs, LocalDateTime local, ZoneOffset offset) {

  /** The clock of a history's first commit: of two possible readings, the earlier. */
  public static CarriedClock first(LocalDateTime local, ZoneId zone) {
    ZoneOffset offset = earliestOffset(local, zone);
    return new CarriedClock(local.toInstant(offset), local, offset);
  }

  static ZoneOffset earliestOffset(LocalDateTime local, ZoneId zone) {
    ZoneOffsetTransition change = zone.getRules().getTransition(local);
    if (change == null) {
      return zone.getRules().getOffset(local);
    }
    return change.isGap() ? change.getOffsetAfter() : change.getOffsetBefore();
  }
}
