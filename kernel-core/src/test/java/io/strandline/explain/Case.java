package io.strandline.explain;

import io.strandline.change.CaptureInstance;
import io.strandline.change.CapturedColumn;
import io.strandline.change.ColumnType;
import io.strandline.change.TableColumn;
import io.strandline.facts.FactsRow;
import io.strandline.lsn.Lsn;
import io.strandline.lsn.Lsns;
import io.strandline.option.Option;
import io.strandline.option.OptionValues;
import io.strandline.option.StreamOptions;
import io.strandline.port.BronzeHead;
import io.strandline.port.ForeignCommits;
import io.strandline.port.InstanceView;
import io.strandline.port.ServerClock;
import io.strandline.port.SourcePoll;
import io.strandline.state.SnapshotState;
import io.strandline.state.States;
import io.strandline.state.StreamState;
import io.strandline.time.MappedCommit;
import io.strandline.verdict.ControlRow;
import io.strandline.verdict.Granularity;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.util.List;
import java.util.Optional;

/**
 * Evidence of a stream in Berlin on 2026-05-04 whose table has read up to 10:58 UTC and whose
 * verdict is 10:00; each method makes one thing otherwise.
 */
final class Case {

  private static final ZoneId ZONE = ZoneId.of("Europe/Berlin");
  private static final Lsn READ = Lsns.lsn(0x200);

  private final OptionValues options =
      new OptionValues()
          .set(Option.CAPTURE_INSTANCE, "dbo_orders")
          .set(Option.APP_ID, "app-1")
          .set(Option.TARGET, "/warehouse/orders");
  private StreamState state =
      States.next(States.created("table-1"), "attempt-1", READ, ts("10:58"));
  private Optional<Instant> published = Optional.of(ts("10:00"));
  private Instant losslessSince = ts("08:00");
  private String publishedId = "table-1";
  private Instant clock = ts("11:01");
  private Optional<MappedCommit> max = Optional.of(mapped(0x200, "10:58"));
  private Optional<MappedCommit> above = Optional.empty();
  private int watermark = 0x100;
  private String zone = "Europe/Berlin";
  private ColumnType type = ColumnType.of(ColumnType.Kind.INT);
  private List<FactsRow> facts = List.of();
  private boolean factsComplete = true;
  private long newestFacts;
  private Answer<Long> waiting = new Answer.NotAsked<>();
  private Instant reader = clock;

  static Instant ts(String time) {
    return Instant.parse("2026-05-04T" + time + ":00Z");
  }

  private static MappedCommit mapped(int lsn, String time) {
    return new MappedCommit(Lsns.lsn(lsn), LocalDateTime.ofInstant(ts(time), ZONE));
  }

  /** A verdict that the table has read far enough for. */
  Case published(String until, String lossless) {
    if (ts(until).isAfter(state.offset().commitTs())) {
      state = States.next(States.created("table-1"), "attempt-1", READ, ts(until));
    }
    published = Optional.of(ts(until));
    losslessSince = ts(lossless);
    return this;
  }

  Case neverPublished() {
    published = Optional.empty();
    return this;
  }

  Case publishedOf(String tableId) {
    publishedId = tableId;
    return this;
  }

  Case clock(String time) {
    clock = ts(time);
    reader = clock;
    return this;
  }

  /** The reader's own clock, which else says what the server's does. */
  Case reader(String time) {
    reader = ts(time);
    return this;
  }

  Case waiting(long commits) {
    waiting = new Answer.Given<>(commits);
    return this;
  }

  Case captured(int lsn, String time) {
    max = Optional.of(mapped(lsn, time));
    return this;
  }

  Case nothingCaptured() {
    max = Optional.empty();
    return this;
  }

  Case above(int lsn, String time) {
    above = Optional.of(mapped(lsn, time));
    return this;
  }

  Case watermark(int lsn) {
    watermark = lsn;
    return this;
  }

  Case zone(String name) {
    zone = name;
    return this;
  }

  Case option(Option option, String value) {
    options.set(option, value);
    return this;
  }

  Case column(ColumnType.Kind kind) {
    type = ColumnType.of(kind);
    return this;
  }

  Case facts(boolean complete, FactsRow... rows) {
    facts = List.of(rows);
    factsComplete = complete;
    return this;
  }

  Case newestFacts(long batch) {
    newestFacts = batch;
    return this;
  }

  /** The first load is not in. */
  Case loading() {
    state =
        new StreamState(
            state.appId(),
            state.tableId(),
            state.generation(),
            state.batchId(),
            state.attempt(),
            state.offset(),
            state.zone(),
            state.local(),
            state.utcOffset(),
            state.source(),
            state.anchor(),
            state.highestMaxLsn(),
            state.losslessSince(),
            Optional.of(
                new SnapshotState(
                    READ, SnapshotState.Mode.FULL, SnapshotState.Kind.BOOTSTRAP, false)),
            state.lastBatch());
    return this;
  }

  Evidence evidence() {
    return evidence(new Answer.Given<>(head()), new Answer.Given<>(poll()));
  }

  Evidence evidence(Answer<BronzeHead> bronze, Answer<SourcePoll> source) {
    Optional<ControlRow> row = published.map(until -> row(Optional.of(until)));
    return new Evidence(
        "orders",
        Granularity.HOUR,
        row,
        newestFacts,
        facts,
        factsComplete,
        bronze,
        source,
        waiting,
        Optional.of(StreamOptions.of(options)),
        reader);
  }

  private ControlRow row(Optional<Instant> until) {
    return new ControlRow(
        "orders", publishedId, "app-1", until, Granularity.HOUR, losslessSince, state.offset());
  }

  BronzeHead head() {
    return new Head(state, List.of(new TableColumn("id", ColumnType.of(ColumnType.Kind.INT))));
  }

  SourcePoll poll() {
    CaptureInstance instance =
        new CaptureInstance(
            "dbo_orders",
            "dbo",
            "orders",
            1001,
            Optional.of(Lsns.lsn(0x100)),
            state.source().instances().get(0).created(),
            List.of(CapturedColumn.of("id", 1, "int", Optional.of(type))));
    ZoneId there = ZoneId.of(zone);
    return new SourcePoll(
        max,
        new ServerClock(clock, there.getRules().getOffset(clock), Optional.of(there)),
        Optional.empty(),
        "sales",
        Optional.of("3F2504E0-4F89-11D3-9A0C-0305E82C3301"),
        false,
        state.anchor(),
        above,
        List.of(
            new InstanceView(
                instance, Optional.of(Lsns.lsn(watermark)), Optional.empty(), List.of())),
        List.of());
  }

  /** A table at version 7. */
  record Head(StreamState state, List<TableColumn> captured) implements BronzeHead.Present {

    @Override
    public String tableId() {
      return state.tableId();
    }

    @Override
    public long version() {
      return 7;
    }

    @Override
    public boolean allowsWidening() {
      return false;
    }

    @Override
    public boolean isNameMapped() {
      return false;
    }

    @Override
    public ForeignCommits foreignCommits() {
      return new ForeignCommits.Harmless();
    }
  }
}
