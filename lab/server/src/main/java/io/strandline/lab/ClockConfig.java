package io.strandline.lab;

import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneId;
import java.time.ZoneOffset;

/**
 * How a lab's clock starts.
 *
 * @param zone the server's zone; its local time is what commit times are in
 * @param start the first instant
 * @param speed virtual seconds a real second, 1 for the real pace; 0 for a clock that moves only
 *     when told
 */
public record ClockConfig(ZoneId zone, Instant start, double speed) {

  /** UTC, the real pace, from the start of 2026. */
  public static ClockConfig defaults() {
    return new ClockConfig(ZoneOffset.UTC, Instant.parse("2026-01-01T00:00:00Z"), 1);
  }

  /**
   * The time of a real clock.
   *
   * @param clock where its first instant comes from; it goes on at the real pace
   */
  public static ClockConfig real(ZoneId zone, InstantSource clock) {
    return new ClockConfig(zone, clock.instant(), 1);
  }

  public ClockConfig withZone(ZoneId value) {
    return new ClockConfig(value, start, speed);
  }

  public ClockConfig withStart(Instant value) {
    return new ClockConfig(zone, value, speed);
  }

  public ClockConfig withSpeed(double value) {
    return new ClockConfig(zone, start, value);
  }
}
