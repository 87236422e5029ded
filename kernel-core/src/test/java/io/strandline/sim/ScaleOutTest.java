package io.strandline.sim;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.strandline.codec.PlanCodec;
import io.strandline.codec.SplitResultCodec;
import io.strandline.error.DataLossException;
import io.strandline.error.StalePlanException;
import io.strandline.lsn.Lsn;
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
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Plans executed by other processes: every document goes through its text. */
class ScaleOutTest {

  private static final int LEAST_SPLIT_ROWS = 4;
  private static final int COMMITS = 20;

  private final VirtualClock clock = new VirtualClock(Instant.parse("2026-05-04T08:00:00Z"));
  private final SourceDatabase database =
      new SourceDatabase(new ServerTime(clock, ZoneId.of("UTC")));
  private final Warehouse warehouse = new Warehouse(Witness.NONE);
  private final StreamOptions options = options("/warehouse/orders");
  private int ids;

  @BeforeEach
  void firstBatch() {
    database.scan(100);
    process().ingest();
    for (int commit = 0; commit < COMMITS; commit++) {
      commitAndCapture();
    }
  }

  @Test
  void resultsInAnyOrderAreOneBatch() {
    PlanDocument plan = plan();
    List<SplitResult> results = new ArrayList<>();
    for (int split = plan.batch().splits().size() - 1; split >= 0; split--) {
      results.add(write(plan, split));
    }

    IngestReport report = process().commit(plan, results);

    assertThat(plan.batch().splits()).hasSizeGreaterThan(2);
    assertThat(report)
        .isInstanceOfSatisfying(
            IngestReport.Committed.class,
            committed -> assertThat(committed.batchId()).isEqualTo(plan.start().batchId() + 1));
    assertThat(rows())
        .usingRecursiveFieldByFieldElementComparatorIgnoringFields("batchId")
        .isEqualTo(rowsOfOneProcess());
    assertThat(process().ingest()).isInstanceOf(IngestReport.Idle.class);
    long batch = plan.start().batchId() + 1;
    assertThat(warehouse.shared(options.tables().facts()).orElseThrow().facts)
        .filteredOn(
            row ->
                row.get(io.strandline.facts.FactsColumn.BATCH_ID, Long.class)
                    .equals(Optional.of(batch)))
        .hasSize(1);
  }

  @Test
  void lostResultsAreRefused() {
    PlanDocument plan = plan();
    List<SplitResult> results = writeAll(plan);

    refuses(plan, results.subList(1, results.size()), "the result of split 0 is missing");
    refuses(plan, List.of(), "is missing");
  }

  @Test
  void repeatedResultsAreRefused() {
    PlanDocument plan = plan();
    List<SplitResult> results = new ArrayList<>(writeAll(plan));
    results.add(write(plan, 1));

    refuses(plan, results, "split 1 has more than one result");
  }

  @Test
  void mixedResultsOfTwoPlansAreRefused() {
    PlanDocument plan = plan();
    PlanDocument other = plan();
    List<SplitResult> results = new ArrayList<>(writeAll(plan));
    results.set(2, write(other, 2));

    refuses(plan, results, "a result of split 2 is of plan " + other.id());
  }

  @Test
  void resultsAndPlansOfOtherTablesAreRefused() {
    PlanDocument plan = plan();
    List<SplitResult> results = writeAll(plan);
    Stream other = process(options("/warehouse/others"));
    other.ingest();

    assertThatThrownBy(() -> other.write(plan, 0, Progress.none()))
        .isInstanceOf(StalePlanException.class)
        .hasMessageContaining("into 'orders'");
    assertThatThrownBy(() -> other.commit(plan, results)).isInstanceOf(StalePlanException.class);
  }

  @Test
  void resultsThatAreNotWhatWasPlannedAreRefused() {
    PlanDocument plan = plan();
    List<SplitResult> results = new ArrayList<>(writeAll(plan));
    SplitResult one = results.get(1);
    results.set(1, with(one, one.minLsnAfter(), one.files().subList(0, 0)));
    refuses(plan, results, "0 of them in files");
    results.set(1, with(one, one.minLsnAfter(), results.get(0).files()));
    refuses(plan, results, "is named twice");
  }

