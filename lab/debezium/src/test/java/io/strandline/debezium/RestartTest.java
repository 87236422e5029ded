package io.strandline.debezium;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import org.apache.kafka.connect.source.SourceRecord;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Debezium stops and starts again from its files. */
class RestartTest {

  @TempDir private Path folder;

  @ParameterizedTest
  @ValueSource(strings = {"direct", "function"})
  void goesOnUnlessCleanupHasPassed(String mode) throws Exception {
    try (CdcLab lab = CdcLab.start(folder)) {
      lab.track(Table.ITEMS);
      lab.run("INSERT INTO dbo.items VALUES (1, N'one')");
      lab.capture().drain();
      Properties properties = Connector.properties(lab);
      properties.put("data.query.mode", mode);
      Connector.keepIn(folder, properties);
      List<SourceRecord> records = new ArrayList<>();
      try (Connector connector = Connector.start(properties)) {
        connector.awaitRow(1L, "one");
        lab.run("INSERT INTO dbo.items VALUES (2, N'two')");
        connector.awaitRow(2L, "two");
        records.addAll(connector.records());
      }
      lab.run("DELETE FROM dbo.items WHERE id = 1");
      lab.run("INSERT INTO dbo.items VALUES (3, N'three')");
      try (Connector connector = Connector.start(properties)) {
        connector.awaitRow(3L, "three");
        records.addAll(connector.records());
      }

      List<Change> expected = Truth.changes(lab, Table.ITEMS.instance());
      assertThat(Event.streamed(records).stream().map(Event::change))
          .isEqualTo(expected.subList(1, expected.size()));

      lab.run("INSERT INTO dbo.items VALUES (4, N'purged')");
      lab.advance(Duration.ofSeconds(1));
      lab.run("INSERT INTO dbo.items VALUES (5, N'kept')");
      lab.capture().drain();
      List<Change> all = Truth.changes(lab, Table.ITEMS.instance());
      lab.cleanUp(Table.ITEMS.instance(), all.get(all.size() - 1).commitLsn());
      // It compares its offset with the least start of the change tables.
      try (Connector connector = Connector.start(properties)) {
        assertThatThrownBy(() -> connector.awaitRow(5L, "kept"))
            .cause()
            .hasMessageContaining("no longer available on the server");
      }
      assertThat(lab.unexpectedErrors()).isEmpty();
    }
  }
}
