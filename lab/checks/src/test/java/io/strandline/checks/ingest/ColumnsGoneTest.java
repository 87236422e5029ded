package io.strandline.checks.ingest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.assertj.core.api.Assertions.tuple;

import io.strandline.checks.scene.Scene;
import io.strandline.error.DataLossException;
import io.strandline.error.SchemaChangedException;
import io.strandline.error.SourceChangedException;
import io.strandline.facts.Event;
import io.strandline.facts.FactsColumn;
import io.strandline.facts.FactsRow;
import io.strandline.option.Option;
import io.strandline.report.Adoptable;
import io.strandline.report.Adopted;
import io.strandline.report.IngestReport;
import io.strandline.stream.Stream;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Columns that a table has are never NULL from some commit on without a word. */
final class ColumnsGoneTest {

  @TempDir Path folder;
  private Scene scene;

  @BeforeEach
  void start() {
    scene = Scene.at(folder, Instant.parse("2013-01-01T05:00:00Z"));
  }

  @AfterEach
  void end() {
    scene.close();
  }

  private Stream stream(Option option, String value) {
    return scene.stream(scene.options().set(option, value));
  }

  private Stream with(String policy) {
    return stream(Option.SCHEMA_CHANGE_POLICY, policy);
  }

  private static List<String> events(IngestReport report) {
    return report instanceof IngestReport.Committed committed
        ? committed.facts().events().stream().map(ColumnsGoneTest::text).toList()
        : List.of();
  }

  private static String text(FactsRow event) {
    return event.get(FactsColumn.EVENT, String.class).orElseThrow()
        + " "
        + event.get(FactsColumn.DETAIL, String.class).orElseThrow();
  }

  private <E extends Exception> E fails(Stream stream, Class<E> type) {
    Map<String, Long> before = scene.listing();
    E error = catchThrowableOfType(type, stream::ingest);
    assertThat(error).isNotNull();
    assertThat(scene.listing()).isEqualTo(before);
    return error;
  }

  /** A first instance of two columns, a newer one with the route, both read. */
  private void followTheNewer() {
    scene.enable("flights_old", "flight_id, carrier");
    scene.disable("dbo_flights");
    scene.lab.capture().drain();
    scene.insert(1);
    with("classify").ingest();
    scene.enable("flights_new", "flight_id, carrier, route");
    scene.lab.capture().drain();
    scene.insert(2);
    with("classify").ingest();
  }

  @Test
  void anOlderInstanceThatIsReadAgainIsToldOnceWithTheColumnsThatItLacks() {
    followTheNewer();
    scene.commit(3);
    scene.disable("flights_new");
    scene.lab.capture().drain();
    scene.insert(4);

    IngestReport report = with("classify").ingest();

    assertThat(events(report))
        .singleElement()
        .asString()
        .startsWith(Event.CAPTURE_INSTANCE_SWITCHED.text())
        .contains("\"from\":\"flights_new\",\"to\":\"flights_old\"")
        .contains("\"no_longer_captured\":[\"route\"]", "the newer instance is gone");
    assertThat(report.status().warnings())
        .anyMatch(text -> text.contains("flights_new is gone") && text.contains("route"));
    assertThat(scene.rows("strandline_facts"))
        .anyMatch(row -> String.valueOf(row.get("detail")).contains("flights_new is gone"));
    assertThat(scene.rows("flights"))
        .extracting(row -> row.get("flight_id"), row -> row.get("route"))
        .containsExactlyInAnyOrder(tuple(1, null), tuple(2, "JFK"), tuple(3, null), tuple(4, null));
    scene.insert(5);
    assertThat(events(with("classify").ingest())).isEmpty();
  }

  @Test
  void anOlderInstanceIsNotReadAgainWhereThePolicyForbidsIt() {
    followTheNewer();
    scene.disable("flights_new");
    scene.lab.capture().drain();
    scene.insert(3);

    SchemaChangedException error = fails(with("fail"), SchemaChangedException.class);

    assertThat(error).hasMessageContaining("flights_new is gone").hasMessageContaining("route");
    assertThat(error.remedy()).contains("schemaChangePolicy=classify");
    assertThat(events(with("classify").ingest())).hasSize(1);
    scene.insert(4);
    assertThat(with("fail").ingest()).isInstanceOf(IngestReport.Committed.class);
  }