  @Test
  void aWatermarkThatPassedASplitIsDataLoss() {
    PlanDocument plan = plan();
    List<SplitResult> results = new ArrayList<>(writeAll(plan));
    SplitResult one = results.get(0);
    results.set(0, with(one, one.range().end(), one.files()));
    List<BronzeRow> before = rows();

    assertThatThrownBy(() -> process().commit(plan, results)).isInstanceOf(DataLossException.class);
    assertThat(rows()).isEqualTo(before);
  }

  @Test
  void cleanupDuringAWriteIsDataLossAndLeavesNoFile() {
    PlanDocument plan = plan();
    database.moveWatermark(database.followed(), plan.batch().splits().get(0).range().end());

    assertThatThrownBy(() -> write(plan, 0)).isInstanceOf(DataLossException.class);
  }

  @Test
  void aPlanThatSkipsAGapIsCommitted() {
    Lsn kept = plan().batch().splits().get(0).range().end();
    database.moveWatermark(database.followed(), kept);
    StreamOptions skipping =
        StreamOptions.of(texts("/warehouse/orders").set(Option.FAIL_ON_DATA_LOSS, "false"))
            .with(options.bounds());
    PlanDocument plan = ((Planned.Batch) process(skipping).plan()).document();

    assertThat(plan.batch().gaps()).hasSize(1);
    assertThat(process(skipping).commit(plan, writeAll(plan)))
        .isInstanceOf(IngestReport.Committed.class);
  }

  @Test
  void vanishedFilesAreRefused() {
    PlanDocument plan = plan();
    List<SplitResult> results = writeAll(plan);
    String path = results.get(1).files().get(0).path();
    warehouse.delete(warehouse.file(path).orElseThrow());

    refuses(plan, results, path);
  }

  @Test
  void aPlanThatAnotherBatchHasOvertakenIsStale() {
    PlanDocument plan = plan();
    List<SplitResult> results = writeAll(plan);
    process(options.with(options.bounds().withMaxRows(1))).ingest();

    refuses(plan, results, "last batch was 0 and is 1");
    assertThatThrownBy(() -> write(plan, 0))
        .isInstanceOf(StalePlanException.class)
        .hasMessageContaining("the state it was made on is gone");
  }

  @Test
  void aPlanThatAnotherCallerHasDoneIsDoneByAnother() {
    PlanDocument plan = plan();
    List<SplitResult> results = writeAll(plan);
    process().ingest();
    List<BronzeRow> before = rows();

    assertThat(process().commit(plan, results)).isInstanceOf(IngestReport.DoneByAnother.class);
    assertThat(rows()).isEqualTo(before);
  }

  @Test
  void aDroppedTableIsAnotherTable() {
    PlanDocument plan = plan();
    List<SplitResult> results = writeAll(plan);
    warehouse.drop(options.tables().bronze());
    refuses(plan, results, "its table is not there");
    process().ingest();

    refuses(plan, results, "table id was table-1 and is table-2");
  }

  @Test
  void aCommitThatIsMadeAgainFindsItself() {
    PlanDocument plan = plan();
    List<SplitResult> results = writeAll(plan);
    process().commit(plan, results);
    List<BronzeRow> before = rows();

    IngestReport again = process().commit(plan, results);

    assertThat(again)
        .isInstanceOfSatisfying(
            IngestReport.Committed.class,
            committed -> assertThat(committed.batchId()).isEqualTo(plan.start().batchId() + 1));
    commitAndCapture();
    process().ingest();
    assertThat(process().commit(plan, results)).isInstanceOf(IngestReport.DoneByAnother.class);
    assertThat(rows()).startsWith(before.toArray(BronzeRow[]::new));
    assertThat(rows()).hasSize(before.size() + 1);
  }

  @Test
  void splitsThatAreWrittenAgainReplaceLostResults() {
    PlanDocument plan = plan();
    writeAll(plan);

    process().commit(plan, writeAll(plan));

    assertThat(rows())
        .usingRecursiveFieldByFieldElementComparatorIgnoringFields("batchId")
        .isEqualTo(rowsOfOneProcess());
  }

