package io.strandline.sim;

import static org.assertj.core.api.Assertions.assertThat;

import io.strandline.codec.PlanCodec;
import io.strandline.codec.SplitResultCodec;
import io.strandline.error.StalePlanException;
import io.strandline.facts.FactsColumn;
import io.strandline.option.BatchBounds;
import io.strandline.option.Option;
import io.strandline.option.OptionValues;
import io.strandline.option.StreamOptions;
import io.strandline.plan.PlanDocument;
import io.strandline.plan.SplitResult;
import io.strandline.port.contract.BronzeRow;
import io.strandline.report.IngestReport;
import io.strandline.report.Planned;
import io.strandline.report.Progress;
import io.strandline.sim.SourceCommit.Kind;
import io.strandline.stream.Stream;
import io.strandline.stream.Streams;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Properties;
import java.util.function.Function;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A plan whose processes die at each port call in turn, before it and after it. */
class ScaleOutCrashTest {

  private static final int COMMITS = 9;
  private static final int MOST_CALLS = 1_000;
  private static final int MOST_PLANS = 5;

  private final VirtualClock clock = new VirtualClock(Instant.parse("2026-05-04T08:00:00Z"));
  private final SourceDatabase database =
      new SourceDatabase(new ServerTime(clock, ZoneId.of("UTC")));
  private int ids;
  private boolean crashed;

  /** Lets a process die at a port call. */
  private final class Fuse implements Gate {

    private final boolean before;
    private int left;

    Fuse(int left, boolean before) {
      this.left = left;
      this.before = before;
    }

    @Override
    public void before(PortCall call) {
      burn(before, call);
    }

    @Override
    public void after(PortCall call) {
      burn(!before, call);
    }

    private void burn(boolean here, PortCall call) {
      if (here && left-- == 0) {
        crashed = true;
        throw new CrashError((before ? "before " : "after ") + call);
      }
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void nothingIsLostOrDoubledWhereverAProcessDies(boolean before) {
    fill();
    List<BronzeRow> alone = alone();
    int calls = 0;
    do {
      crashed = false;
      Warehouse warehouse = new Warehouse(Witness.NONE);
      begin(warehouse);
      runs(warehouse, new Fuse(calls++, before), false);
      verify(warehouse, alone);
    } while (crashed && calls < MOST_CALLS);
    assertThat(calls).isBetween(30, MOST_CALLS - 1);
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void anotherCallerMayComeInBetween(boolean before) {
    fill();
    List<BronzeRow> alone = alone();
    int calls = 0;
    do {
      crashed = false;
      Warehouse warehouse = new Warehouse(Witness.NONE);
      begin(warehouse);
      runs(warehouse, new Fuse(calls++, before), true);
      verify(warehouse, alone);
    } while (crashed && calls < MOST_CALLS);
    assertThat(calls).isBetween(30, MOST_CALLS - 1);
  }

  /** Plans until there is nothing to plan, each step by new processes until one gets through. */
  private void runs(Warehouse warehouse, Fuse fuse, boolean overtaken) {
    for (int i = 0; i < MOST_PLANS; i++) {
      Planned planned = survived(warehouse, fuse, Stream::plan);
      if (!(planned instanceof Planned.Batch batch)) {
        return;
      }
      PlanDocument plan = PlanCodec.read(PlanCodec.write(batch.document()));
      try {
        List<SplitResult> results = new ArrayList<>();
        for (int split = 0; split < plan.batch().splits().size(); split++) {
          int number = split;
          SplitResult result =
              survived(warehouse, fuse, stream -> stream.write(plan, number, Progress.none()));
          results.add(SplitResultCodec.read(SplitResultCodec.write(result)));
        }
        if (overtaken && i == 0) {
          StreamOptions small = options().with(options().bounds().withMaxRows(2));
          Streams.of(source(Gate.OPEN), store(warehouse, Gate.OPEN), small, clock, this::id)
              .ingest();
        }
        survived(warehouse, fuse, stream -> stream.commit(plan, results));
      } catch (StalePlanException e) {
        assertThat(overtaken).isTrue();
      }
    }
    throw new AssertionError("not done after " + MOST_PLANS + " plans");
  }

  /** Makes the tables and brings the first commits in. */
  private void begin(Warehouse warehouse) {
    StreamOptions small = options().with(options().bounds().withMaxRows(1));
    Streams.of(source(Gate.OPEN), store(warehouse, Gate.OPEN), small, clock, this::id).ingest();
  }

  private <T> T survived(Warehouse warehouse, Fuse fuse, Function<Stream, T> step) {
    try {
      return step.apply(process(warehouse, fuse));
    } catch (CrashError e) {
      return step.apply(process(warehouse, Gate.OPEN));
    }
  }

  private void verify(Warehouse warehouse, List<BronzeRow> alone) {
    assertThat(warehouse.bronze(options().tables().bronze()).orElseThrow().rows())
        .usingRecursiveFieldByFieldElementComparatorIgnoringFields("batchId")
        .isEqualTo(alone);
    List<Optional<Long>> batches =
        warehouse.shared(options().tables().facts()).orElseThrow().facts.stream()
            .map(row -> row.get(FactsColumn.BATCH_ID, Long.class))
            .toList();
    assertThat(batches).doesNotHaveDuplicates();
  }

  private List<BronzeRow> alone() {
    Warehouse warehouse = new Warehouse(Witness.NONE);
    IngestReport report = process(warehouse, Gate.OPEN).ingest();
    assertThat(report).isInstanceOf(IngestReport.Committed.class);
    return warehouse.bronze(options().tables().bronze()).orElseThrow().rows();
  }

  private void fill() {
    database.scan(100);
    for (int commit = 0; commit < COMMITS; commit++) {
      clock.advance(Duration.ofMinutes(1));
      database.commit(Kind.OURS, 16, lsn -> List.of(SourceChange.insert(lsn, 1)));
      database.scan(100);
    }
  }

  private SimSource source(Gate gate) {
    return new SimSource(database, gate);
  }

  private SimTableStore store(Warehouse warehouse, Gate gate) {
    return new SimTableStore(warehouse, gate, clock);
  }

  private Stream process(Warehouse warehouse, Gate gate) {
    return Streams.of(source(gate), store(warehouse, gate), options(), clock, this::id);
  }

  private String id() {
    return "id-" + ++ids;
  }

  private static StreamOptions options() {
    StreamOptions options =
        StreamOptions.of(
            OptionValues.of(new Properties())
                .set(Option.CAPTURE_INSTANCE, SourceDatabase.FOLLOWED)
                .set(Option.TARGET, "/warehouse/orders")
                .set(Option.WAREHOUSE, "/warehouse"));
    return options.with(new BatchBounds(1_000, 1_000, 4, 3));
  }
}
