package io.strandline.plan;

import io.strandline.change.CaptureInstance;
import io.strandline.lsn.LsnRange;
import io.strandline.lsn.Offset;
import io.strandline.time.CarriedClock;
import io.strandline.time.ClockRegression;
import io.strandline.time.MappedCommit;
import io.strandline.time.StepBack;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * What the next batch holds.
 *
 * @param range the commits of the batch
 * @param rows change rows counted in it
 * @param end its last commit
 * @param clock the commit clock at its end
 * @param steps the steps back of the local clock in the range
 * @param regressions commits of the range whose own time is below their predecessors'
 * @param instance the instance to read, with the target's columns
 * @param watermarkTs commit time of the retention watermark; empty if unknown
 */
public record BatchPlan(
    LsnRange range,
    long rows,
    MappedCommit end,
    CarriedClock clock,
    List<StepBack> steps,
    List<ClockRegression> regressions,
    CaptureInstance instance,
    Optional<Instant> watermarkTs) {

  public BatchPlan {
    steps = List.copyOf(steps);
    regressions = List.copyOf(regressions);
  }

  /** The offset after the batch. */
  public Offset offset() {
    return new Offset(end.lsn(), clock.commitTs());
  }
}
