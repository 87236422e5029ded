package io.strandline.stream;

import io.strandline.codec.FactsDetail;
import io.strandline.facts.FactsColumn;
import io.strandline.facts.FactsRow;
import io.strandline.plan.BatchPlan;
import io.strandline.port.WrittenFiles;
import io.strandline.state.StreamState;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** Makes the facts of a batch from what was planned, read and written. */
final class BatchFacts {

  private static final double MILLIS_PER_SECOND = 1000;
  private static final double MILLIS_PER_HOUR = 3_600_000;
  private static final double MEGABYTE = 1e6;

  private final StreamState state;
  private final String target;
  private final BatchPlan plan;

  BatchFacts(StreamState state, String target, BatchPlan plan) {
    this.state = state;
    this.target = target;
    this.plan = plan;
  }

  /** What a batch cost. */
  record Effort(
      Instant startedAt, Instant now, Duration roundTrip, Duration waited, WrittenFiles written) {}

  /**
   * The batch's row.
   *
   * @param warnings what a person should look at
   */
  FactsRow batch(BatchTally tally, Effort effort, List<String> warnings) {
    FactsRow row =
        tally
            .into(identified())
            .with(FactsColumn.DETAIL, FactsDetail.batch(warnings, plan.schema().leftOut()))
            .with(FactsColumn.STARTED_AT, effort.startedAt())
            .with(FactsColumn.DURATION_MS, millis(effort.startedAt(), effort.now()))
            .with(FactsColumn.SOURCE_RTT_MS, effort.roundTrip().toMillis())
            .with(FactsColumn.SOURCE_WAIT_MS, effort.waited().toMillis())
            .with(FactsColumn.WRITTEN_MB, effort.written().bytes() / MEGABYTE)
            .with(FactsColumn.FILES, effort.written().files());
    return withSourceTimes(row);
  }

  /** A row that names the batch. */
  FactsRow identified() {
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
    // Never before the batch's end, whose time may have been raised.
    Instant max = plan.source().maxTs().isBefore(end) ? end : plan.source().maxTs();
    FactsRow timed =
        row.with(FactsColumn.SOURCE_MAX_COMMIT_TS, max)
            .with(
                FactsColumn.CAPTURE_LAG_SECONDS,
                millis(max, plan.source().utc()) / MILLIS_PER_SECOND)
            .with(FactsColumn.INGESTION_LAG_SECONDS, millis(end, max) / MILLIS_PER_SECOND);
    Optional<Instant> watermark = plan.watermarkTs();
    return timed
        .with(FactsColumn.RETENTION_WATERMARK_TS, watermark)
        .with(
            FactsColumn.RETENTION_HEADROOM_HOURS,
            watermark.map(ts -> millis(ts, end) / MILLIS_PER_HOUR));
  }

  private static long millis(Instant from, Instant to) {
    return Duration.between(from, to).toMillis();
  }
}