  @Test
  void aRangeWithoutRowsHasNoSplitToWrite() {
    process().ingest();
    clock.advance(Duration.ofHours(2));
    database.commit(Kind.OTHERS, 1, lsn -> List.of());
    database.scan(100);

    PlanDocument plan = plan();

    assertThat(plan.batch().splits()).isEmpty();
    assertThat(process().commit(plan, List.of())).isInstanceOf(IngestReport.Committed.class);
  }

  @Test
  void aPlanOfNothingIsAReport() {
    process().ingest();

    assertThat(process().plan())
        .isInstanceOfSatisfying(
            Planned.Nothing.class,
            nothing -> assertThat(nothing.report()).isInstanceOf(IngestReport.Idle.class));
  }

  private void refuses(PlanDocument plan, List<SplitResult> results, String why) {
    Optional<List<BronzeRow>> before =
        warehouse.bronze(options.tables().bronze()).map(BronzeLog::rows);
    assertThatThrownBy(() -> process().commit(plan, results))
        .isInstanceOf(StalePlanException.class)
        .hasMessageContaining(why);
    assertThat(warehouse.bronze(options.tables().bronze()).map(BronzeLog::rows)).isEqualTo(before);
  }

  private static SplitResult with(
      SplitResult result, Lsn minLsn, List<io.strandline.port.FileDocument> files) {
    return new SplitResult(
        result.planId(),
        result.tableId(),
        result.schemaHash(),
        result.split(),
        result.captureInstance(),
        result.range(),
        result.rows(),
        result.tally(),
        minLsn,
        result.waited(),
        files);
  }

  private PlanDocument plan() {
    PlanDocument plan = ((Planned.Batch) process().plan()).document();
    PlanDocument read = PlanCodec.read(PlanCodec.write(plan));
    assertThat(read).isEqualTo(plan);
    return read;
  }

  private SplitResult write(PlanDocument plan, int split) {
    SplitResult result = process().write(plan, split, Progress.none());
    SplitResult read = SplitResultCodec.read(SplitResultCodec.write(result));
    assertThat(read).isEqualTo(result);
    return read;
  }

  private List<SplitResult> writeAll(PlanDocument plan) {
    return plan.batch().splits().stream().map(split -> write(plan, split.number())).toList();
  }

  private List<BronzeRow> rows() {
    return warehouse.bronze(options.tables().bronze()).orElseThrow().rows();
  }

  /** What one process makes of the same source. */
  private List<BronzeRow> rowsOfOneProcess() {
    StreamOptions alone = options("/warehouse/alone");
    IngestReport report = process(alone).ingest();
    while (!(report instanceof IngestReport.Idle)) {
      report = process(alone).ingest();
    }
    return warehouse.bronze(alone.tables().bronze()).orElseThrow().rows();
  }

  private Stream process() {
    return process(options);
  }

  /** A stream as a process of its own has it. */
  private Stream process(StreamOptions its) {
    SimTableStore store = new SimTableStore(warehouse, Gate.OPEN, clock);
    return Streams.of(new SimSource(database, Gate.OPEN), store, its, clock, () -> "id-" + ++ids);
  }

  private void commitAndCapture() {
    clock.advance(Duration.ofMinutes(1));
    database.commit(Kind.OURS, 16, lsn -> List.of(SourceChange.insert(lsn, 1)));
    database.scan(100);
  }

  private static OptionValues texts(String target) {
    return OptionValues.of(new Properties())
        .set(Option.CAPTURE_INSTANCE, SourceDatabase.FOLLOWED)
        .set(Option.TARGET, target)
        .set(Option.WAREHOUSE, "/warehouse");
  }

  private static StreamOptions options(String target) {
    StreamOptions options = StreamOptions.of(texts(target));
    BatchBounds bounds = options.bounds();
    return options.with(
        new BatchBounds(
            bounds.maxRows(), bounds.maxCommits(), bounds.partitions(), LEAST_SPLIT_ROWS));
  }
}
