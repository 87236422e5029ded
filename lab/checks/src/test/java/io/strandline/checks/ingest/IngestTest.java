package io.strandline.checks.ingest;

import static org.assertj.core.api.Assertions.assertThat;

import io.strandline.checks.lab.FlightsLab;
import io.strandline.checks.lab.FlightsLabConfig;
import io.strandline.checks.scene.ChangeRow;
import io.strandline.checks.scene.Scene;
import io.strandline.lab.cdc.Oracle;
import io.strandline.option.Option;
import io.strandline.option.OptionValues;
import io.strandline.report.IdleReason;
import io.strandline.report.IngestReport;
import io.strandline.report.Progress;
import io.strandline.stream.Stream;
import io.strandline.time.MappedCommit;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What calls bring into the three tables, held against what the source has committed. */
final class IngestTest {

  private static final int MOST_ROWS = 37;

  @TempDir Path folder;

  /** A day: its first changes in small batches, the rest in three large ones. */
  @Test
  void bringsADayIntoTheTables() {
    try (Scene scene = Scene.at(folder, FlightsLabConfig.FIRST_MIDNIGHT)) {
      List<IngestReport> reports = new ArrayList<>();
      scene.play(Instant.parse("2013-01-01T12:30:00Z"));
      OptionValues small =
          scene.options().set(Option.MAX_ROWS_PER_BATCH, Integer.toString(MOST_ROWS));
      scene.stream(small).ingestAll(Progress.none(), reports::add);
      int smallOnes = reports.size();
      for (int hour : new int[] {17, 23, 29}) {
        scene.play(FlightsLabConfig.FIRST_MIDNIGHT.plus(hour - 5, ChronoUnit.HOURS));
        scene.stream().ingestAll(Progress.none(), reports::add);
      }

      List<Map<String, Object>> bronze = scene.rows("flights");
      assertThat(smallOnes).isGreaterThan(5);
      assertThat(reports).hasSize(smallOnes + 3).allMatch(IngestReport.Committed.class::isInstance);
      holdsExactlyTheSource(scene, bronze);
      holdsEachBatchInOrder(bronze);
      cutsSmallBatchesAtWholeCommits(reports.subList(0, smallOnes - 1), bronze);
      factsAddUp(scene, reports, bronze);
      assertThat(scene.stream().verdict().orElseThrow().finalizedUntil())
          .contains(Instant.parse("2013-01-02T05:00:00Z"));
    }
  }

  private static void holdsExactlyTheSource(Scene scene, List<Map<String, Object>> bronze) {
    List<Oracle.Change> changes = scene.lab.changes();
    assertThat(changes).hasSizeGreaterThan(1500);
    assertThat(bronze.stream().map(ChangeRow::of).sorted().toList())
        .isEqualTo(ChangeRow.of(changes));
    Map<String, Instant> times = new HashMap<>();
    changes.forEach(change -> times.put(change.commitLsn().toString(), change.commitInstant()));
    assertThat(bronze)
        .allSatisfy(
            row -> {
              assertThat(row.get("_commit_ts")).isEqualTo(times.get(row.get("_start_lsn")));
              assertThat(row.get("_capture_instance")).isEqualTo("dbo_flights");
              assertThat(row).containsEntry("_snapshot", null).containsEntry("_chunk", null);
            });
  }

  /** Each batch is one file here, whose rows come in their order. */
  private static void holdsEachBatchInOrder(List<Map<String, Object>> bronze) {
    assertThat(batches(bronze).values())
        .allSatisfy(rows -> assertThat(rows.stream().map(ChangeRow::of).toList()).isSorted());
  }

  private static Map<Long, List<Map<String, Object>>> batches(List<Map<String, Object>> bronze) {
    Map<Long, List<Map<String, Object>>> batches = new TreeMap<>();
    for (Map<String, Object> row : bronze) {
      batches.computeIfAbsent((Long) row.get("_batch_id"), id -> new ArrayList<>()).add(row);
    }
    return batches;
  }

  private static void cutsSmallBatchesAtWholeCommits(
      List<IngestReport> reports, List<Map<String, Object>> bronze) {
    Map<Object, Object> batchOfCommit = new HashMap<>();
    bronze.forEach(
        row ->
            assertThat(row.get("_batch_id"))
                .isEqualTo(
                    Objects.requireNonNullElse(
                        batchOfCommit.putIfAbsent(row.get("_start_lsn"), row.get("_batch_id")),
                        row.get("_batch_id"))));
    Map<Long, List<Map<String, Object>>> batches = batches(bronze);
    for (IngestReport report : reports) {
      List<Map<String, Object>> rows = batches.get(((IngestReport.Committed) report).batchId());
      long commits = rows.stream().map(row -> row.get("_start_lsn")).distinct().count();
      assertThat(rows.size() <= MOST_ROWS || commits == 1).isTrue();
    }
  }

