package io.strandline.checks.ingest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.strandline.checks.scene.Scene;
import io.strandline.error.ClockAheadException;
import io.strandline.error.ClockRegressionException;
import io.strandline.lab.cdc.Oracle;
import io.strandline.option.Option;
import io.strandline.option.OptionValues;
import io.strandline.report.IngestReport;
import io.strandline.stream.Stream;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Commit times and verdicts where the server's clock repeats an hour, steps back or runs ahead. */
final class ClockTest {

  @TempDir Path folder;

  private static OptionValues byMinute(Scene scene) {
    return scene.options().set(Option.GRANULARITY, "minute");
  }

  private static ClockAheadException isAhead(Scene scene, Stream stream) {
    Map<String, Long> before = scene.listing();
    ClockAheadException error = catchThrowableOfType(ClockAheadException.class, stream::ingest);
    assertThat(error).isNotNull();
    assertThat(error.remedy()).isNotBlank();
    assertThat(scene.listing()).isEqualTo(before);
    return error;
  }

  /** From 00:50 EDT to 02:20 EST, a row a minute and a call every ten. */
  @Test
  void tellsTheTwoReadingsOfARepeatedHourApart() {
    Instant start = Instant.parse("2013-11-03T04:50:00Z");
    try (Scene scene = Scene.at(folder, start)) {
      Stream stream = scene.stream(byMinute(scene));
      Map<Integer, Instant> publishedBefore = new HashMap<>();
      Instant published = Instant.MIN;
      for (int minute = 1; minute <= 150; minute++) {
        scene.lab.clock().set(start.plus(minute, ChronoUnit.MINUTES));
        scene.insert(minute);
        publishedBefore.put(minute, published);
        if (minute % 10 == 0) {
          IngestReport report = stream.ingest();
          assertThat(report).isInstanceOf(IngestReport.Committed.class);
          published = report.status().finalizedUntil().orElseThrow();
          assertThat(published).isEqualTo(scene.lab.clock().instant());
        }
      }

      Map<String, Instant> times = new HashMap<>();
      for (Oracle.Change change : scene.lab.changes()) {
        times.put(change.commitLsn().toString(), change.commitInstant());
      }
      List<Map<String, Object>> rows = scene.rows("flights");
      assertThat(rows).hasSize(150);
      assertThat(rows)
          .allSatisfy(
              row -> {
                Instant commitTs = (Instant) row.get("_commit_ts");
                assertThat(commitTs).isEqualTo(times.get(row.get("_start_lsn")));
                assertThat(commitTs).isAfterOrEqualTo(publishedBefore.get(row.get("flight_id")));
              });
      assertThat(scene.rows("strandline_facts")).allMatch(row -> row.get("event") == null);
    }
  }

  @Test
  void carriesTheHighestTimeOverAStepBack() {
    Instant noon = Instant.parse("2013-01-01T12:00:00Z");
    try (Scene scene = Scene.at(folder, noon.minusSeconds(60))) {
      Stream stream = scene.stream(byMinute(scene));
      scene.lab.clock().set(noon);
      scene.insert(1);
      stream.ingest();
      scene.lab.clock().jump(Duration.ofMinutes(-5));
      scene.lab.clock().advance(Duration.ofSeconds(30));
      scene.insert(2);

      // The commit takes the time of the one before, which raises nothing.
      assertThat(stream.ingest()).isInstanceOf(IngestReport.Committed.class);
      assertThat(stream.verdict().orElseThrow().finalizedUntil()).contains(noon);
      scene.lab.clock().set(noon.plusSeconds(90));
      scene.insert(3);
      IngestReport report = stream.ingest();

      assertThat(report.status().finalizedUntil()).contains(noon.plusSeconds(60));
      Map<Object, Object> times = new HashMap<>();
      scene.rows("flights").forEach(row -> times.put(row.get("flight_id"), row.get("_commit_ts")));
      assertThat(times).isEqualTo(Map.of(1, noon, 2, noon, 3, noon.plusSeconds(90)));
      String second = scene.lab.changes().get(1).commitLsn().toString();
      assertThat(scene.rows("strandline_facts"))
          .filteredOn(row -> row.get("event") != null)
          .singleElement()
          .satisfies(
              event -> {
                assertThat(event)
                    .containsEntry("event", "clock_regression")
                    .containsEntry("min_lsn", second)
                    .containsEntry("min_commit_ts", noon);
                assertThat((String) event.get("detail")).contains("2013-01-01T11:55:30Z");
              });
    }
  }

  @Test
  void refusesACommitOfAClockThatWasAheadAndWasSetBack() {
    Instant noon = Instant.parse("2013-01-01T12:00:00Z");
    try (Scene scene = Scene.at(folder, noon.minusSeconds(60))) {
      scene.lab.clock().set(noon);
      scene.insert(1);
      Stream stream = scene.stream();
      stream.ingest();
      scene.lab.clock().jump(Duration.ofHours(2));
      scene.insert(2);
      scene.lab.clock().jump(Duration.ofHours(-2));
      scene.lab.clock().advance(Duration.ofMinutes(1));

      assertThat(isAhead(scene, stream)).hasMessageContaining("2013-01-01T14:00:00Z");
      scene.insert(3);
      isAhead(scene, stream);
      assertThat(stream.verdict().orElseThrow().finalizedUntil()).contains(noon);

      scene.lab.clock().set(Instant.parse("2013-01-01T14:00:30Z"));
      scene.idle(Duration.ZERO);
      assertThatThrownBy(stream::ingest).isInstanceOf(ClockRegressionException.class);
      scene.stream(scene.options().set(Option.MAX_CLOCK_REGRESSION, "PT2H")).ingest();
      assertThat(scene.rows("flights")).hasSize(3);
      assertThat(stream.verdict().orElseThrow().finalizedUntil())
          .contains(Instant.parse("2013-01-01T14:00:00Z"));
    }
  }

  @Test
  void refusesAServerFarAheadOfTheReader() {
    try (Scene scene = Scene.at(folder, Instant.parse("2013-01-01T12:00:00Z"))) {
      scene.insert(1);
      InstantSource behind = () -> scene.lab.clock().instant().minus(Duration.ofHours(2));
      InstantSource little = () -> scene.lab.clock().instant().minus(Duration.ofMinutes(59));
      OptionValues off = scene.options().set(Option.MAX_CLOCK_DISAGREEMENT, "off");

      ClockAheadException error =
          isAhead(scene, scene.stream(scene.options(), scene.config(), behind));
      assertThat(scene.listing()).isEmpty();
      assertThat(error.remedy()).contains("maxClockDisagreement");
      assertThat(scene.stream(off, scene.config(), behind).ingest())
          .isInstanceOf(IngestReport.Committed.class);
      scene.insert(2);
      assertThat(scene.stream(scene.options(), scene.config(), little).ingest())
          .isInstanceOf(IngestReport.Committed.class);
      assertThat(scene.rows("flights")).hasSize(2);
      assertThat(scene.rows("strandline_facts"))
          .extracting(row -> Optional.ofNullable(row.get("started_at")))
          .contains(Optional.of(Instant.parse("2013-01-01T10:00:00Z")));
    }
  }
}
