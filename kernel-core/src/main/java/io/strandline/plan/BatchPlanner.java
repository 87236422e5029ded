package io.strandline.plan;

import io.strandline.change.CaptureInstance;
import io.strandline.facts.FactsColumn;
import io.strandline.lsn.Lsn;
import io.strandline.lsn.LsnRange;
import io.strandline.option.StreamOptions;
import io.strandline.plan.BatchPlan.PlannedGap;
import io.strandline.port.InstanceView;
import io.strandline.port.Measurement;
import io.strandline.port.SourcePoll;
import io.strandline.state.LastBatch;
import io.strandline.state.StreamState;
import io.strandline.time.CarriedClock;
import io.strandline.time.ClockRegression;
import io.strandline.time.MappedCommit;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Plans the next batch from the state and what the source says; pure. */
public final class BatchPlanner {

  /** How close to the retention watermark an idle offset is moved on whatever the interval says. */
  static final Duration NEAR_WATERMARK = Duration.ofHours(2);

  private static final double MILLIS_PER_SECOND = 1000;

  private BatchPlanner() {}

  /**
   * The batch over a measured range, its clocks checked.
   *
   * @param measured of the range from the state's offset
   * @param pieces of the range up to the measured end, in LSN order
   * @param gaps of the range up to the measured end, in LSN order
   * @param leftOut what the last batch kept of the columns that it left out
   * @throws io.strandline.error.StrandlineException clock ahead, clock regression, schema changed
   */
  public static BatchPlan plan(
      StreamState state,
      SourcePoll poll,
      Measurement measured,
      List<PieceCount> pieces,
      List<Gap> gaps,
      SchemaPlan schema,
      List<String> leftOut,
      StreamOptions options) {
    LsnRange range = new LsnRange(state.offset().lsn(), measured.end().lsn());
    ClockWalk walk = new ClockWalk(state, poll, measured);
    pieces.forEach(piece -> piece.tiles().forEach(tile -> walk.ask(tile.end())));
    gaps.forEach(gap -> gap.toLocal().ifPresent(at -> walk.ask(new MappedCommit(gap.to(), at))));
    walk.run();
    CarriedClock end = walk.end();
    if (state.lastBatch().isEmpty()) {
      ClockCheck.verifyStart(
          state.offset().commitTs(), poll.clock().utc(), options.clocks().maxSkew());
    }
    if (end.commitTs().isAfter(state.offset().commitTs())) {
      // What is carried already is in the verdict; a clock that went back is a regression.
      ClockCheck.verifyCommit(end.commitTs(), poll.clock().utc(), options.clocks().maxSkew());
    }
    ClockCheck.verifyRegression(walk.deepest(), options.clocks().maxRegression());
    CaptureInstance last = instance(poll, pieces.get(pieces.size() - 1)).instance();
    SchemaHistory changes =
        SchemaChanges.of(
            state, poll, range, schema.captured(), SchemaChanges.leftOut(last, schema, leftOut));
    SchemaCheck.verifyPolicy(changes, options.policy().failOnSchemaChange());
    List<PlannedGap> planned =
        gaps.stream()
            .map(gap -> new PlannedGap(gap, walk.at(gap.to()).orElse(end).commitTs()))
            .toList();
    return new BatchPlan(
        range,
        measured.end(),
        end,
        measured.steps(),
        measured.ahead(),
        regressions(walk, measured, state.zone()),
        splits(state, poll, pieces, schema, walk),
        schema.captured(),
        changes,
        planned,
        losslessSince(state, planned),
        seen(state, poll),
        poll.warnings(),
        watermark(poll, pieces, state.zone()));
  }

  private static InstanceView instance(SourcePoll poll, PieceCount counted) {
    return poll.instance(counted.piece().captureInstance()).orElseThrow();
  }

  private static SourceSeen seen(StreamState state, SourcePoll poll) {
    MappedCommit max = poll.max().orElseThrow();
    return new SourceSeen(
        SourceCheck.identity(Optional.of(state.source()), poll),
        max.lsn(),
        CarriedClock.first(max.local(), state.zone()).commitTs(),
        poll.clock().utc());
  }

  private static Instant losslessSince(StreamState state, List<PlannedGap> gaps) {
    return gaps.stream()
        .map(PlannedGap::until)
        .reduce(state.losslessSince(), (a, b) -> a.isAfter(b) ? a : b);
  }

  private static List<ClockRegression> regressions(
      ClockWalk walk, Measurement measured, ZoneId zone) {
    List<ClockRegression> all = new ArrayList<>(walk.regressions());
    measured
        .ahead()
        .ifPresent(
            ahead ->
                all.add(
                    new ClockRegression(
                        ahead.first().lsn(),
                        CarriedClock.first(ahead.first().local(), zone).commitTs(),
                        walk.at(ahead.first().lsn()).orElseThrow().commitTs())));
    return all;
  }

  private static List<Split> splits(
      StreamState state,
      SourcePoll poll,
      List<PieceCount> pieces,
      SchemaPlan schema,
      ClockWalk walk) {
    List<Split> splits = new ArrayList<>();
    Lsn clockAt = state.offset().lsn();
    CarriedClock clock = state.clock();
    for (PieceCount counted : pieces) {
      InstanceView view = instance(poll, counted);
      Lsn from = counted.piece().range().start();
      int last = counted.tiles().size() - 1;
      for (int i = 0; i <= Math.max(0, last); i++) {
        boolean whole = counted.tiles().isEmpty();
        Lsn to = whole || i == last ? counted.piece().range().end() : end(counted, i);
        splits.add(
            new Split(
                splits.size(),
                view.instance(),
                schema.of(view.instance()),
                new LsnRange(from, to),
                whole ? counted.rows() : counted.tiles().get(i).rows(),
                clockAt,
                clock));
        from = to;
        if (!whole) {
          clockAt = end(counted, i);
          clock = walk.at(clockAt).orElseThrow();
        }
      }
    }
    return splits;
  }

  private static Lsn end(PieceCount counted, int tile) {
    return counted.tiles().get(tile).end().lsn();
  }

  private static Optional<Instant> watermark(
      SourcePoll poll, List<PieceCount> pieces, ZoneId zone) {
    return poll.instance(pieces.get(0).piece().captureInstance())
        .flatMap(InstanceView::watermarkLocal)
        .map(local -> CarriedClock.first(local, zone).commitTs());
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
            .flatMap(LastBatch::batch)
            .flatMap(row -> row.get(FactsColumn.SOURCE_MAX_COMMIT_TS, Instant.class));
    Optional<Double> lag =
        state
            .lastBatch()
            .flatMap(LastBatch::batch)
            .flatMap(row -> row.get(FactsColumn.CAPTURE_LAG_SECONDS, Double.class));
    return max.isPresent() && lag.isPresent()
        ? max.get().plusMillis(Math.round(lag.get() * MILLIS_PER_SECOND))
        : Instant.MIN;
  }
}
