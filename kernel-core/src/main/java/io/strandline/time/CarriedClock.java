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

  /**
   * The clock of a history's first commit: of two possible readings, the earlier; a local time that
   * the zone skips is the instant of the change.
   */
  public static CarriedClock first(LocalDateTime local, ZoneId zone) {
    ZoneOffsetTransition change = zone.getRules().getTransition(local);
    if (change == null) {
      ZoneOffset offset = zone.getRules().getOffset(local);
      return new CarriedClock(local.toInstant(offset), local, offset);
    }
    return change.isGap()
        ? new CarriedClock(change.getInstant(), local, change.getOffsetAfter())
        : new CarriedClock(
            local.toInstant(change.getOffsetBefore()), local, change.getOffsetBefore());
  }
}
