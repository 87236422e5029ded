package io.strandline.plan;

import io.strandline.facts.FactsColumn;
import io.strandline.lsn.LsnRange;
import io.strandline.option.StreamOptions;
import io.strandline.port.InstanceView;
import io.strandline.port.Measurement;
import io.strandline.port.SourcePoll;
import io.strandline.state.StreamState;
import io.strandline.time.CarriedClock;
import io.strandline.time.CommitClock;
import io.strandline.time.CommitTimeline;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.Optional;

/** Plans the next batch from the state and what the source says; pure. */
public final class BatchPlanner {

  /** How close to the retention watermark an idle offset is moved on whatever the interval says. */
  static final Duration NEAR_WATERMARK = Duration.ofHours(2);

  private BatchPlanner() {}

  /**
   * The batch over a measured range, its checks passed.
   *
   * @param measured of the range from the state's offset
   * @throws io.strandline.error.StrandlineException data loss, clock ahead, capture instance not
   *     found
   */
  public static BatchPlan plan(
      StreamState state,
      SourcePoll poll,
      InstanceView view,
      Measurement measured,
      StreamOptions options) {
    ZoneId zone = state.zone();
    LsnRange range = new LsnRange(state.offset().lsn(), measured.end().lsn());
    RetentionGuard.verify(view.instance().name(), range, measured.minLsn());
    CommitTimeline timeline =
        new CommitTimeline(
            new CommitClock(zone, state.clock(), poll.clock().utc()), measured.steps());
    Instant endTs = timeline.at(measured.end());
    ClockCheck.verifyCommit(endTs, poll.clock().utc(), options.maxClockSkew());
    return new BatchPlan(
        range,
        measured.rows(),
        measured.end(),
        timeline.carried(),
        measured.steps(),
        timeline.regressions(),
        view.instance(),
        view.watermarkLocal().map(local -> CarriedClock.first(local, zone).commitTs()));
  }

  /**
   * Whether a batch without rows is worth a commit: it moves the verdict, carries an event, the
   * last own batch is old by the source's clock, or the offset is near the retention watermark.
   *
   * @param events how many event rows the batch carries
   */
  public static boolean isWorthACommit(
      StreamState state, SourcePoll poll, BatchPlan plan, int events, StreamOptions options) {
    Instant before = options.granularity().truncate(state.offset().commitTs());
    Instant after = options.granularity().truncate(plan.clock().commitTs());
    boolean movesVerdict = state.lastBatch().isEmpty() || after.isAfter(before);
    boolean old =
        Duration.between(sourceClockOfLastBatch(state), poll.clock().utc())
                .compareTo(options.idleCommitInterval())
            >= 0;
    boolean nearWatermark =
        plan.watermarkTs()
            .filter(ts -> !state.offset().commitTs().isAfter(ts.plus(NEAR_WATERMARK)))
            .isPresent();
    return movesVerdict || events > 0 || old || nearWatermark;
  }

  /** The server's clock when the last batch was planned: its newest commit plus its capture lag. */
  private static Instant sourceClockOfLastBatch(StreamState state) {
    Optional<Instant> max =
        state
            .lastBatch()
            .flatMap(facts -> facts.batch().get(FactsColumn.SOURCE_MAX_COMMIT_TS, Instant.class));
    Optional<Double> lag =
        state
            .lastBatch()
            .flatMap(facts -> facts.batch().get(FactsColumn.CAPTURE_LAG_SECONDS, Double.class));
    return max.isPresent() && lag.isPresent()
        ? max.get().plusMillis(Math.round(lag.get() * 1000))
        : Instant.MIN;
  }
}
