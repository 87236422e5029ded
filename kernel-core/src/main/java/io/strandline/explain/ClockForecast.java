package io.strandline.explain;

import io.strandline.option.ClockLimits;
import io.strandline.plan.ClockCheck;
import io.strandline.port.SourcePoll;
import io.strandline.state.StreamState;
import io.strandline.time.CarriedClock;
import io.strandline.time.CommitClock;
import io.strandline.time.MappedCommit;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDateTime;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * What the next batches will find of the server's clock, by the two commits that a look shows: the
 * first one that is not read and the newest one.
 *
 * <p>What lies between them is not seen, so only what is certain is told: a step back that these
 * two show has happened, and others may have too.
 */
record ClockForecast(StreamState state, SourcePoll poll, ClockLimits limits) {

  /**
   * Passes if the two commits do not stop the stream.
   *
   * @throws io.strandline.error.StrandlineException clock ahead, clock regression
   */
  void verify() {
    CommitClock clock = new CommitClock(state.zone(), state.clock(), poll.clock().utc());
    Duration deepest = Duration.ZERO;
    for (MappedCommit commit : shown()) {
      CarriedClock before = clock.carried();
      clock.advance(commit.local());
      Duration back = Duration.between(clock.latest(), before.commitTs());
      if (commit.local().isBefore(before.local()) && back.compareTo(deepest) > 0) {
        deepest = back;
      }
    }
    Instant reached = clock.carried().commitTs();
    if (reached.isAfter(state.offset().commitTs())) {
      ClockCheck.verifyCommit(reached, poll.clock().utc(), limits.maxSkew());
    }
    ClockCheck.verifyRegression(deepest, limits.maxRegression());
  }

  /** In LSN order; without those that are clamped, which then take the time of the one before. */
  private List<MappedCommit> shown() {
    LocalDateTime now = LocalDateTime.ofInstant(poll.clock().utc(), poll.clock().offset());
    LocalDateTime most =
        now.plus(ClockCheck.clampAbove(poll.clock(), state.zone(), limits.maxSkew()));
    return Stream.of(poll.above(), poll.max())
        .flatMap(Optional::stream)
        .distinct()
        .filter(commit -> commit.lsn().isAfter(state.offset().lsn()))
        .filter(commit -> !limits.clampAhead() || !commit.local().isAfter(most))
        .toList();
  }
}
