package io.strandline.checks.ingest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.strandline.checks.scene.Scene;
import io.strandline.error.DataLossException;
import io.strandline.facts.Event;
import io.strandline.facts.FactsColumn;
import io.strandline.facts.FactsRow;
import io.strandline.lsn.Lsn;
import io.strandline.option.Option;
import io.strandline.report.IdleReason;
import io.strandline.report.IngestReport;
import io.strandline.report.Progress;
import io.strandline.report.RowsRead;
import io.strandline.sqlserver.FetchLimits;
import io.strandline.stream.Stream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The rows of the source table come first, in one commit that also sets the position. */
final class FirstLoadTest {

  @TempDir Path folder;
  private Scene scene;
  private Stream stream;

  @BeforeEach
  void begin() {
    scene = Scene.at(folder, Instant.parse("2013-01-01T05:00:00Z"));
    stream = scene.stream(scene.options().set(Option.BOOTSTRAP, "true"));
  }

  @AfterEach
  void end() {
    scene.close();
  }

  private List<Object> ids(int operation) {
    return scene.rows("flights").stream()
        .filter(row -> row.get("_operation").equals(operation))
        .map(row -> row.get("flight_id"))
        .toList();
  }

  @Test
  void theRowsOfNowThenTheChangesAfterThem() {
    scene.insert(1, 2, 3);
    Lsn stamp = scene.newest().lsn();

    IngestReport.Loaded loaded = (IngestReport.Loaded) stream.ingest();

    assertThat(loaded.snapshot().lsn()).isEqualTo(stamp);
    assertThat(loaded.status().offset().orElseThrow().lsn()).isEqualTo(stamp);
    assertThat(ids(0)).contains(1, 2, 3);
    Map<String, Object> row = scene.rows("flights").get(0);
    assertThat(row)
        .containsEntry("_start_lsn", stamp.toString())
        .containsEntry("_snapshot", stamp.toString())
        .containsEntry("_seqval", null)
        .containsEntry("_batch_id", 0L);
    scene.insert(4);
    assertThat(stream.ingest()).isInstanceOf(IngestReport.Committed.class);
    assertThat(ids(2)).containsExactly(4);
  }

  @Test
  void isTakenOnce() {
    scene.insert(1);
    IngestReport.Loaded first = (IngestReport.Loaded) stream.snapshot(Progress.none());
    scene.insert(2);
    Map<String, Long> before = scene.listing();

    IngestReport.Loaded again = (IngestReport.Loaded) stream.snapshot(Progress.none());

    assertThat(again.snapshot()).isEqualTo(first.snapshot());
    assertThat(again.facts()).isEmpty();
    assertThat(scene.listing()).isEqualTo(before);
  }

  @Test
  void itsListenerHearsRowsPercentAndTheTimeLeft() {
    scene.insert(1, 2, 3, 4, 5, 6, 7, 8, 9, 10);
    AtomicReference<Instant> now = new AtomicReference<>(Instant.parse("2026-05-04T10:00:00Z"));
    stream =
        scene.stream(
            scene.options().set(Option.BOOTSTRAP, "true"),
            scene.config().withFetch(new FetchLimits(4, 8L << 20, 4)),
            now::get);
    List<RowsRead> heard = new ArrayList<>();

    stream.snapshot(
        read -> {
          heard.add(read);
          now.updateAndGet(before -> before.plusSeconds(10));
        });

    assertThat(heard).extracting(RowsRead::rows).containsExactly(4L, 8L, 10L);
    assertThat(heard).extracting(RowsRead::expected).containsOnly(OptionalLong.of(10));
    assertThat(heard).extracting(read -> read.percent().orElseThrow()).containsExactly(40, 80, 100);
    assertThat(heard)
        .extracting(RowsRead::remaining)
        .containsExactly(
            Optional.empty(), Optional.of(Duration.ofMillis(2_500)), Optional.of(Duration.ZERO));
  }

  @Test
  void leavesItsEventAlone() {
    scene.insert(1, 2);

    IngestReport.Loaded loaded = (IngestReport.Loaded) stream.ingest();

    List<FactsRow> events = loaded.facts().orElseThrow().events();
    assertThat(loaded.facts().orElseThrow().batch()).isEmpty();
    assertThat(events).hasSize(1);
    assertThat(events.get(0).get(FactsColumn.EVENT, String.class)).contains(Event.BOOTSTRAP.text());
    assertThat(events.get(0).get(FactsColumn.BATCH_ID, Long.class)).isEmpty();
    assertThat(events.get(0).get(FactsColumn.MAX_LSN, String.class))
        .contains(loaded.snapshot().lsn().toString());
    assertThat(scene.rows("strandline_facts"))
        .singleElement()
        .satisfies(row -> assertThat(row).containsEntry("event", "bootstrap"));
  }

  @Test
  void anEmptyTableLeavesItsEvent() {
    IngestReport.Loaded loaded = (IngestReport.Loaded) stream.ingest();

    assertThat(scene.rows("flights")).isEmpty();
    assertThat(scene.rows("strandline_facts"))
        .singleElement()
        .satisfies(
            row ->
                assertThat(row)
                    .containsEntry("event", "bootstrap")
                    .containsEntry("rows", 0L)
                    .containsEntry("max_lsn", loaded.snapshot().lsn().toString()));
    assertThat(stream.snapshot(Progress.none()))
        .isInstanceOfSatisfying(
            IngestReport.Loaded.class,
            again -> assertThat(again.snapshot()).isEqualTo(loaded.snapshot()));
    scene.insert(4);
    stream.ingest();
    assertThat(ids(2)).containsExactly(4);
  }

  @Test
  void waitsForCaptureToReadTheEnable() throws IOException {
    scene.close();
    scene =
        Scene.before(
            Files.createDirectory(folder.resolve("other")), Instant.parse("2013-01-01T05:00:00Z"));
    stream = scene.stream(scene.options().set(Option.BOOTSTRAP, "true"));

    assertThat(stream.ingest())
        .isInstanceOfSatisfying(
            IngestReport.Idle.class,
            idle ->
                assertThat(idle.reason())
                    .isIn(IdleReason.ENABLE_NOT_CAPTURED, IdleReason.CAPTURE_NEVER_RAN));
    assertThat(scene.listing()).isEmpty();
  }

  @Test
  void aStampThatCleanupPassesDuringTheReadCommitsNothing() {
    scene.insert(1);
    scene.idle(Duration.ofMinutes(10));
    scene.log.before(
        "FROM [dbo].[flights]",
        () -> {
          scene.idle(Duration.ofMinutes(10));
          scene.insert(2);
          scene.idle(Duration.ofMinutes(10));
          scene.insert(3);
          scene.cleanUp(scene.newest().lsn());
        });

    assertThatThrownBy(() -> stream.ingest()).isInstanceOf(DataLossException.class);
    assertThat(scene.rows("flights")).isEmpty();
    assertThat(stream.ingest()).isInstanceOf(IngestReport.Loaded.class);
    assertThat(ids(0)).contains(1, 2, 3);
  }
}
