package io.strandline.checks.ingest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.strandline.checks.scene.Scene;
import io.strandline.error.SchemaChangedException;
import io.strandline.facts.Event;
import io.strandline.option.Option;
import io.strandline.option.OptionValues;
import io.strandline.report.IngestReport;
import io.strandline.stream.Stream;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Map;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Changes of the table's definition that stop a stream, and the ways out. */
final class DefinitionTest {

  /** What only a read of change rows asks. */
  private static final String READ = "c.[__$seqval]";

  @TempDir Path folder;
  private Scene scene;
  private Stream stream;

  @BeforeEach
  void oneRowIsIn() {
    scene = Scene.at(folder, Instant.parse("2013-01-01T05:00:00Z"));
    scene.insert(1);
    stream = scene.stream();
    stream.ingest();
  }

  @AfterEach
  void end() {
    scene.close();
  }

  private void run(String sql) {
    scene.lab.run(sql);
    scene.lab.capture().drain();
  }

  /** Fails before a row is read, and changes nothing. */
  private SchemaChangedException stops(Supplier<IngestReport> call) {
    Map<String, Long> before = scene.listing();
    scene.log.clear();
    SchemaChangedException error = catchThrowableOfType(SchemaChangedException.class, call::get);
    assertThat(error).isNotNull();
    assertThat(scene.log.texts()).isNotEmpty().noneMatch(text -> text.contains(READ));
    assertThat(scene.listing()).isEqualTo(before);
    return error;
  }

  @Test
  void b41ATypeThatNoLongerFitsStopsBeforeARowIsRead() {
    run("ALTER TABLE dbo.flights ALTER COLUMN distance_m nvarchar(20) NULL");
    scene.insert(2);

    SchemaChangedException error = stops(stream::ingest);

    assertThat(error).hasMessageContaining("distance_m");
    assertThat(error.remedy()).contains("excludeColumns");
    stops(stream::ingest);
    OptionValues without = scene.options().set(Option.EXCLUDE_COLUMNS, "distance_m");
    assertThat(scene.stream(without).ingest()).isInstanceOf(IngestReport.Committed.class);
    assertThat(scene.rows("flights"))
        .extracting(row -> row.get("flight_id"))
        .containsExactlyInAnyOrder(1, 2);
  }

  @Test
  void thePolicyFailStopsBeforeAnyChangeOfTheDefinitionUntilItIsLetPass() {
    run("ALTER TABLE dbo.flights ADD gate int NULL");
    scene.insert(2);
    Stream strict = scene.stream(scene.options().set(Option.SCHEMA_CHANGE_POLICY, "fail"));

    SchemaChangedException error = stops(strict::ingest);

    assertThat(error).hasMessageContaining("ADD gate int NULL");
    assertThat(error.remedy()).contains("classify");
    assertThat(stream.ingest()).isInstanceOf(IngestReport.Committed.class);
    assertThat(scene.rows("strandline_facts"))
        .filteredOn(row -> Event.SCHEMA_CHANGE.text().equals(row.get("event")))
        .hasSize(1);
    scene.insert(3);
    assertThat(strict.ingest()).isInstanceOf(IngestReport.Committed.class);
  }
}