  @Test
  void anInstanceThatWasMadeAgainWithFewerColumnsIsTold() {
    followTheNewer();
    scene.disable("flights_old");
    scene.disable("flights_new");
    scene.lab.capture().drain();
    scene.idle(Duration.ofMinutes(5));
    scene.enable("flights_new", "flight_id, route");
    scene.lab.capture().drain();
    scene.insert(3);
    fails(with("classify"), DataLossException.class);

    IngestReport report = stream(Option.FAIL_ON_DATA_LOSS, "false").ingest();

    assertThat(events(report))
        .anyMatch(text -> text.startsWith(Event.DATA_SKIPPED.text()))
        .anyMatch(
            text ->
                text.startsWith(Event.CAPTURE_INSTANCE_SWITCHED.text())
                    && text.contains("\"no_longer_captured\":[\"carrier\"]"));
    scene.insert(4);
    assertThat(events(stream(Option.FAIL_ON_DATA_LOSS, "false").ingest())).isEmpty();
  }

  @Test
  void aColumnThatIsLeftOutFromNowOnIsToldOnce() {
    scene.insert(1);
    scene.stream().ingest();
    scene.insert(2);

    IngestReport report = stream(Option.EXCLUDE_COLUMNS, "Route, status").ingest();

    assertThat(events(report))
        .containsExactly("schema_change {\"left_out\":[\"route\",\"status\"]}");
    assertThat(report.status().warnings()).anyMatch(text -> text.contains("route, status"));
    scene.insert(3);
    IngestReport next = stream(Option.EXCLUDE_COLUMNS, "status, route").ingest();
    assertThat(events(next)).isEmpty();
    assertThat(next.status().warnings()).isEmpty();
    scene.insert(4);
    assertThat(events(stream(Option.EXCLUDE_COLUMNS, "route").ingest()))
        .containsExactly("schema_change {\"left_out\":[\"route\"]}");
    scene.insert(5);
    assertThat(events(scene.stream().ingest())).containsExactly("schema_change {\"left_out\":[]}");
    assertThat(scene.rows("flights"))
        .extracting(row -> row.get("flight_id"), row -> row.get("route"), row -> row.get("status"))
        .containsExactlyInAnyOrder(
            tuple(1, "JFK", "new"),
            tuple(2, null, null),
            tuple(3, null, null),
            tuple(4, null, "new"),
            tuple(5, "JFK", "new"));
  }

  @Test
  void aColumnThatIsNoLongerIncludedIsToldOnceAndForbiddenByThePolicy() {
    scene.insert(1);
    stream(Option.INCLUDE_COLUMNS, "flight_id, carrier, route").ingest();
    scene.insert(2);
    Stream strict =
        scene.stream(
            scene
                .options()
                .set(Option.INCLUDE_COLUMNS, "flight_id, carrier")
                .set(Option.SCHEMA_CHANGE_POLICY, "fail"));

    SchemaChangedException error = fails(strict, SchemaChangedException.class);

    assertThat(error).hasMessageContaining("NULL from now on: route");
    IngestReport report = stream(Option.INCLUDE_COLUMNS, "flight_id, carrier").ingest();
    assertThat(events(report)).containsExactly("schema_change {\"left_out\":[\"route\"]}");
    scene.insert(3);
    assertThat(events(strict.ingest())).isEmpty();
  }

  @Test
  void aColumnLeftOutFromTheStartIsNoChange() {
    scene.insert(1);
    IngestReport report = stream(Option.EXCLUDE_COLUMNS, "route").ingest();

    assertThat(events(report)).isEmpty();
    assertThat(report.status().warnings()).isEmpty();
  }

  @Test
  void aTableThatWasMadeAgainIsTheCauseOfTheLossAndNotCleanup() {
    scene.insert(1);
    scene.stream().ingest();
    scene.disable("dbo_flights");
    scene.lab.run("DROP TABLE dbo.flights");
    scene.lab.capture().drain();
    scene.idle(Duration.ofMinutes(5));
    scene.lab.run(
        "CREATE TABLE dbo.flights (flight_id int NOT NULL PRIMARY KEY, carrier char(2), flight_no"
            + " smallint, route nvarchar(20), flight_date date, scheduled_at datetime2(0),"
            + " distance_m bigint, status nvarchar(20))");
    scene.lab.run("GRANT SELECT ON dbo.flights TO reader");
    scene.enable("dbo_flights", "");
    scene.lab.capture().drain();
    scene.insert(2);
    assertThatThrownBy(() -> scene.stream().ingest()).isInstanceOf(SourceChangedException.class);
    Adopted adopted = scene.stream().adopt(EnumSet.of(Adoptable.SOURCE)).orElseThrow();
    assertThat(String.join("", adopted.what())).contains("NULL from now on: tail_number, ");

    DataLossException error = fails(scene.stream(), DataLossException.class);

    assertThat(error)
        .hasMessageContaining("the table was made again")
        .hasMessageNotContaining("cleanup");
    assertThat(events(stream(Option.FAIL_ON_DATA_LOSS, "false").ingest()))
        .anyMatch(
            text ->
                text.startsWith(Event.DATA_SKIPPED.text())
                    && text.contains("the table was made again")
                    && !text.contains("cleanup"));
  }
}
