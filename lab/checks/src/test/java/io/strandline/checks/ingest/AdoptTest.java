package io.strandline.checks.ingest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.strandline.checks.scene.Scene;
import io.strandline.error.SourceChangedException;
import io.strandline.error.TargetChangedException;
import io.strandline.report.Adoptable;
import io.strandline.report.Adopted;
import io.strandline.report.IngestReport;
import io.strandline.stream.Stream;
import io.strandline.verdict.ControlRow;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A stream goes on after a change that was made on purpose, and says what may be missing. */
final class AdoptTest {

  @TempDir Path folder;
  private Scene scene;
  private Stream stream;

  @BeforeEach
  void oneBatchIsIn() {
    scene = Scene.at(folder, Instant.parse("2013-01-01T05:00:00Z"));
    scene.insert(1);
    stream = scene.stream();
    stream.ingest();
  }

  @AfterEach
  void end() {
    scene.close();
  }

  private static void copy(Path from, Path to) throws IOException {
    try (var paths = Files.walk(from)) {
      for (Path path : paths.toList()) {
        Files.copy(path, to.resolve(from.relativize(path).toString()));
      }
    }
  }

  private static void delete(Path tree) throws IOException {
    try (var paths = Files.walk(tree)) {
      for (Path path : paths.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(path);
      }
    }
  }

  private List<Object> ids() {
    return scene.rows("flights").stream().map(row -> row.get("flight_id")).toList();
  }

  @Test
  void aTargetThatWasCopiedBackGoesOnFromWhatWasPublished() throws IOException {
    Path table = scene.warehouse.resolve("flights");
    Path copy = folder.resolve("copy");
    copy(table, copy);
    scene.idle(Duration.ofHours(2));
    scene.insert(2);
    stream.ingest();
    ControlRow published = stream.verdict().orElseThrow();
    delete(table);
    copy(copy, table);

    assertThatThrownBy(stream::ingest)
        .isInstanceOfSatisfying(
            TargetChangedException.class,
            error -> assertThat(error.remedy()).contains("adopt --what target"));
    Adopted adopted = stream.adopt(EnumSet.of(Adoptable.TARGET)).orElseThrow();

    assertThat(adopted.offset().lsn()).isEqualTo(published.end().orElseThrow().lsn());
    ControlRow after = stream.verdict().orElseThrow();
    assertThat(after.finalizedUntil()).isEqualTo(published.finalizedUntil());
    assertThat(after.losslessSince()).isEqualTo(adopted.offset().commitTs());
    scene.insert(3);
    assertThat(stream.ingest()).isInstanceOf(IngestReport.Committed.class);
    assertThat(ids()).containsExactlyInAnyOrder(1, 3);
    assertThat(scene.rows("strandline_facts"))
        .filteredOn(row -> "adopted".equals(row.get("event")))
        .singleElement()
        .satisfies(row -> assertThat(row.get("batch_id")).isNull());
    assertThat(stream.adopt(EnumSet.allOf(Adoptable.class))).isEmpty();
  }

  /** Gives a table another id, as a clone has one, and leaves the state as it was cloned. */
  private static void giveId(Path table, String id) throws IOException {
    try (var files = Files.list(table.resolve("_delta_log"))) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        String text = Files.readString(file, StandardCharsets.ISO_8859_1);
        String other =
            text.replaceAll("(\"meta[dD]ata\":\\{\"id\":)\"[^\"]+\"", "$1\"" + id + "\"");
        Files.writeString(file, other, StandardCharsets.ISO_8859_1);
      }
    }
  }

  @Test
  void aCloneThatWasPutInTheTargetsPlaceGoesOnUnderItsOwnId() throws IOException {
    Path table = scene.warehouse.resolve("flights");
    Path clone = folder.resolve("clone");
    copy(table, clone);
    scene.idle(Duration.ofHours(2));
    scene.insert(2);
    stream.ingest();
    ControlRow published = stream.verdict().orElseThrow();
    delete(table);
    copy(clone, table);
    giveId(table, "0f1e2d3c-4b5a-6978-8796-a5b4c3d2e1f0");

    assertThatThrownBy(stream::ingest)
        .isInstanceOfSatisfying(
            TargetChangedException.class,
            error -> assertThat(error.remedy()).contains("adopt --what target"))
        .hasMessageContaining("its id is 0f1e2d3c");
    Adopted adopted = stream.adopt(EnumSet.of(Adoptable.TARGET)).orElseThrow();

    assertThat(adopted.offset().lsn()).isEqualTo(published.end().orElseThrow().lsn());
    ControlRow after = stream.verdict().orElseThrow();
    assertThat(after.tableId()).startsWith("0f1e2d3c").isNotEqualTo(published.tableId());
    assertThat(after.finalizedUntil()).isPresent().isEqualTo(published.finalizedUntil());
    assertThat(after.losslessSince()).isEqualTo(adopted.offset().commitTs());
    scene.insert(3);
    assertThat(stream.ingest()).isInstanceOf(IngestReport.Committed.class);
    assertThat(ids()).containsExactlyInAnyOrder(1, 3);
    assertThat(scene.rows("strandline_control")).hasSize(1);
    assertThat(scene.rows("strandline_facts"))
        .filteredOn(row -> after.tableId().equals(row.get("table_id")))
        .extracting(row -> row.get("event"))
        .containsExactlyInAnyOrder("adopted", null);
    assertThat(stream.adopt(EnumSet.allOf(Adoptable.class))).isEmpty();
  }

  @Test
  void nothingElseThanWhatWasNamedIsAdopted() throws IOException {
    Path table = scene.warehouse.resolve("flights");
    Path copy = folder.resolve("copy");
    copy(table, copy);
    scene.insert(2);
    stream.ingest();
    delete(table);
    copy(copy, table);

    assertThatThrownBy(() -> stream.adopt(Set.of(Adoptable.SOURCE, Adoptable.ZONE)))
        .isInstanceOf(TargetChangedException.class);
    assertThat(ids()).containsExactly(1);
  }

  @Test
  void aZoneThatWasChangedKeepsWhatIsLossless() {
    Instant lossless = stream.verdict().orElseThrow().losslessSince();
    Stream told =
        scene.stream(
            scene.options(),
            scene.config().withSourceTimeZone("America/Toronto"),
            InstantSource.system());

    assertThatThrownBy(told::ingest)
        .isInstanceOfSatisfying(
            SourceChangedException.class,
            error -> assertThat(error.remedy()).contains("adopt --what zone"));
    assertThat(told.adopt(EnumSet.of(Adoptable.ZONE))).isPresent();
    scene.insert(2);

    assertThat(told.ingest()).isInstanceOf(IngestReport.Committed.class);
    assertThat(told.verdict().orElseThrow().losslessSince()).isEqualTo(lossless);
    assertThat(ids()).containsExactlyInAnyOrder(1, 2);
  }
}
