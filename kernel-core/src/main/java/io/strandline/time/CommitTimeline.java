package io.strandline.time;

import io.strandline.lsn.Lsn;
import java.time.Instant;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.List;

/**
 * The commit times of a range, asked for in LSN order for some of its commits only.
 *
 * <p>Between two steps back the local clock does not fall, so a commit's highest predecessor is its
 * own time, the carried one or the foot of a step: the steps alone make the times exact, whichever
 * commits are asked for. Not thread-safe.
 */
public final class CommitTimeline {

  private final CommitClock clock;
  private final List<StepBack> steps;
  private final List<ClockRegression> regressions = new ArrayList<>();
  private int nextStep;
  private boolean wasClamped;

  /**
   * A timeline from the clock's start over the given steps.
   *
   * @param steps in LSN order, all those of the range
   */
  public CommitTimeline(CommitClock clock, List<StepBack> steps) {
    this.clock = clock;
    this.steps = List.copyOf(steps);
  }

  /** The monotone commit time of a commit; none before it may be asked for later. */
  public Instant at(MappedCommit commit) {
    while (nextStep < steps.size() && !steps.get(nextStep).lsn().isAfter(commit.lsn())) {
      StepBack step = steps.get(nextStep++);
      advance(step.lsn(), step.before());
      advance(step.lsn(), step.after());
    }
    return advance(commit.lsn(), commit.local());
  }

  private Instant advance(Lsn lsn, LocalDateTime local) {
    Instant commitTs = clock.advance(local);
    if (clock.clamped() && !wasClamped) {
      regressions.add(new ClockRegression(lsn, clock.own(), commitTs));
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
}
