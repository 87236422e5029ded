package io.strandline.checks.ingest;

import static org.assertj.core.api.Assertions.assertThat;

import io.strandline.checks.scene.Scene;
import io.strandline.facts.Event;
import io.strandline.facts.FactsColumn;
import io.strandline.facts.FactsRow;
import io.strandline.lsn.Lsn;
import io.strandline.lsn.Offset;
import io.strandline.option.Option;
import io.strandline.report.IngestReport;
import io.strandline.stream.Stream;
import io.strandline.time.MappedCommit;
import io.strandline.verdict.Finality;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Changes that are gone are skipped where that is asked for, and recorded as a certain gap. */
final class SkippedGapTest {

  @TempDir Path folder;
  private Scene scene;
  private Stream stream;
  private Offset offset;

  @BeforeEach
  void twoMoreRowsAreCaptured() {
    scene = Scene.at(folder, Instant.parse("2013-01-01T05:00:00Z"));
    scene.insert(1);
    stream = scene.stream(scene.options().set(Option.FAIL_ON_DATA_LOSS, "false"));
    offset = stream.ingest().status().offset().orElseThrow();
    later(2);
  }

  @AfterEach
  void end() {
    scene.close();
  }

  private MappedCommit later(int id) {
    scene.idle(Duration.ofHours(1));
    // Cleanup goes back to the first commit of the same time (documented).
    scene.lab.clock().advance(Duration.ofMinutes(1));
    scene.insert(id);
    return scene.newest();
  }

  @Test
  void aGapFoundWhilePlanningIsAnEventAndMovesTheStartOfTheWholeHistory() {
    MappedCommit watermark = later(3);
    scene.cleanUp(watermark.lsn());

    verifySkipped(watermark);
  }

  /** The answer is certain here as well, though field report B05 has it uncertain (design). */
  @ParameterizedTest
  @ValueSource(strings = {"c.[__$seqval]", "SELECT sys.fn_cdc_get_min_lsn"})
  void b05AGapFoundAfterTheReadDiscardsTheAttemptAndIsCertain(String statement) {
    MappedCommit watermark = later(3);
    scene.log.before(statement, () -> scene.cleanUp(watermark.lsn()));

    verifySkipped(watermark);
  }

  private void verifySkipped(MappedCommit watermark) {
    IngestReport.Committed report = (IngestReport.Committed) stream.ingest();

    assertThat(report.status().warnings()).anyMatch(text -> text.contains("skips the changes"));
    assertThat(scene.rows("flights")).extracting(row -> row.get("flight_id")).contains(3);
    assertThat(scene.rows("flights")).extracting(row -> row.get("flight_id")).doesNotContain(2);
    FactsRow event = report.facts().events().get(0);
    Instant until = watermark.local().atZone(ZoneId.of("America/New_York")).toInstant();
    assertThat(text(event, FactsColumn.EVENT)).isEqualTo(Event.DATA_SKIPPED.text());
    assertThat(text(event, FactsColumn.MIN_LSN)).isEqualTo(watermark.lsn().toString());
    assertThat(text(event, FactsColumn.MAX_LSN)).isEqualTo(watermark.lsn().toString());
    assertThat(event.get(FactsColumn.ROWS, Long.class)).contains(0L);
    assertThat(event.get(FactsColumn.BATCH_ID, Long.class))
        .isPresent()
        .isEqualTo(report.row().get(FactsColumn.BATCH_ID, Long.class));
    assertThat(text(event, FactsColumn.DETAIL))
        .contains("\"from\":\"" + offset.lsn().next() + "\"")
        .contains("\"to\":\"" + watermark.lsn() + "\"")
        .contains("\"certain\":true");
    assertThat(event.get(FactsColumn.LOST_FROM_TS, Instant.class)).contains(offset.commitTs());
    Instant lostTo = event.get(FactsColumn.LOST_TO_TS, Instant.class).orElseThrow();
    assertThat(stream.verdict().orElseThrow().losslessSince()).isEqualTo(lostTo);
    assertThat(lostTo).isEqualTo(until);
    Instant hour = lostTo.truncatedTo(java.time.temporal.ChronoUnit.HOURS);
    scene.idle(Duration.ofHours(2));
    stream.ingest();
    assertThat(stream.isFinal(hour, hour.plus(Duration.ofHours(1))))
        .isEqualTo(Finality.FINAL_WITH_GAP);
    assertThat(report.range().start()).isEqualTo(offset.lsn());
    assertThat(report.range().end()).isGreaterThanOrEqualTo(Lsn.max(offset.lsn(), watermark.lsn()));
  }

  private static String text(FactsRow row, FactsColumn column) {
    return row.get(column, String.class).orElse("");
  }
}
