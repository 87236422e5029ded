package io.strandline.time;

import io.strandline.check.Draw;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.zone.ZoneOffsetTransition;

/** Local times around changes of zones. */
final class TimeDraws {

  private TimeDraws() {}

  static ZoneId zone(Draw draw) {
    return ZoneId.of(
        draw.of(
            "America/New_York",
            "Europe/Berlin",
            "Australia/Lord_Howe",
            "America/Santiago",
            "Asia/Kathmandu",
            "UTC"));
  }

  /** A local time within three hours of a change in 2026, if the zone has any. */
  static LocalDateTime nearAChange(Draw draw, ZoneId zone) {
    Instant start = Instant.parse("2026-01-15T00:00:00Z");
    ZoneOffsetTransition change = zone.getRules().nextTransition(start);
    if (change != null && draw.coin()) {
      change = zone.getRules().nextTransition(change.getInstant());
    }
    Instant middle = change == null ? start : change.getInstant();
    return LocalDateTime.ofInstant(middle.plusSeconds(draw.between(-10_800, 10_800)), zone);
  }

  /** The local time of a next commit: mostly a little later, at times a tie or a step back. */
  static LocalDateTime next(Draw draw, LocalDateTime local) {
    return switch (draw.between(0, 9)) {
      case 0 -> local;
      case 1 -> local.minusSeconds(draw.between(1, 600));
      case 2 -> local.minusMinutes(draw.between(20, 65));
      case 3 -> local.plusMinutes(draw.between(10, 90));
      default -> local.plusSeconds(draw.between(0, 300));
    };
  }
}
