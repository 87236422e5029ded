package io.strandline.debezium;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.Properties;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Capture stands still, the database is idle, cleanup runs: Debezium goes on where it was. */
class StandstillTest {

  private static final int SOME_POLLS = 8;

  @TempDir private Path folder;

  @ParameterizedTest
  @ValueSource(strings = {"direct", "function"})
  void goesOn(String mode) throws Exception {
    try (CdcLab lab = CdcLab.start(folder);
        Bronze bronze = Bronze.in(folder, lab)) {
      lab.track(Table.ITEMS);
      lab.run("INSERT INTO dbo.items VALUES (1, N'one')");
      lab.capture().drain();
      Properties properties = Connector.properties(lab);
      properties.put("data.query.mode", mode);
      try (Connector connector = Connector.start(properties)) {
        connector.awaitRow(1L, "one");
        captureStandsStill(lab, connector);
        databaseIsIdle(lab, connector);
        List<Change> told = bronze.ingest(Table.ITEMS.instance());
        cleanupRuns(lab, connector, told.get(told.size() - 1).commitLsn());

        List<Change> streamed = changes(connector);
        List<Change> expected = Truth.changes(lab, Table.ITEMS.instance());
        assertThat(streamed).isEqualTo(expected.subList(1, expected.size()));
        assertThat(streamed).extracting(Change::operation).contains('c', 'u', 'd');
        assertThat(bronze.ingest(Table.ITEMS.instance())).isEqualTo(expected);
        assertThat(lab.unexpectedErrors()).isEmpty();
      }
    }
  }

  private static void captureStandsStill(CdcLab lab, Connector connector) throws Exception {
    lab.run("INSERT INTO dbo.items VALUES (2, N'two')");
    connector.awaitRow(2L, "two");
    lab.capture().pause();
    lab.run("INSERT INTO dbo.items VALUES (3, N'three')");
    lab.run("UPDATE dbo.items SET name = N'drei' WHERE id = 3");
    int before = connector.records().size();
    lab.awaitRequests(SOME_POLLS);
    assertThat(connector.records()).hasSize(before);
    lab.capture().resume();
    connector.awaitRow(3L, "drei");
  }

  private static void databaseIsIdle(CdcLab lab, Connector connector) throws Exception {
    int before = connector.records().size();
    lab.capture().drain();
    for (int i = 0; i < 3; i++) {
      assertThat(lab.capture().idleEntry()).isTrue();
      lab.awaitRequests(SOME_POLLS);
    }
    assertThat(connector.records()).hasSize(before);
    lab.run("DELETE FROM dbo.items WHERE id = 1");
    lab.run("INSERT INTO dbo.items VALUES (4, N'four')");
    connector.awaitRow(4L, "four");
  }

  private static void cleanupRuns(CdcLab lab, Connector connector, String watermark)
      throws Exception {
    lab.cleanUp(Table.ITEMS.instance(), watermark);
    lab.awaitRequests(SOME_POLLS);
    lab.run("UPDATE dbo.items SET name = N'vier' WHERE id = 4");
    lab.run("INSERT INTO dbo.items VALUES (5, N'five')");
    connector.awaitRow(5L, "five");
  }

  private static List<Change> changes(Connector connector) {
    return Event.streamed(connector.records()).stream().map(Event::change).toList();
  }
}
