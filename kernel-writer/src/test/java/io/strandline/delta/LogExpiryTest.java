package io.strandline.delta;

import static org.assertj.core.api.Assertions.assertThat;

import io.delta.kernel.TableManager;
import io.delta.kernel.defaults.engine.DefaultEngine;
import io.delta.kernel.engine.Engine;
import io.strandline.port.BronzeHead;
import io.strandline.port.BronzeTable;
import io.strandline.port.CommitOutcome;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Which files of a log are deleted once they are older than its retention of 30 days. */
class LogExpiryTest {

  private static final Instant THEN = Instant.parse("2024-01-01T00:00:00Z");
  private static final Duration RETENTION = Duration.ofDays(30);

  /** Commits before the pause: one checkpoint, of version 10, is among them. */
  private static final int OLD = 13;

  @TempDir Path warehouse;

  private Instant now = THEN;
  private final DeltaTableStore store = DeltaTableStore.open(() -> now, Map.of());

  private BronzeTable table() {
    return store.bronze(Samples.locations(warehouse));
  }

  private Path log() {
    return warehouse.resolve("orders/_delta_log");
  }

  /** Commits up to a version. */
  private void commitTo(long version) {
    BronzeTable table = table();
    if (table.head() instanceof BronzeHead.Absent) {
      table.create(Samples.ID_AND_NAME, Samples::initial);
      table.maintain();
    }
    while (Samples.present(table).version() < version) {
      BronzeHead.Present head = Samples.present(table);
      assertThat(Samples.commit(table, head, Samples.rows(11 + head.version(), 1)))
          .isInstanceOf(CommitOutcome.Committed.class);
      table.maintain();
    }
  }

  private void age(Instant time) throws IOException {
    for (Path file : files("")) {
      Files.setLastModifiedTime(file, FileTime.from(time));
    }
  }

  private List<Path> files(String ending) throws IOException {
    try (Stream<Path> files = Files.list(log())) {
      return files.filter(file -> file.toString().endsWith(ending)).sorted().toList();
    }
  }

  private List<Long> versions(String ending) throws IOException {
    List<Long> versions = new ArrayList<>();
    for (Path file : files(ending)) {
      String name = file.getFileName().toString();
      if (name.substring(name.indexOf('.')).equals(ending)) {
        versions.add(Long.parseLong(name.substring(0, name.indexOf('.'))));
      }
    }
    return versions;
  }

  private static List<Long> from(long first, long last) {
    return Stream.iterate(first, version -> version <= last, version -> version + 1).toList();
  }

  private long rowsAt(long version) {
    Engine engine = DefaultEngine.create(new Configuration());
    return TableManager.loadSnapshot(warehouse.resolve("orders").toString())
        .atVersion(version)
        .build(engine)
        .getVersion();
  }

  @Test
  void theNewestExpiredCheckpointAndAllAfterItStayForReadersAtTheEdge() throws IOException {
    commitTo(OLD);
    age(THEN);
    now = THEN.plus(RETENTION).plus(Duration.ofDays(2));

    commitTo(20);

    assertThat(versions(".json")).isEqualTo(from(10, 20));
    assertThat(versions(".checkpoint.parquet")).containsExactly(10L, 20L);
    assertThat(versions(".crc")).allMatch(version -> version >= 10);
    for (long version = 10; version <= 20; version++) {
      assertThat(rowsAt(version)).isEqualTo(version);
    }
    assertThat(new PlainReader(warehouse.resolve("orders")).rows()).hasSize(20);
  }

  @Test
  void nothingGoesWithinTheRetention() throws IOException {
    commitTo(OLD);
    age(THEN);
    now = THEN.plus(RETENTION).minus(Duration.ofDays(2));

    commitTo(20);

    assertThat(versions(".json")).isEqualTo(from(0, 20));
  }

  @Test
  void nothingGoesIfTheOwnerHasSwitchedThatOff() throws IOException {
    commitTo(OLD - 1);
    new PlainWriter(warehouse.resolve("orders"))
        .setProperty("delta.enableExpiredLogCleanup", "false");
    age(THEN);
    now = THEN.plus(RETENTION).plus(Duration.ofDays(2));

    commitTo(20);

    assertThat(versions(".json")).isEqualTo(from(0, 20));
    assertThat(versions(".checkpoint.parquet")).containsExactly(10L, 20L);
  }

  @Test
  void aCrashBetweenDeletionsDoesNoHarmAndTheNextOneFinishes() throws IOException {
    commitTo(OLD);
    age(THEN);
    for (long version = 0; version < 4; version++) {
      Files.delete(log().resolve(String.format("%020d.json", version)));
    }
    assertThat(new PlainReader(warehouse.resolve("orders")).rows()).hasSize(OLD);
    now = THEN.plus(RETENTION).plus(Duration.ofDays(2));

    commitTo(20);

    assertThat(versions(".json")).isEqualTo(from(10, 20));
    assertThat(versions(".crc")).allMatch(version -> version >= 10);
    assertThat(new PlainReader(warehouse.resolve("orders")).rows()).hasSize(20);
  }
}
