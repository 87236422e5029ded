package io.strandline.debezium;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Properties;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** States of a database that Debezium's users have reported, made in the lab. */
class FieldReportsTest {

  private static final Table ITEMS = Table.ITEMS;
  private static final String NEXT = "dbo_items_v2";

  @TempDir private Path folder;

  /** DBZ-4273: of two instances that start at one LSN the newer one is read, and it alone. */
  @Tag("F6.8")
  @ParameterizedTest
  @ValueSource(strings = {"direct", "function"})
  void twoInstancesWithOneStart(String mode) throws Exception {
    try (CdcLab lab = CdcLab.start(folder)) {
      lab.track(ITEMS);
      // create_date, which tells the newer one, has 300 ticks a second.
      lab.advance(Duration.ofSeconds(1));
      lab.run("ALTER TABLE dbo.items ADD price decimal(9,2) NULL");
      lab.enable(ITEMS.name(), NEXT);
      // Cleanup takes the first of the commits with one time.
      lab.advance(Duration.ofSeconds(1));
      lab.run("INSERT INTO dbo.items VALUES (1, N'one', 1.00)");
      lab.capture().drain();
      List<Change> changes = Truth.changes(lab, NEXT);
      String watermark = changes.get(changes.size() - 1).commitLsn();
      lab.cleanUp(ITEMS.instance(), watermark);
      lab.cleanUp(NEXT, watermark);
      assertThat(lab.minLsn(ITEMS.instance())).isEqualTo(lab.minLsn(NEXT)).isEqualTo(watermark);
      try (Connector connector = Connector.start(properties(lab, mode))) {
        connector.awaitRow(1L, "one", new BigDecimal("1.00"));
        lab.run("UPDATE dbo.items SET price = 1.25");
        lab.run("INSERT INTO dbo.items VALUES (2, N'two', 2.00)");
        connector.awaitRow(2L, "two", new BigDecimal("2.00"));

        List<Change> expected = Truth.changes(lab, NEXT);
        assertThat(Event.streamed(connector.records()).stream().map(Event::change))
            .isEqualTo(expected.subList(1, expected.size()));
        assertThat(lab.unexpectedErrors()).isEmpty();
      }
    }
  }

  /** "No maximum LSN recorded in the database": capture has not yet read anything. */
  @ParameterizedTest
  @ValueSource(strings = {"direct", "function"})
  void noMaximumLsnYet(String mode) throws Exception {
    try (CdcLab lab = CdcLab.start(folder)) {
      lab.capture().pause();
      lab.track(ITEMS);
      lab.run("INSERT INTO dbo.items VALUES (1, N'one')");
      try (Connector connector = Connector.start(properties(lab, mode))) {
        connector.awaitRow(1L, "one");
        lab.run("INSERT INTO dbo.items VALUES (2, N'two')");
        int before = connector.records().size();
        lab.awaitRequests(8);
        assertThat(connector.records()).hasSize(before);
        lab.capture().resume();
        connector.awaitRow(2L, "two");

        assertThat(Event.streamed(connector.records()).stream().map(Event::change))
            .isEqualTo(Truth.changes(lab, ITEMS.instance()));
        assertThat(lab.unexpectedErrors()).isEmpty();
      }
    }
  }

  private static Properties properties(CdcLab lab, String mode) {
    Properties properties = Connector.properties(lab);
    properties.put("data.query.mode", mode);
    return properties;
  }
}
