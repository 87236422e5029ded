package io.strandline.delta;

import static org.assertj.core.api.Assertions.assertThat;

import io.strandline.facts.FactsRow;
import io.strandline.lsn.Offset;
import io.strandline.port.BronzeHead;
import io.strandline.port.BronzeTable;
import io.strandline.port.ControlTable;
import io.strandline.port.FactsTable;
import io.strandline.verdict.ControlRow;
import io.strandline.verdict.Granularity;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
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
