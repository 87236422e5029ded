package io.strandline.debezium;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.Properties;
import org.apache.kafka.connect.source.SourceRecord;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Debezium, the product and the log itself tell the same history of tables under load. */
class HistoryTest {

  private static final int WRITERS = 3;
  private static final long LATE_ID = -1;

  @TempDir private Path folder;

  @Test
  void directMode() throws Exception {
    try (CdcLab lab = CdcLab.start(folder)) {
      Properties properties = Connector.properties(lab);
      properties.put("data.query.mode", "direct");
      // Under its default, REPEATABLE READ, it can be the victim of a deadlock with the writers.
      properties.put("snapshot.isolation.mode", "read_committed");
      History history = play(lab, properties);
      check(lab, history);
      history.tables().forEach(TableHistory::eachSnapshotRowIsSomeVersion);
      history.timesAreThoseOfTheMapping("tran_begin_time");
      // The snapshot reads what is committed by then; capture tells of it later.
      assertThat(history.isToldTwice(Table.MARKERS, List.of(LATE_ID, "late"))).isTrue();
      assertThat(lab.unexpectedErrors()).isEmpty();
    }
  }

  @Test
  void functionModeOverTls() throws Exception {
    try (CdcLab lab = CdcLab.start(folder)) {
      lab.run("ALTER DATABASE sales SET ALLOW_SNAPSHOT_ISOLATION ON");
      Properties properties = Connector.properties(lab);
      properties.put("data.query.mode", "function");
      properties.put("snapshot.isolation.mode", "snapshot");
      properties.put("driver.encrypt", "true");
      properties.put("driver.trustServerCertificate", "false");
      properties.put("driver.trustStore", lab.trustStore().toString());
      properties.put("driver.trustStorePassword", CdcLab.TRUST_STORE_PASSWORD);
      History history = play(lab, properties);
      check(lab, history);
      assertThat(history.snapshotIsOneState()).isNotEmpty();
      history.timesAreThoseOfTheMapping("tran_end_time");
      // The snapshot is older than the row.
      assertThat(history.isToldTwice(Table.MARKERS, List.of(LATE_ID, "late"))).isFalse();
      assertThat(lab.unexpectedErrors()).isEmpty();
    }
  }

  private History play(CdcLab lab, Properties properties) throws Exception {
    Table.ALL.forEach(lab::track);
    lab.run("INSERT INTO dbo.markers VALUES (0, N'before')");
    try (Writers writers = Writers.start(lab, WRITERS)) {
      writers.awaitCommits(150);
      // Debezium has chosen the snapshot's LSN by then, and reads this table next.
      lab.watch()
          .before(
              "[said] FROM",
              () -> lab.run("INSERT INTO dbo.markers VALUES (" + LATE_ID + ", N'late')"));
      try (Connector connector = Connector.start(properties)) {
        connector.await("the first streamed event", HistoryTest::hasStreamed);
        writers.awaitCommits(200);
        writers.stop();
        assertThat(writers.rollbacks()).isPositive();
        lab.run("INSERT INTO dbo.markers VALUES (1, N'end')");
        connector.await("the end's marker", HistoryTest::hasEnd);
        return History.of(lab, folder, connector.records());
      }
    }
  }

  private static void check(CdcLab lab, History history) {
    assertThat(history.counts())
        .hasEntrySatisfying('r', count -> assertThat(count).isGreaterThan(100))
        .hasEntrySatisfying('c', count -> assertThat(count).isGreaterThan(100))
        .hasEntrySatisfying('u', count -> assertThat(count).isGreaterThan(100))
        .hasEntrySatisfying('d', count -> assertThat(count).isGreaterThan(20))
        .containsEntry('t', history.counts().get('d'));
    for (TableHistory table : history.tables()) {
      table.bronzeIsTheTruth();
      table.streamIsBronze();
      table.streamIsTheTruth();
      table.snapshotAndStreamMakeTheTable();
    }
    history.eventsAreInLogOrder();
    history.serialsCountTheRows();
    assertThat(lab.watch().isWaiting()).isFalse();
  }

  private static boolean hasStreamed(List<SourceRecord> records) {
    return last(records).stream().anyMatch(event -> !event.isSnapshot());
  }

  private static boolean hasEnd(List<SourceRecord> records) {
    return last(records).stream().anyMatch(event -> event.change().after().contains("end"));
  }

  private static List<Event> last(List<SourceRecord> records) {
    return Event.of(records.subList(Math.max(0, records.size() - 1), records.size()));
  }
}