  private static void factsAddUp(
      Scene scene, List<IngestReport> reports, List<Map<String, Object>> bronze) {
    Map<Long, Map<String, Object>> facts = new TreeMap<>();
    for (Map<String, Object> row : scene.rows("strandline_facts")) {
      assertThat(row.get("event")).isNull();
      assertThat(facts.put((Long) row.get("batch_id"), row)).isNull();
    }
    Map<Long, List<Map<String, Object>>> batches = batches(bronze);
    assertThat(facts).hasSize(reports.size());
    for (IngestReport each : reports) {
      IngestReport.Committed report = (IngestReport.Committed) each;
      Map<String, Object> row = Objects.requireNonNull(facts.get(report.batchId()));
      List<Map<String, Object>> rows = batches.get(report.batchId());
      assertThat(row)
          .containsEntry("rows", (long) rows.size())
          .containsEntry("inserts", count(rows, 2))
          .containsEntry("updates", count(rows, 4))
          .containsEntry("deletes", count(rows, 1))
          .containsEntry("min_lsn", rows.get(0).get("_start_lsn"))
          .containsEntry("max_lsn", rows.get(rows.size() - 1).get("_start_lsn"))
          .containsEntry("min_commit_ts", rows.get(0).get("_commit_ts"))
          .containsEntry("max_commit_ts", rows.get(rows.size() - 1).get("_commit_ts"))
          .containsEntry("end_lsn", report.range().end().toString())
          .containsEntry("end_commit_ts", report.status().offset().orElseThrow().commitTs())
          .containsEntry("files", 1)
          .containsEntry("app_id", "dbo_flights")
          .containsEntry("target", "flights");
      assertThat((Double) row.get("ingestion_lag_seconds")).isNotNegative();
      assertThat((Double) row.get("retention_headroom_hours")).isNotNegative();
    }
  }

  private static long count(List<Map<String, Object>> rows, int operation) {
    return rows.stream().filter(row -> row.get("_operation").equals(operation)).count();
  }

  /** The first verdict comes with the first batch, none with the creation of the table (design). */
  @Test
  void b07BeginsWithTheLatestCommitAndReplaysNothing() {
    try (Scene scene = Scene.at(folder, Instant.parse("2013-01-01T09:55:00Z"))) {
      scene.play(Instant.parse("2013-01-01T12:00:00Z"));
      assertThat(scene.lab.changes()).hasSizeGreaterThan(200);
      MappedCommit max = scene.newest();
      Stream stream = scene.stream(scene.options().set(Option.STARTING_LSN, "latest"));

      IngestReport first = stream.ingest();
      scene.idle(Duration.ofMinutes(1));
      IngestReport second = stream.ingest();
      scene.insert(900_001);
      stream.ingest();

      assertThat(first)
          .isInstanceOfSatisfying(
              IngestReport.Idle.class,
              idle -> assertThat(idle.reason()).isEqualTo(IdleReason.CAUGHT_UP));
      assertThat(first.status().offset().orElseThrow().lsn()).isEqualTo(max.lsn());
      assertThat(first.status().finalizedUntil()).isEmpty();
      assertThat(second.status().finalizedUntil()).contains(Instant.parse("2013-01-01T12:00:00Z"));
      assertThat(scene.rows("flights"))
          .extracting(row -> row.get("flight_id"))
          .containsExactly(900_001);
      assertThat(stream.verdict().orElseThrow().losslessSince())
          .isEqualTo(Instant.parse("2013-01-01T12:00:00Z"));
    }
  }

  @Test
  void bringsAnInstanceOfAnyNameAndSomeColumns() {
    try (Scene scene = Scene.at(folder, Instant.parse("2013-01-01T09:55:00Z"))) {
      scene.disable(FlightsLab.INSTANCE);
      scene.enable("My Inst 1", "[status], [flight_id]");
      scene.play(Instant.parse("2013-01-01T10:30:00Z"));
      OptionValues options = scene.options().set(Option.CAPTURE_INSTANCE, "MY INST 1");
      scene.stream(options).ingestAll(Progress.none(), report -> {});

      List<Map<String, Object>> bronze = scene.rows("flights");

      assertThat(bronze).isNotEmpty();
      assertThat(bronze.get(0).keySet())
          .filteredOn(name -> !name.startsWith("_"))
          .containsExactly("flight_id", "status");
      assertThat(bronze.stream().map(ChangeRow::of).sorted().toList())
          .isEqualTo(ChangeRow.of(scene.lab.changes("My Inst 1")));
      assertThat(bronze).allMatch(row -> row.get("_capture_instance").equals("My Inst 1"));
    }
  }
}
