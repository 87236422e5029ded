package io.strandline.plan;

import io.strandline.error.ClockAheadException;
import io.strandline.error.ClockRegressionException;
import io.strandline.error.InvalidOptionsException;
import io.strandline.option.Option;
import io.strandline.port.ServerClock;
import io.strandline.state.StreamState;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.zone.ZoneOffsetTransition;
import java.util.Optional;

/** Refuses clocks that could make a verdict run ahead, which could never be taken back. */
public final class ClockCheck {

  private ClockCheck() {}

  /**
   * The zone of the server's local clock.
   *
   * @param state of the stream; empty for a new table
   * @throws InvalidOptionsException if neither server nor options tell it, or it does not give the
   *     server's own offset
   * @throws SourceChangedException if it is not the zone that the stream has read with
   */
  public static ZoneId zone(ServerClock clock, Optional<StreamState> state) {
    String option = Option.SOURCE_TIME_ZONE.javaName();
    ZoneId zone =
        clock
            .zone()
            .orElseThrow(
                () ->
                    new InvalidOptionsException(
                        "the server cannot name its time zone (before SQL Server 2022), and commit"
                            + " times are in its local time",
                        "set the option "
                            + option
                            + " to the zone of the server's clock, such as Europe/Berlin"));
    if (!zone.getRules().getOffset(clock.utc()).equals(clock.offset())) {
      throw new InvalidOptionsException(
          "zone "
              + zone
              + " is at "
              + zone.getRules().getOffset(clock.utc())
              + " now, but the server's clock is at "
              + clock.offset(),
          "set the option " + option + " to the zone of the server's clock");
    }
    if (state.isPresent() && !state.get().zone().equals(zone)) {
      throw SourceCheck.zoneChanged(state.get().zone(), zone);
    }
    return zone;
  }

  /**
   * Passes if the server's clock is not too far ahead of the reader's.
   *
   * @param allowed empty for not checked
   * @throws ClockAheadException if it is
   */
  public static void verifyServer(Instant server, Instant reader, Optional<Duration> allowed) {
    if (allowed.isPresent() && server.isAfter(reader.plus(allowed.get()))) {
      throw new ClockAheadException(
          "the server's clock says " + server + " and the reader's says " + reader,
          "correct the clock that is wrong; if it is the reader's and stays so, set "
              + Option.MAX_CLOCK_DISAGREEMENT.javaName()
              + " to more, or to off");
    }
  }

  /**
   * How far above the server's local clock a commit's local time may be without being ahead: the
   * skew allowed, or up to the end of the first pass of an hour that the zone is repeating now.
   */
  public static Duration clampAbove(ServerClock clock, ZoneId zone, Duration skew) {
    Instant latest = clock.utc().plus(skew);
    LocalDateTime local = LocalDateTime.ofInstant(clock.utc(), clock.offset());
    LocalDateTime above = LocalDateTime.ofInstant(latest, zone);
    ZoneOffsetTransition change = zone.getRules().previousTransition(latest.plusNanos(1));
    if (change != null && change.isOverlap() && above.isBefore(change.getDateTimeBefore())) {
      above = change.getDateTimeBefore();
    }
    return Duration.between(local, above);
  }

  /**
   * Passes if a commit time is not after the server's own clock.
   *
   * @throws ClockAheadException if it is, by more than {@code allowed}
   */
  public static void verifyCommit(Instant commitTs, Instant server, Duration allowed) {
    if (commitTs.isAfter(server.plus(allowed))) {
      throw new ClockAheadException(
          "a commit's time is "
              + commitTs
              + ", after the server's own clock, "
              + server
              + ": the clock was ahead and has been set back, or the zone is wrong",
          "wait until the server's clock has passed that time, or set "
              + Option.CLOCK_AHEAD.javaName()
              + "=clamp to give such commits the time of the one before, or correct "
              + Option.SOURCE_TIME_ZONE.javaName()
              + " if it is wrong; nothing was committed");
    }
  }

  /**
   * Passes if the commit that a stream begins at is not after the server's own clock: its time is
   * the stream's first, in no verdict yet, and there is none before it to take instead.
   *
   * @throws ClockAheadException if it is, by more than {@code allowed}
   */
  public static void verifyStart(Instant commitTs, Instant server, Duration allowed) {
    if (commitTs.isAfter(server.plus(allowed))) {
      throw new ClockAheadException(
          "the time of the commit that the stream begins at is "
              + commitTs
              + ", after the server's own clock, "
              + server
              + ": the clock was ahead and has been set back, or the zone is wrong",
          "wait until the server's clock has passed that time, or correct "
              + Option.SOURCE_TIME_ZONE.javaName()
              + " if it is wrong; nothing was committed");
    }
  }

  /**
   * Passes if no commit's own time is too far below its predecessors'.
   *
   * @param deepest how far one is at most
   * @throws ClockRegressionException if it is more than {@code allowed}
   */
  public static void verifyRegression(Duration deepest, Duration allowed) {
    if (deepest.compareTo(allowed) > 0) {
      throw new ClockRegressionException(
          "the server's clock went back by "
              + deepest
              + " between two commits, more than "
              + allowed
              + ": commits after it would take the time of the last one before it for as long",
          "correct the server's clock; to go on, raise "
              + Option.MAX_CLOCK_REGRESSION.javaName()
              + " for this call, which records a clock_regression event; nothing was committed");
    }
  }
}
