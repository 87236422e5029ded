package io.strandline.time;

import io.strandline.lsn.Lsn;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The commit times of a range, asked for in LSN order for some of its commits only.
 *
 * <p>Between two steps back the local clock does not fall, so a commit's highest predecessor is its
 * own time, the carried one or the foot of a step: the steps alone make the times exact, whichever
 * commits are asked for. A commit that is to be clamped, because its clock was ahead, takes the
 * carried time and leaves the clock as it is; the commits right before such commits are known too,
 * so that what is carried is the same whichever others are asked for. Not thread-safe.
 */
public final class CommitTimeline {

  private final CommitClock clock;
  private final Lsn start;
  private final List<StepBack> steps;
  private final Optional<LocalDateTime> clampAbove;
  private final List<MappedCommit> beforeAhead;
  private final List<ClockRegression> regressions = new ArrayList<>();
  private Duration deepest = Duration.ZERO;
  private int nextStep;
  private int nextBeforeAhead;
  private boolean wasClamped;

  /**
   * A timeline from the clock's start over the given steps.
   *
   * @param start LSN of the commit that the clock's start is the reading of
   * @param steps in LSN order, all those of the range
   * @param ahead the commits of the range that are clamped; empty for none
   */
  public CommitTimeline(
      CommitClock clock, Lsn start, List<StepBack> steps, Optional<CommitsAhead> ahead) {
    this.clock = clock;
    this.start = start;
    this.steps = steps.stream().filter(step -> step.lsn().isAfter(start)).toList();
    this.clampAbove = ahead.map(CommitsAhead::above);
    this.beforeAhead =
        ahead.stream()
            .flatMap(commits -> commits.before().stream())
            .filter(commit -> commit.lsn().isAfter(start))
            .toList();
  }

  /** The monotone commit time of a commit; none before it may be asked for later. */
  public Instant at(MappedCommit commit) {
    while (nextBeforeAhead < beforeAhead.size()
        && !beforeAhead.get(nextBeforeAhead).lsn().isAfter(commit.lsn())) {
      MappedCommit before = beforeAhead.get(nextBeforeAhead++);
      stepUpTo(before.lsn());
      advance(before.lsn(), before.local());
    }
    stepUpTo(commit.lsn());
    boolean ahead = clampAbove.isPresent() && commit.local().isAfter(clampAbove.get());
    return ahead ? clock.carried().commitTs() : advance(commit.lsn(), commit.local());
  }

  private void stepUpTo(Lsn lsn) {
    while (nextStep < steps.size() && !steps.get(nextStep).lsn().isAfter(lsn)) {
      StepBack step = steps.get(nextStep++);
      // What is at or below the start is carried already, and may have been clamped then.
      if (step.previous().isAfter(start)) {
        advance(step.previous(), step.before());
      }
      advance(step.lsn(), step.after());
    }
  }

  private Instant advance(Lsn lsn, LocalDateTime local) {
    boolean wentBack = local.isBefore(clock.carried().local());
    Instant commitTs = clock.advance(local);
    if (clock.clamped()) {
      if (wentBack) {
        Duration back = Duration.between(clock.latest(), commitTs);
        deepest = back.compareTo(deepest) > 0 ? back : deepest;
      }
      if (!wasClamped) {
        regressions.add(new ClockRegression(lsn, clock.own(), commitTs));
      }
    }
    wasClamped = clock.clamped();
    return commitTs;
  }

  /** The clock after the last commit asked for. */
  public CarriedClock carried() {
    return clock.carried();
  }

  /** The first commit of each stretch that fell below its predecessors, so far. */
  public List<ClockRegression> regressions() {
    return List.copyOf(regressions);
  }

  /**
   * How far the clock went back between two commits at most, so far: from the highest time before
   * to that of the commit it went back to. Commits that follow that one are below as well and are
   * no further step; an hour that the zone repeats is none where its second reading may be meant.
   */
  public Duration deepest() {
    return deepest;
  }
}
