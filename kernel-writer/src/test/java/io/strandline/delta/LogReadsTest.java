package io.strandline.delta;

import static org.assertj.core.api.Assertions.assertThat;

import io.strandline.facts.Event;
import io.strandline.facts.FactsColumn;
import io.strandline.facts.FactsRow;
import io.strandline.lsn.Offset;
import io.strandline.port.BronzeHead;
import io.strandline.port.BronzeTable;
import io.strandline.port.ControlTable;
import io.strandline.port.FactsTable;
import io.strandline.verdict.ControlRow;
import io.strandline.verdict.Granularity;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** How often a call opens files of the log; each is a round trip on an object store. */
class LogReadsTest {

  @TempDir Path warehouse;

  private final DeltaTableStore store =
      TestStore.open(Map.of(CountingFileSystem.SETTING, CountingFileSystem.class.getName()));

  @Test
  void aHeadOfAMaintainedTableReadsTheChecksumAndOneCommit() {
    BronzeTable table = store.bronze(Samples.locations(warehouse));
    Samples.created(table, Samples.ID_AND_NAME);
    table.maintain();
    for (int i = 0; i < 4; i++) {
      Samples.commit(table, Samples.present(table), Samples.rows(11 + i, 1));
      table.maintain();
    }
    CountingFileSystem.take();

    table.head();

    assertThat(CountingFileSystem.take())
        .containsExactlyInAnyOrder("00000000000000000004.crc", "00000000000000000004.json");
  }

  @Test
  void b47AHeadReadsAsMuchAfterManyBatchesAndEachTenthVersionHasACheckpoint() {
    BronzeTable table = store.bronze(Samples.locations(warehouse));
    Samples.created(table, Samples.ID_AND_NAME);
    table.maintain();
    for (int i = 0; i < 40; i++) {
      Samples.commit(table, Samples.present(table));
      table.maintain();
    }
    CountingFileSystem.take();

    table.head();

    assertThat(CountingFileSystem.take()).hasSizeLessThanOrEqualTo(3);
    Path log = warehouse.resolve("orders/_delta_log");
    for (int version = 10; version <= 40; version += 10) {
      assertThat(log.resolve("%020d.checkpoint.parquet".formatted(version))).exists();
    }
    assertThat(warehouse.resolve("orders").toFile().list()).containsExactly("_delta_log");
  }

  @Test
  void aCommitOnAHeadReadsNoCommitAgain() {
    BronzeTable table = store.bronze(Samples.locations(warehouse));
    Samples.created(table, Samples.ID_AND_NAME);
    table.maintain();
    Samples.commit(table, Samples.present(table), Samples.rows(11, 1));
    table.maintain();
    BronzeHead.Present head = Samples.present(table);
    CountingFileSystem.take();

    Samples.commit(table, head);

    assertThat(CountingFileSystem.take()).hasSizeLessThanOrEqualTo(2);
  }

  @Test
  void theNewestBatchOfTheFactsNeedsNoDataFile() {
    FactsTable facts = store.facts(Samples.locations(warehouse));
    facts.append("t", "a", 0, List.of(FactsRow.empty()));
    CountingFileSystem.take();

    facts.view().newestBatch("t", "a");

    assertThat(CountingFileSystem.take()).isNotEmpty().noneMatch(name -> name.endsWith(".parquet"));
  }

  @Test
  void theNewestFactsOfATableAreReadFromTheNewestFilesOnly() {
    Instant[] now = {Samples.COMMIT_TS};
    DeltaTableStore ticking =
        DeltaTableStore.open(
            () -> now[0], Map.of(CountingFileSystem.SETTING, CountingFileSystem.class.getName()));
    FactsTable facts = ticking.facts(Samples.locations(warehouse));
    for (int batch = 0; batch < 20; batch++) {
      now[0] = now[0].plusSeconds(3600);
      for (String target : List.of("flights", "orders")) {
        FactsRow row =
            FactsRow.empty()
                .with(FactsColumn.TARGET, target)
                .with(FactsColumn.BATCH_ID, (long) batch);
        FactsRow event = row.with(FactsColumn.EVENT, Event.SCHEMA_CHANGE.text());
        facts.append(target, "a", batch, batch == 4 ? List.of(row, event) : List.of(row));
      }
    }
    FactsTable.View view = facts.view();
    CountingFileSystem.take();

    assertThat(view.history("orders", Instant.EPOCH, 3)).hasSize(3);
    assertThat(dataFilesRead()).isEqualTo(3);

    assertThat(view.latest(Set.of("flights", "orders"), Instant.EPOCH)).hasSize(4);
    assertThat(dataFilesRead()).isEqualTo(4);
    assertThat(view.latest(Set.of("flights", "orders"), now[0].minusSeconds(60))).hasSize(2);
    assertThat(dataFilesRead()).isEqualTo(2);
  }

  private static long dataFilesRead() {
    return CountingFileSystem.take().stream()
        .filter(name -> name.endsWith(".parquet"))
        .distinct()
        .count();
  }

  @Test
  void publishesAndReadsOpenAsManyFilesHoweverOftenATableHasAdvanced() {
    ControlTable control = store.control(Samples.locations(warehouse));
    BronzeTable maintenance = store.bronze(Samples.locations(warehouse));
    List<Integer> opened = new ArrayList<>();
    for (int round = 1; round <= 60; round++) {
      CountingFileSystem.take();
      control.publish(ControlProcess.row(round % 3, round));
      maintenance.maintain();
      control.read(ControlProcess.row(round % 3, round).tableName());
      opened.add(CountingFileSystem.take().size());
    }

    assertThat(opened.subList(20, 60)).allMatch(count -> count <= 40);
    assertThat(opened.subList(50, 60)).isEqualTo(opened.subList(20, 30));
  }

  @Test
  void aVerdictIsReadFromItsOwnFileOnly() {
    ControlTable control = store.control(Samples.locations(warehouse));
    String prefix = "abfss://container@account.dfs.core.windows.net/warehouse/";
    for (int i = 0; i < 12; i++) {
      control.publish(
          new ControlRow(
              prefix + i,
              "t",
              "a",
              Optional.empty(),
              Granularity.HOUR,
              Samples.COMMIT_TS,
              new Offset(Samples.lsn(1), Samples.COMMIT_TS)));
    }
    CountingFileSystem.take();

    assertThat(control.read(prefix + 1)).isPresent();

    assertThat(
            CountingFileSystem.take().stream().filter(name -> name.endsWith(".parquet")).distinct())
        .hasSize(1);
  }
}
