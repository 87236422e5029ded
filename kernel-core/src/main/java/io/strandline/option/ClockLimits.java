package io.strandline.option;

import java.time.Duration;
import java.util.Optional;

/**
 * What clocks may do before a stream stops.
 *
 * @param maxSkew how far a commit time may lie after the server's UTC clock
 * @param maxDisagreement how far the server's clock may be ahead of the reader's; empty for not
 *     checked
 * @param clampAhead whether a commit time after the server's clock takes the time before it,
 *     instead of stopping the stream
 * @param maxRegression how far the server's clock may go back between commits
 */
public record ClockLimits(
    Duration maxSkew,
    Optional<Duration> maxDisagreement,
    boolean clampAhead,
    Duration maxRegression) {

  private static final Duration MOST = Duration.ofDays(1);
  private static final Duration MOST_REGRESSION = Duration.ofDays(3660);

  static ClockLimits of(OptionValues values) {
    return new ClockLimits(
        values.duration(Option.MAX_CLOCK_SKEW, Duration.ZERO, MOST),
        values.durationOrOff(Option.MAX_CLOCK_DISAGREEMENT, Duration.ZERO, MOST),
        values.choice(Option.CLOCK_AHEAD, "fail", "clamp"),
        values.duration(Option.MAX_CLOCK_REGRESSION, Duration.ZERO, MOST_REGRESSION));
  }
}
