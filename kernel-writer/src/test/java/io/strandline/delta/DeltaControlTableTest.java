package io.strandline.delta;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.strandline.error.ForeignTableException;
import io.strandline.error.TargetNotWritableException;
import io.strandline.lsn.Offset;
import io.strandline.port.ControlTable;
import io.strandline.verdict.ControlRow;
import io.strandline.verdict.Granularity;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DeltaControlTableTest {

  private static final Instant HOUR = Instant.parse("2026-11-01T10:00:00Z");

  @TempDir Path warehouse;

  private final DeltaTableStore store = TestStore.open();

  private ControlTable control() {
    return store.control(Samples.locations(warehouse));
  }

  private PlainReader reader() {
    return new PlainReader(warehouse.resolve("strandline_control"));
  }

  private static ControlRow row(String table, String id, long lsn, Instant until) {
    return new ControlRow(
        table,
        id,
        Samples.APP,
        Optional.ofNullable(until),
        Granularity.HOUR,
        Instant.parse("2026-10-01T07:00:00Z"),
        new Offset(Samples.lsn(lsn), HOUR));
  }

  @Test
  void anAbsentTableHasNoRow() {
    assertThat(control().read("orders")).isEmpty();
    assertThat(warehouse).isEmptyDirectory();
  }

  @Test
  void aRowComesBackAsItWasPublished() {
    ControlTable control = control();
    control.createIfAbsent();
    ControlRow first = row("orders", "t", 1, null);
    ControlRow second = row("orders", "t", 2, HOUR);

    assertThat(control.publish(first)).isEqualTo(first);
    assertThat(control.read("orders")).contains(first);
    assertThat(control.publish(second)).isEqualTo(second);

    assertThat(control.read("orders")).contains(second);
    assertThat(control.read("order")).isEmpty();
    assertThat(reader().files()).hasSize(1);
    assertThat(reader().rows()).hasSize(1);
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 3, 4, 7, 8, 11, 12, 13, 40, 200, 400})
  void aCutOffFileIsNamedWithTheReason(int bytes) throws IOException {
    control().publish(row("orders", "t", 1, HOUR));
    Path file;
    try (Stream<Path> files = Files.walk(warehouse)) {
      file = files.filter(path -> path.toString().endsWith(".parquet")).findFirst().orElseThrow();
    }
    Files.write(file, Arrays.copyOf(Files.readAllBytes(file), bytes));

    assertThatThrownBy(() -> control().read("orders"))
        .isInstanceOf(TargetNotWritableException.class)
        .hasMessageContaining("cannot be read: ")
        .hasMessageContaining(file.getFileName().toString())
        .hasMessageNotContaining("null");
  }

  @Test
  void nothingIsWrittenIfReadersWouldSeeNoDifference() {
    ControlTable control = control();
    ControlRow first = row("orders", "t", 1, HOUR);
    control.publish(first);
    long version = reader().snapshot.getVersion();

    assertThat(control.publish(row("orders", "t", 5, HOUR))).isEqualTo(first);

    assertThat(reader().snapshot.getVersion()).isEqualTo(version);
  }

  @Test
  void theVerdictOfATableNeverMovesBack() {
    ControlTable control = control();
    ControlRow ahead = row("orders", "t", 9, HOUR);
    control.publish(ahead);

    assertThat(control.publish(row("orders", "t", 3, HOUR.minusSeconds(3600)))).isEqualTo(ahead);

    assertThat(control.read("orders")).contains(ahead);
  }

  @Test
  void anotherTablesRowIsReplaced() {
    ControlTable control = control();
    control.publish(row("orders", "old", 9, HOUR));
    ControlRow fresh = row("orders", "new", 1, null);

    assertThat(control.publish(fresh)).isEqualTo(fresh);

    assertThat(control.read("orders")).contains(fresh);
    assertThat(reader().rows()).hasSize(1);
  }

  @Test
  void theSilverAndSnapshotColumnsAreNullAndKeepTheirPlace() {
    control().publish(row("orders", "t", 1, HOUR));

    assertThat(reader().snapshot.getSchema().fieldNames())
        .containsExactly(
            "table_name",
            "table_id",
            "app_id",
            "finalized_until",
            "granularity",
            "lossless_since",
            "end_lsn",
            "end_commit_ts",
            "updated_at",
            "applied_lsn",
            "snapshot_lsn",
            "open_snapshot_lsn",
            "snapshot_wave");
    io.delta.kernel.data.Row row = reader().rows().get(0);
    assertThat(RowTable.instant(row.getLong(8))).isEqualTo(TestStore.NOW);
    assertThat(List.of(9, 10, 11, 12)).allMatch(row::isNullAt);
  }

  @Test
  void manyTablesFromManyThreadsLoseNothing() throws Exception {
    ControlTable control = control();
    ExecutorService threads = Executors.newFixedThreadPool(4);
    for (int i = 0; i < 100; i++) {
      String table = "table " + i;
      threads.submit(() -> control.publish(row(table, table, 1, HOUR)));
    }
    threads.shutdown();
    assertThat(threads.awaitTermination(300, TimeUnit.SECONDS)).isTrue();

    for (int i = 0; i < 100; i++) {
      assertThat(control.read("table " + i)).contains(row("table " + i, "table " + i, 1, HOUR));
    }
    assertThat(reader().rows()).hasSize(100);
    assertThat(reader().files()).hasSize(100);
  }

  @Test
  void rowsThatAnotherWriterMergedIntoOneFileAreKeptAndPartAgain() {
    ControlTable control = control();
    for (String table : List.of("a", "b", "c", "d")) {
      control.publish(row(table, table, 1, HOUR));
    }
    new PlainWriter(warehouse.resolve("strandline_control")).mergeAllFiles();
    assertThat(reader().files()).hasSize(1);
    ControlRow next = row("b", "b", 2, HOUR.plusSeconds(3600));

    assertThat(control.read("b")).contains(row("b", "b", 1, HOUR));
    control.publish(next);

    assertThat(control.read("a")).contains(row("a", "a", 1, HOUR));
    assertThat(control.read("b")).contains(next);
    assertThat(control.read("d")).contains(row("d", "d", 1, HOUR));
    assertThat(reader().rows()).hasSize(4);
    assertThat(reader().files()).hasSize(4);
  }

  @Test
  void columnsThatAPublishDoesNotSetKeepTheirValues() {
    ControlTable control = control();
    control.publish(row("orders", "t", 1, HOUR));
    new PlainWriter(warehouse.resolve("strandline_control"))
        .rewriteTexts("applied_lsn", "0x0000000000000000000A");

    control.publish(row("orders", "t", 2, HOUR.plusSeconds(3600)));
    assertThat(reader().rows().get(0).getString(9)).isEqualTo("0x0000000000000000000A");

    control.publish(row("orders", "another table", 1, null));
    assertThat(reader().rows().get(0).isNullAt(9)).isTrue();
  }

  @Test
  void ofOneTableTheFurthestRowRemains() throws Exception {
    ControlTable control = control();
    ExecutorService threads = Executors.newFixedThreadPool(4);
    for (int i = 1; i <= 20; i++) {
      int number = i;
      Instant until = HOUR.plusSeconds(3600L * number);
      threads.submit(() -> control.publish(row("orders", "t", number, until)));
    }
    threads.shutdown();
    assertThat(threads.awaitTermination(300, TimeUnit.SECONDS)).isTrue();

    assertThat(control.read("orders"))
        .contains(row("orders", "t", 20, HOUR.plusSeconds(3600L * 20)));
    assertThat(reader().rows()).hasSize(1);
  }

  @Test
  void aTableOfAnotherKindIsForeign() {
    store.bronze(Samples.locations(warehouse)).create(Samples.ID_AND_NAME, Samples::initial);
    ControlTable control =
        store.control(
            new io.strandline.port.TableLocations(
                "x", "y", warehouse.resolve("orders").toString(), warehouse.toString()));

    assertThatThrownBy(() -> control.read("orders")).isInstanceOf(ForeignTableException.class);
    assertThatThrownBy(() -> control.publish(row("orders", "t", 1, HOUR)))
        .isInstanceOf(ForeignTableException.class);
  }
}
