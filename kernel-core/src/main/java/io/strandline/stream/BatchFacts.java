package io.strandline.stream;

import io.strandline.codec.FactsDetail;
import io.strandline.facts.Event;
import io.strandline.facts.FactsColumn;
import io.strandline.facts.FactsRow;
import io.strandline.plan.BatchPlan;
import io.strandline.port.SourcePoll;
import io.strandline.port.WrittenFiles;
import io.strandline.state.LastBatch;
import io.strandline.state.StreamState;
import io.strandline.time.CarriedClock;
import io.strandline.time.ClockRegression;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Makes the facts of a batch from what was planned, read and written. */
final class BatchFacts {

  private static final double MILLIS_PER_SECOND = 1000;
  private static final double MILLIS_PER_HOUR = 3_600_000;
  private static final double MEGABYTE = 1e6;

  private final StreamState state;
  private final String target;
  private final SourcePoll poll;
  private final BatchPlan plan;

  BatchFacts(StreamState state, String target, SourcePoll poll, BatchPlan plan) {
    this.state = state;
    this.target = target;
    this.poll = poll;
    this.plan = plan;
  }

  /** What a batch cost. */
  record Effort(
      Instant startedAt, Instant now, Duration roundTrip, Duration waited, WrittenFiles written) {}

  /** The batch's row. */
  FactsRow batch(BatchTally tally, Effort effort) {
    FactsRow row = tally.into(identified());
    row =
        row.with(FactsColumn.STARTED_AT, effort.startedAt())
            .with(FactsColumn.DURATION_MS, millis(effort.startedAt(), effort.now()))
            .with(FactsColumn.SOURCE_RTT_MS, effort.roundTrip().toMillis())
            .with(FactsColumn.SOURCE_WAIT_MS, effort.waited().toMillis())
            .with(FactsColumn.WRITTEN_MB, effort.written().bytes() / MEGABYTE)
            .with(FactsColumn.FILES, effort.written().files());
    return withSourceTimes(row);
  }

  private FactsRow identified() {
    return FactsRow.empty()
        .with(FactsColumn.TABLE_ID, state.tableId())
        .with(FactsColumn.APP_ID, state.appId())
        .with(FactsColumn.TARGET, target)
        .with(FactsColumn.GENERATION, state.generation())
        .with(FactsColumn.BATCH_ID, state.batchId() + 1)
        .with(FactsColumn.END_LSN, plan.end().lsn().toString())
        .with(FactsColumn.END_COMMIT_TS, plan.clock().commitTs());
  }

  private FactsRow withSourceTimes(FactsRow row) {
    Instant end = plan.clock().commitTs();
    Instant max = sourceMax(poll, state, end);
    FactsRow timed =
        row.with(FactsColumn.SOURCE_MAX_COMMIT_TS, max)
            .with(
                FactsColumn.CAPTURE_LAG_SECONDS,
                millis(max, poll.clock().utc()) / MILLIS_PER_SECOND)
            .with(FactsColumn.INGESTION_LAG_SECONDS, millis(end, max) / MILLIS_PER_SECOND);
    Optional<Instant> watermark = plan.watermarkTs();
    return timed
        .with(FactsColumn.RETENTION_WATERMARK_TS, watermark)
        .with(
            FactsColumn.RETENTION_HEADROOM_HOURS,
            watermark.map(ts -> millis(ts, end) / MILLIS_PER_HOUR));
  }

  /** The commit time of {@code max_lsn}, never before the batch's end. */
  private static Instant sourceMax(SourcePoll poll, StreamState state, Instant end) {
    Instant max =
        poll.max()
            .map(commit -> CarriedClock.first(commit.local(), state.zone()).commitTs())
            .orElse(end);
    return max.isBefore(end) ? end : max;
  }

  private static long millis(Instant from, Instant to) {
    return Duration.between(from, to).toMillis();
  }

  /**
   * The batch's event rows, at most {@link LastBatch#MAX_EVENTS}: the last one tells how many
   * regressions were left out.
   *
   * @param moved what moved at the source, in words
   * @param replaced whether the table took the place of another of its name
   */
  List<FactsRow> events(Optional<String> moved, boolean replaced) {
    List<FactsRow> events = new ArrayList<>();
    moved.ifPresent(what -> events.add(event(Event.SOURCE_MOVED, FactsDetail.change(what))));
    if (replaced) {
      events.add(event(Event.TABLE_REPLACED, FactsDetail.change("another table had this name")));
    }
    int room = LastBatch.MAX_EVENTS - events.size();
    List<ClockRegression> regressions = plan.regressions();
    for (int i = 0; i < Math.min(room, regressions.size()); i++) {
      int leftOut = i == room - 1 ? regressions.size() - room : 0;
      events.add(regression(regressions.get(i), leftOut));
    }
    return events;
  }

  private FactsRow regression(ClockRegression regression, int leftOut) {
    return event(Event.CLOCK_REGRESSION, FactsDetail.regression(regression, leftOut))
        .with(FactsColumn.MIN_LSN, regression.lsn().toString())
        .with(FactsColumn.MAX_LSN, regression.lsn().toString())
        .with(FactsColumn.MIN_COMMIT_TS, regression.carried())
        .with(FactsColumn.MAX_COMMIT_TS, regression.carried());
  }

  private FactsRow event(Event event, String detail) {
    return identified()
        .with(FactsColumn.EVENT, event.text())
        .with(FactsColumn.ROWS, 0L)
        .with(FactsColumn.DETAIL, detail);
  }
}
