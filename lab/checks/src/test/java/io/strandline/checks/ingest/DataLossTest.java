package io.strandline.checks.ingest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.strandline.checks.scene.Scene;
import io.strandline.error.CaptureInstanceNotFoundException;
import io.strandline.error.DataLossException;
import io.strandline.error.StrandlineException;
import io.strandline.lsn.Lsn;
import io.strandline.option.Option;
import io.strandline.report.IdleReason;
import io.strandline.report.IngestReport;
import io.strandline.stream.Stream;
import io.strandline.time.MappedCommit;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDateTime;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Changes that are gone are never passed over, and none are missed where none are gone. */
final class DataLossTest {

  private static final Duration ENTRY = Duration.ofMinutes(5);

  @TempDir Path folder;
  private Scene scene;
  private Stream stream;

  @BeforeEach
  void oneRowIsIn() {
    scene = Scene.at(folder, Instant.parse("2013-01-01T05:00:00Z"));
    scene.idle(ENTRY);
    scene.insert(1);
    stream = scene.stream();
    assertThat(stream.ingest()).isInstanceOf(IngestReport.Committed.class);
  }

  @AfterEach
  void end() {
    scene.close();
  }

  /** A commit some minutes later. */
  private MappedCommit later(int id) {
    scene.idle(ENTRY);
    scene.lab.clock().advance(Duration.ofMinutes(1));
    scene.insert(id);
    return scene.newest();
  }

  private <E extends StrandlineException> E fails(Class<E> type) {
    Map<String, Long> before = scene.listing();
    E error = catchThrowableOfType(type, stream::ingest);
    assertThat(error).isNotNull();
    assertThat(scene.listing()).isEqualTo(before);
    return error;
  }

  @Test
  void byCleanupBeforeTheCall() {
    Lsn offset = scene.newest().lsn();
    later(2);
    MappedCommit watermark = later(3);
    scene.cleanUp(watermark.lsn());

    DataLossException error = fails(DataLossException.class);

    assertThat(error)
        .hasMessageContainingAll(
            "dbo_flights", offset.next().toString(), watermark.lsn().toString(), "cleanup");
    assertThat(error.remedy()).contains("new table").contains("retention");
    fails(DataLossException.class);
  }

  /** The statement before which cleanup runs: the rows', then the watermark's after the rows. */
  @ParameterizedTest
  @ValueSource(strings = {"c.[__$seqval]", "SELECT sys.fn_cdc_get_min_lsn"})
  void byCleanupBetweenTheCountAndTheEndOfTheRead(String statement) {
    later(2);
    MappedCommit watermark = later(3);
    scene.log.before(statement, () -> scene.cleanUp(watermark.lsn()));

    assertThat(fails(DataLossException.class)).hasMessageContaining(watermark.lsn().toString());
  }

  @Test
  void notByACleanupUpToTheOffset() {
    MappedCommit offset = scene.newest();
    later(2);
    scene.cleanUp(offset.lsn());

    assertThat(stream.ingest()).isInstanceOf(IngestReport.Committed.class);
    assertThat(scene.rows("flights")).hasSize(2);
  }

  @Test
  void exactlyBelowTheWatermark() {
    later(2);
    MappedCommit watermark = later(3);
    scene.cleanUp(watermark.lsn());
    Lsn first = watermark.lsn();

    stream = begins("lost", first.previous().previous());
    assertThat(fails(DataLossException.class))
        .hasMessageContaining("change data from " + first.previous() + " is gone");
    stream = begins("whole", first.previous());
    assertThat(stream.ingest()).isInstanceOf(IngestReport.Committed.class);
    assertThat(scene.rows("whole")).extracting(row -> row.get("flight_id")).containsExactly(3);
  }

  private Stream begins(String table, Lsn processed) {
    return scene.stream(
        scene
            .options()
            .set(Option.TARGET, scene.warehouse.resolve(table).toString())
            .set(Option.STARTING_LSN, processed.toString()));
  }

  @Test
  void notOnATableThatIsIdleForLongerThanTheRetention() {
    Duration retention = Duration.ofDays(3);
    long files = dataFiles();
    for (int call = 0; call < 15; call++) {
      for (int entry = 0; entry < 96; entry++) {
        scene.idle(ENTRY);
      }
      cleanUpBefore(scene.lab.clock().local().minus(retention));
      IngestReport report = stream.ingest();

      assertThat(report.status().offset().orElseThrow().lsn()).isEqualTo(scene.newest().lsn());
      assertThat(report.status().finalizedUntil())
          .contains(Instant.parse("2013-01-01T05:00:00Z").plus(Duration.ofHours(8L * call + 8)));
    }

    assertThat(scene.mapping().get(0).local()).isAfter(LocalDateTime.parse("2013-01-02T23:00:00"));
    assertThat(dataFiles()).isEqualTo(files);
    assertThat(scene.rows("flights")).hasSize(1);
    later(2);
    stream.ingest();
    assertThat(scene.rows("flights")).hasSize(2);
  }

  private long dataFiles() {
    return scene.listing().keySet().stream().filter(f -> f.matches("flights/[^_].*")).count();
  }

  /** As the cleanup job does: the newest commit before a time becomes the watermark. */
  private void cleanUpBefore(LocalDateTime local) {
    List<MappedCommit> old =
        scene.mapping().stream().filter(commit -> commit.local().isBefore(local)).toList();
    if (!old.isEmpty()) {
      scene.cleanUp(old.get(old.size() - 1).lsn());
    }
  }

  @Test
  void byAnInstanceThatWasDisabledAndEnabledAgain() {
    later(2);
    scene.lab.run(
        "EXEC sys.sp_cdc_disable_table @source_schema = N'dbo', @source_name = N'flights',"
            + " @capture_instance = N'dbo_flights'");
    scene.idle(ENTRY);
    fails(CaptureInstanceNotFoundException.class);
    scene.enable("dbo_flights", "");

    assertThat(stream.ingest())
        .isInstanceOfSatisfying(
            IngestReport.Idle.class,
            idle -> assertThat(idle.reason()).isEqualTo(IdleReason.ENABLE_NOT_CAPTURED));
    later(3);
    assertThat(fails(DataLossException.class))
        .hasMessageContaining("enabled again")
        .extracting(StrandlineException::remedy)
        .asString()
        .contains("new table");
  }
}
