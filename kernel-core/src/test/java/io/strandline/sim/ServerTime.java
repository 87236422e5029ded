package io.strandline.sim;

import java.time.Duration;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;

/**
 * A server's clock: true time plus an error, shown in a zone.
 *
 * <p>{@code datetime} has steps of 1/300 s, shown as .000, .003 and .007 (documented).
 */
final class ServerTime {

  private final VirtualClock clock;
  private final ZoneId zone;
  private ZoneId told;
  private Duration error = Duration.ZERO;

  ServerTime(VirtualClock clock, ZoneId zone) {
    this.clock = clock;
    this.zone = zone;
    this.told = zone;
  }

  ZoneId zone() {
    return zone;
  }

  /** The zone that the server says it is in. */
  ZoneId told() {
    return told;
  }

  /** Says from now on that the server is in another zone. */
  void tell(ZoneId other) {
    told = other;
  }

  Instant utc() {
    return clock.instant().plus(error);
  }

  ZoneOffset offset() {
    return zone.getRules().getOffset(utc());
  }

  /** The local time as {@code datetime}. */
  LocalDateTime local() {
    LocalDateTime exact = LocalDateTime.ofInstant(utc(), zone);
    LocalDateTime second = exact.truncatedTo(ChronoUnit.SECONDS);
    long ticks = exact.getNano() * 300L / 1_000_000_000;
    return second.plusNanos(Math.round(ticks * 10 / 3.0) * 1_000_000);
  }

  Duration error() {
    return error;
  }

  /** Sets the clock ahead of true time, or behind if negative. */
  void setError(Duration newError) {
    error = newError;
  }
}
