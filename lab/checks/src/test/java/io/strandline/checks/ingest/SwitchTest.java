package io.strandline.checks.ingest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.strandline.checks.scene.Scene;
import io.strandline.error.SchemaChangedException;
import io.strandline.facts.Event;
import io.strandline.facts.FactsColumn;
import io.strandline.lsn.Lsn;
import io.strandline.option.Option;
import io.strandline.report.IngestReport;
import io.strandline.stream.Stream;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Changes of the table's definition, and a newer capture instance that takes over. */
final class SwitchTest {

  private static final String OLD_COLUMNS = "flight_id, carrier";

  @TempDir Path folder;
  private Scene scene;
  private Stream stream;

  @BeforeEach
  void anOldInstanceIsRead() {
    scene = Scene.at(folder, Instant.parse("2013-01-01T05:00:00Z"));
    scene.enable("flights_old", OLD_COLUMNS);
    scene.lab.run(
        "EXEC sys.sp_cdc_disable_table @source_schema = N'dbo', @source_name = N'flights',"
            + " @capture_instance = N'dbo_flights'");
    scene.lab.capture().drain();
    scene.insert(1);
    stream =
        scene.stream(
            scene
                .options()
                .set(Option.CAPTURE_INSTANCE, "flights_old")
                .set(Option.APP_ID, "flights"));
    assertThat(stream.ingest()).isInstanceOf(IngestReport.Committed.class);
  }

  @AfterEach
  void end() {
    scene.close();
  }

  private static List<String> events(IngestReport report) {
    return ((IngestReport.Committed) report)
        .facts().events().stream()
            .map(event -> event.get(FactsColumn.EVENT, String.class).orElseThrow())
            .toList();
  }

  @Test
  void b41ANewerInstanceIsFollowedAtItsStartAndBringsItsColumns() {
    scene.idle(Duration.ofMinutes(1));
    scene.insert(2);
    scene.enable("flights_new", "flight_id, carrier, route");
    scene.lab.capture().drain();
    scene.insert(3);

    IngestReport report = stream.ingest();

    assertThat(events(report)).containsExactly(Event.CAPTURE_INSTANCE_SWITCHED.text());
    assertThat(scene.rows("flights"))
        .extracting(
            row -> row.get("flight_id"),
            row -> row.get("_capture_instance"),
            row -> row.get("route"))
        .containsExactlyInAnyOrder(
            org.assertj.core.groups.Tuple.tuple(1, "flights_old", null),
            org.assertj.core.groups.Tuple.tuple(2, "flights_old", null),
            org.assertj.core.groups.Tuple.tuple(3, "flights_new", "JFK"));
    scene.insert(4);
    assertThat(events(stream.ingest())).isEmpty();
  }

  @Test
  void theStreamGoesOnWhenTheOldInstanceIsDisabledAfterwards() {
    scene.enable("flights_new", "flight_id, carrier, route");
    scene.lab.capture().drain();
    scene.insert(2);
    stream.ingest();
    scene.lab.run(
        "EXEC sys.sp_cdc_disable_table @source_schema = N'dbo', @source_name = N'flights',"
            + " @capture_instance = N'flights_old'");
    scene.lab.capture().drain();
    scene.insert(3);

    assertThat(stream.ingest()).isInstanceOf(IngestReport.Committed.class);
    assertThat(scene.rows("flights"))
        .extracting(row -> row.get("flight_id"))
        .containsExactlyInAnyOrder(1, 2, 3);
  }

  @Test
  void b41AnAddedColumnIsAnEventAndAWarning() {
    scene.lab.run("ALTER TABLE dbo.flights ADD gate int NULL");
    scene.lab.capture().drain();
    scene.insert(2);

    IngestReport report = stream.ingest();

    assertThat(events(report)).containsExactly(Event.SCHEMA_CHANGE.text());
    assertThat(report.status().warnings()).anyMatch(text -> text.contains("gate"));
    Map<String, Object> row = scene.rows("flights").get(1);
    assertThat(row).doesNotContainKey("gate");
    assertThat(Lsn.parse((String) row.get("_start_lsn"))).isNotNull();
    scene.insert(3);
    assertThat(events(stream.ingest())).isEmpty();
  }

  private Stream choosing(Option option, String names) {
    return scene.stream(
        scene
            .options()
            .set(Option.CAPTURE_INSTANCE, "flights_old")
            .set(Option.APP_ID, "chosen")
            .set(Option.TARGET, scene.warehouse.resolve("chosen").toString())
            .set(option, names));
  }

  /** The newer instance lacks {@code carrier}; its first commit is flight 3. */
  private void switchToOneWithout() {
    scene.insert(2);
    scene.enable("flights_new", "flight_id, route");
    scene.lab.capture().drain();
    scene.insert(3);
  }

  @Test
  void anExcludedColumnThatVanishesDoesNotStopTheStream() {
    Stream chosen = choosing(Option.EXCLUDE_COLUMNS, "carrier");
    chosen.ingest();
    switchToOneWithout();
    chosen.ingest();
    scene.disable("flights_old");
    scene.lab.capture().drain();
    scene.insert(4);

    IngestReport report = chosen.ingest();

    assertThat(report).isInstanceOf(IngestReport.Committed.class);
    assertThat(report.status().warnings())
        .anyMatch(text -> text.contains("excludeColumns names carrier"));
    assertThat(scene.rows("chosen"))
        .allSatisfy(row -> assertThat(row).doesNotContainKey("carrier"))
        .extracting(row -> row.get("flight_id"))
        .containsExactlyInAnyOrder(1, 2, 3, 4);
  }

  @Test
  void anIncludedColumnThatVanishesStopsTheStreamAtTheBoundaryUntilItIsTakenOut() {
    Stream chosen = choosing(Option.INCLUDE_COLUMNS, "flight_id, carrier");
    chosen.ingest();
    switchToOneWithout();
    assertThat(chosen.ingest()).isInstanceOf(IngestReport.Committed.class);
    Map<String, Long> before = scene.listing();

    assertThatThrownBy(chosen::ingest)
        .isInstanceOf(SchemaChangedException.class)
        .hasMessageContaining("includeColumns names carrier");
    assertThat(scene.listing()).isEqualTo(before);
    IngestReport report = choosing(Option.INCLUDE_COLUMNS, "flight_id").ingest();

    assertThat(events(report)).containsExactly(Event.CAPTURE_INSTANCE_SWITCHED.text());
    assertThat(scene.rows("chosen"))
        .extracting(row -> row.get("flight_id"), row -> row.get("carrier"))
        .containsExactlyInAnyOrder(
            org.assertj.core.groups.Tuple.tuple(1, "SL"),
            org.assertj.core.groups.Tuple.tuple(2, "SL"),
            org.assertj.core.groups.Tuple.tuple(3, null));
  }
}
