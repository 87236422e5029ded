package io.strandline.checks.ingest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.strandline.checks.scene.Scene;
import io.strandline.error.SourceChangedException;
import io.strandline.lsn.Lsn;
import io.strandline.report.Adoptable;
import io.strandline.report.IngestReport;
import io.strandline.stream.Stream;
import io.strandline.time.MappedCommit;
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

/** A source that was restored, or goes on at another server. */
final class SourceTest {

  @TempDir Path folder;
  private Scene scene;
  private Stream stream;
  private MappedCommit first;

  @BeforeEach
  void twoRowsAreIn() {
    scene = Scene.at(folder, Instant.parse("2013-01-01T05:00:00Z"));
    scene.insert(1);
    first = scene.newest();
    scene.idle(Duration.ofMinutes(5));
    scene.insert(2);
    stream = scene.stream();
    assertThat(stream.ingest()).isInstanceOf(IngestReport.Committed.class);
  }

  @AfterEach
  void end() {
    scene.close();
  }

  private void restore() {
    scene.lab.run("EXEC lab.restore_to @lsn = " + first.lsn() + ", @keep_cdc = 1");
  }

  private void more(int id) {
    scene.idle(Duration.ofMinutes(5));
    scene.insert(id);
  }

  private List<Object> ids() {
    return scene.rows("flights").stream().map(row -> row.get("flight_id")).toList();
  }

  private SourceChangedException refused() {
    Map<String, Long> before = scene.listing();
    SourceChangedException error =
        catchThrowableOfType(SourceChangedException.class, stream::ingest);
    assertThat(error).isNotNull();
    assertThat(error.remedy()).contains("adopt --what source");
    assertThat(scene.listing()).isEqualTo(before);
    return error;
  }

  @Test
  void b36ARestoredSourceIsRefusedWhenItIsBusyAgainToo() {
    Lsn seen = scene.newest().lsn();
    restore();

    refused();
    for (int id = 10; !scene.newest().lsn().isAfter(seen); id++) {
      more(id);
    }
    more(20);

    assertThat(refused()).hasMessageContaining("restored");
    assertThat(ids()).containsExactlyInAnyOrder(1, 2);
  }

  @Test
  void aRestoreThatWasMadeOnPurposeIsAdoptedAndRecorded() {
    Instant verdict = stream.verdict().orElseThrow().finalizedUntil().orElseThrow();
    Lsn seen = scene.newest().lsn();
    restore();
    for (int id = 10; !scene.newest().lsn().isAfter(seen); id++) {
      more(id);
    }
    refused();

    assertThat(stream.adopt(EnumSet.of(Adoptable.SOURCE))).isPresent();
    more(21);
    assertThat(stream.ingest()).isInstanceOf(IngestReport.Committed.class);

    assertThat(ids()).contains(1, 2, 21).doesNotHaveDuplicates();
    assertThat(stream.verdict().orElseThrow().finalizedUntil().orElseThrow())
        .isAfterOrEqualTo(verdict);
    assertThat(scene.rows("strandline_facts"))
        .filteredOn(row -> "adopted".equals(row.get("event")))
        .singleElement()
        .satisfies(
            row ->
                assertThat(row.get("lost_to_ts"))
                    .isEqualTo(stream.verdict().orElseThrow().losslessSince()));
  }

  /** The databases of an availability group's servers are one database with one history. */
  @Test
  void aFailoverToAnotherServerIsAnEventAndTheStreamGoesOn() {
    scene.lab.run("EXEC lab.failover @server_name = N'standby'");
    more(3);

    assertThat(stream.ingest()).isInstanceOf(IngestReport.Committed.class);

    assertThat(ids()).containsExactlyInAnyOrder(1, 2, 3);
    assertThat(scene.rows("strandline_facts"))
        .filteredOn(row -> "source_moved".equals(row.get("event")))
        .singleElement()
        .satisfies(row -> assertThat((String) row.get("detail")).contains("'standby'"));
    more(4);
    stream.ingest();
    assertThat(scene.rows("strandline_facts"))
        .filteredOn(row -> "source_moved".equals(row.get("event")))
        .hasSize(1);
  }
}
