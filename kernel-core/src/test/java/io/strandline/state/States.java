package io.strandline.state;

import io.strandline.check.Draw;
import io.strandline.facts.Event;
import io.strandline.facts.FactsColumn;
import io.strandline.facts.FactsRow;
import io.strandline.lsn.Lsn;
import io.strandline.lsn.Lsns;
import io.strandline.lsn.Offset;
import io.strandline.time.MappedCommit;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** States for tests. */
public final class States {

  private static final LocalDateTime ENABLED = LocalDateTime.parse("2026-05-01T08:00:00.123");

  private States() {}

  /** The state of a new table of the stream {@code app-1}. */
  public static StreamState created(String tableId) {
    return new StreamState(
        "app-1",
        tableId,
        0,
        StreamState.CREATION,
        "attempt-0",
        new Offset(Lsns.lsn(0x100), Instant.parse("2026-05-04T08:00:00Z")),
        ZoneId.of("Europe/Berlin"),
        LocalDateTime.parse("2026-05-04T10:00"),
        ZoneOffset.ofHours(2),
        new SourceIdentity(
            Optional.empty(),
            "sales",
            Optional.of("3F2504E0-4F89-11D3-9A0C-0305E82C3301"),
            1001,
            List.of(new InstanceIdentity("dbo_orders", ENABLED, Lsns.lsn(0x100)))),
        Optional.of(new MappedCommit(Lsns.lsn(0x100), LocalDateTime.parse("2026-05-04T10:00"))),
        Lsns.lsn(0x180),
        Instant.parse("2026-05-04T08:00:00Z"),
        Optional.empty(),
        Optional.empty());
  }

  /** The state after one more batch, with an LSN and a commit time given and facts of its own. */
  public static StreamState next(StreamState state, String attempt, Lsn end, Instant commitTs) {
    long batchId = state.batchId() + 1;
    FactsRow batch =
        FactsRow.empty()
            .with(FactsColumn.TABLE_ID, state.tableId())
            .with(FactsColumn.APP_ID, state.appId())
            .with(FactsColumn.GENERATION, state.generation())
            .with(FactsColumn.BATCH_ID, batchId)
            .with(FactsColumn.ROWS, 3L)
            .with(FactsColumn.END_LSN, end.toString())
            .with(FactsColumn.END_COMMIT_TS, commitTs)
            .with(FactsColumn.CAPTURE_LAG_SECONDS, 1.5);
    return new StreamState(
        state.appId(),
        state.tableId(),
        state.generation(),
        batchId,
        attempt,
        new Offset(end, commitTs),
        state.zone(),
        LocalDateTime.ofInstant(commitTs, state.utcOffset()),
        state.utcOffset(),
        state.source(),
        Optional.of(new MappedCommit(end, LocalDateTime.ofInstant(commitTs, state.utcOffset()))),
        Lsn.max(end, state.highestMaxLsn()),
        state.losslessSince(),
        state.snapshot(),
        Optional.of(LastBatch.of(batch, List.of())));
  }

  /** Any valid state, with odd texts and events. */
  public static StreamState any(Draw draw) {
    StreamState state = created(text(draw));
    if (draw.coin()) {
      return state;
    }
    Instant commitTs = Instant.ofEpochMilli(draw.between(1_700_000_000_000L, 1_900_000_000_000L));
    StreamState next = next(state, text(draw), Lsns.any(draw), commitTs);
    LastBatch facts =
        new LastBatch(
            next.lastBatch().orElseThrow().batch(),
            events(draw),
            draw.coin() ? Optional.of(text(draw)) : Optional.empty());
    return new StreamState(
        text(draw),
        next.tableId(),
        draw.between(0, 9),
        draw.between(0L, Long.MAX_VALUE - 1),
        next.attempt(),
        next.offset(),
        ZoneId.of(draw.of("America/New_York", "Asia/Kathmandu", "UTC", "+05:30")),
        next.local(),
        ZoneOffset.ofTotalSeconds(draw.between(-18 * 3600, 18 * 3600)),
        source(draw),
        draw.coin() ? next.anchor() : Optional.empty(),
        Lsns.any(draw),
        next.losslessSince(),
        draw.coin() ? Optional.of(snapshot(draw)) : Optional.empty(),
        Optional.of(facts));
  }

  private static SnapshotState snapshot(Draw draw) {
    return new SnapshotState(
        Lsns.any(draw),
        draw.of(SnapshotState.Mode.values()),
        draw.of(SnapshotState.Kind.values()),
        draw.coin());
  }

  private static SourceIdentity source(Draw draw) {
    return new SourceIdentity(
        draw.coin() ? Optional.of(text(draw)) : Optional.empty(),
        text(draw),
        draw.coin() ? Optional.of(text(draw)) : Optional.empty(),
        draw.between(1, Integer.MAX_VALUE),
        draw.list(2, d -> new InstanceIdentity(text(d), ENABLED, Lsns.any(d))));
  }

  private static List<FactsRow> events(Draw draw) {
    List<FactsRow> events = new ArrayList<>();
    for (int i = draw.between(0, 3); i > 0; i--) {
      events.add(
          FactsRow.empty()
              .with(FactsColumn.EVENT, draw.of(Event.values()).text())
              .with(FactsColumn.BATCH_ID, draw.between(0L, 1L << 60))
              .with(FactsColumn.DETAIL, "{\"text\":\"" + text(draw) + "\"}")
              .with(FactsColumn.LOST_FROM_TS, Instant.ofEpochSecond(draw.between(0L, 1L << 33))));
    }
    return events;
  }

  private static String text(Draw draw) {
    return draw.of("orders", "Situação", "a\"b\\c", "", "line\nbreak", "\uD83C\uDF0A", "漢字");
  }
}
