package io.strandline.gateway;

import io.strandline.error.DataLossException;
import io.strandline.facts.FactsColumn;
import io.strandline.facts.FactsRow;
import io.strandline.lsn.Lsn;
import io.strandline.lsn.LsnRange;
import io.strandline.lsn.Offset;
import io.strandline.report.IdleReason;
import io.strandline.report.IngestReport;
import io.strandline.report.StreamStatus;
import io.strandline.state.LastBatch;
import io.strandline.state.SnapshotState;
import io.strandline.verdict.ControlRow;
import io.strandline.verdict.Granularity;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** What the examples of docs/protocol tell of, as values. */
final class Sample {

  static final Instant UNTIL = Instant.parse("2013-01-01T14:00:00Z");
  static final Instant BEGINNING = Instant.parse("2012-12-29T14:00:00Z");
  static final Instant COMMITTED_AT = Instant.parse("2013-01-01T14:00:02.003Z");
  static final Instant WRITTEN_AT = Instant.parse("2013-01-01T14:00:04.400Z");
  static final Lsn START = Lsn.parse("0x00000290000005000001");
  static final Lsn END = Lsn.parse("0x000002A0000010800003");
  static final Offset OFFSET = new Offset(END, COMMITTED_AT);
  static final String TABLE_ID = "5d6f0f3e-7a3c-4e5f-9d0e-1f2a3b4c5d6e";

  private static final Instant NO_VERDICT = null;

  private Sample() {}

  static StreamStatus status(Lsn at, Instant until) {
    return new StreamStatus(
        "orders",
        "dbo_orders",
        Optional.of(new Offset(at, COMMITTED_AT)),
        Optional.ofNullable(until),
        Granularity.HOUR,
        false,
        Optional.of(at),
        Optional.of(2.5),
        0,
        List.of());
  }

  static FactsRow facts() {
    return named()
        .with(FactsColumn.BATCH_ID, 7L)
        .with(FactsColumn.ROWS, 3L)
        .with(FactsColumn.INSERTS, 1L)
        .with(FactsColumn.UPDATES, 1L)
        .with(FactsColumn.DELETES, 1L)
        .with(FactsColumn.MIN_LSN, "0x00000290000006000001")
        .with(FactsColumn.MAX_LSN, END.toString())
        .with(FactsColumn.END_LSN, END.toString())
        .with(FactsColumn.MIN_COMMIT_TS, Instant.parse("2013-01-01T13:59:58.250Z"))
        .with(FactsColumn.MAX_COMMIT_TS, COMMITTED_AT)
        .with(FactsColumn.END_COMMIT_TS, COMMITTED_AT)
        .with(FactsColumn.SOURCE_MAX_COMMIT_TS, COMMITTED_AT)
        .with(FactsColumn.CAPTURE_LAG_SECONDS, 2.5)
        .with(FactsColumn.INGESTION_LAG_SECONDS, 0.0)
        .with(FactsColumn.RETENTION_WATERMARK_TS, BEGINNING)
        .with(FactsColumn.RETENTION_HEADROOM_HOURS, 72.0)
        .with(FactsColumn.STARTED_AT, Instant.parse("2013-01-01T14:00:04Z"))
        .with(FactsColumn.WRITTEN_AT, WRITTEN_AT)
        .with(FactsColumn.DURATION_MS, 400L)
        .with(FactsColumn.SOURCE_RTT_MS, 3L)
        .with(FactsColumn.SOURCE_WAIT_MS, 12L)
        .with(FactsColumn.READ_MB, 0.001)
        .with(FactsColumn.WRITTEN_MB, 0.004)
        .with(FactsColumn.FILES, 1);
  }

  private static FactsRow named() {
    return FactsRow.empty()
        .with(FactsColumn.TABLE_ID, TABLE_ID)
        .with(FactsColumn.APP_ID, "dbo_orders")
        .with(FactsColumn.TARGET, "orders")
        .with(FactsColumn.GENERATION, 1);
  }

  static IngestReport committed() {
    return new IngestReport.Committed(
        status(END, UNTIL), 7, new LsnRange(START, END), LastBatch.of(facts(), List.of()));
  }

  static IngestReport idle() {
    return new IngestReport.Idle(status(END, UNTIL), IdleReason.CAUGHT_UP);
  }

  static IngestReport loaded() {
    FactsRow event =
        named()
            .with(FactsColumn.EVENT, "bootstrap")
            .with(FactsColumn.ROWS, 1000L)
            .with(FactsColumn.MIN_LSN, START.toString())
            .with(FactsColumn.MAX_LSN, START.toString())
            .with(FactsColumn.END_LSN, START.toString())
            .with(FactsColumn.END_COMMIT_TS, Instant.parse("2013-01-01T13:59:55Z"))
            .with(FactsColumn.WRITTEN_AT, WRITTEN_AT);
    return new IngestReport.Loaded(
        status(START, NO_VERDICT),
        new SnapshotState(START, SnapshotState.Mode.FULL, SnapshotState.Kind.values()[0], true),
        Optional.of(LastBatch.events(List.of(event))));
  }

  static DataLossException loss(String instance) {
    return new DataLossException(
        instance
            + ": change data from 0x00000290000005000001 is gone (min_lsn is now"
            + " 0x000002A0000010800003): cleanup removed it before it was read. Nothing was"
            + " committed",
        "set failOnDataLoss=false to skip ahead, which loses these changes and is recorded as a gap",
        Map.of(
            "capture_instance",
            instance,
            "lost_from_lsn",
            START.toString(),
            "min_lsn",
            END.toString()));
  }

  static ControlRow row(Instant losslessSince) {
    return row(TABLE_ID, losslessSince);
  }

  static ControlRow row(String tableId, Instant losslessSince) {
    return new ControlRow(
        "orders",
        tableId,
        "dbo_orders",
        Optional.of(UNTIL),
        Granularity.HOUR,
        losslessSince,
        OFFSET);
  }
}
