package io.strandline.plan;

import io.strandline.change.TableColumn;
import io.strandline.lsn.LsnRange;
import io.strandline.lsn.Offset;
import io.strandline.time.CarriedClock;
import io.strandline.time.ClockRegression;
import io.strandline.time.CommitsAhead;
import io.strandline.time.MappedCommit;
import io.strandline.time.StepBack;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * What the next batch holds.
 *
 * @param range the commits of the batch
 * @param end its last commit
 * @param clock the commit clock at its end
 * @param steps the steps back of the local clock in the range
 * @param ahead commits of the range that are clamped because the clock was ahead; empty if none is
 * @param regressions commits of the range whose own time is below their predecessors'
 * @param splits what is read, in LSN order
 * @param captured the target's columns for captured values after the batch
 * @param schema what of the table's definition changed in the range
 * @param gaps changes that are gone and skipped
 * @param losslessSince the history has no gap from there on, after the batch
 * @param source the source when the batch was planned
 * @param warnings what a person should look at
 * @param watermarkTs commit time of the retention watermark; empty if unknown
 */
public record BatchPlan(
    LsnRange range,
    MappedCommit end,
    CarriedClock clock,
    List<StepBack> steps,
    Optional<CommitsAhead> ahead,
    List<ClockRegression> regressions,
    List<Split> splits,
    List<TableColumn> captured,
    SchemaHistory schema,
    List<PlannedGap> gaps,
    Instant losslessSince,
    SourceSeen source,
    List<String> warnings,
    Optional<Instant> watermarkTs) {

  /**
   * A gap with the commit time at which it ends.
   *
   * @param until UTC
   */
  public record PlannedGap(Gap gap, Instant until) {}

  public BatchPlan {
    steps = List.copyOf(steps);
    regressions = List.copyOf(regressions);
    splits = List.copyOf(splits);
    captured = List.copyOf(captured);
    gaps = List.copyOf(gaps);
    warnings = List.copyOf(warnings);
  }

  /** The offset after the batch. */
  public Offset offset() {
    return new Offset(end.lsn(), clock.commitTs());
  }

  /** Change rows counted in the range. */
  public long rows() {
    return splits.stream().mapToLong(Split::rows).sum();
  }
}
