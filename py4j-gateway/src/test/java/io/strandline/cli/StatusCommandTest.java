package io.strandline.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.strandline.explain.ReasonCode;
import io.strandline.facts.Event;
import io.strandline.facts.FactsColumn;
import io.strandline.facts.FactsRow;
import io.strandline.lsn.Lsn;
import io.strandline.lsn.Offset;
import io.strandline.port.ControlTable;
import io.strandline.port.FactsTable;
import io.strandline.port.TableLocations;
import io.strandline.port.TableStore;
import io.strandline.port.TableStoreProvider;
import io.strandline.stream.Overview;
import io.strandline.stream.Strandline;
import io.strandline.verdict.ControlRow;
import io.strandline.verdict.Granularity;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.ServiceLoader;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What {@code status} tells of tables that others wrote. */
final class StatusCommandTest {

  private static final Instant UNTIL = Instant.parse("2013-01-01T15:00:00Z");

  private static final Instant SINCE = UNTIL.minus(Duration.ofDays(1));
  private static final Offset READ =
      new Offset(Lsn.parse("0x0000002A000001F40003"), UNTIL.plusSeconds(60));

  @TempDir static Path warehouse;
  private static String ordersId = "";
  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  private static String control() {
    return warehouse.resolve("strandline_control").toString();
  }

  @BeforeAll
  static void write() {
    TableStoreProvider provider =
        ServiceLoader.load(TableStoreProvider.class).findFirst().orElseThrow();
    try (TableStore store = provider.open(InstantSource.system())) {
      TableLocations locations =
          new TableLocations(
              "",
              warehouse.resolve("strandline_facts").toString(),
              control(),
              warehouse.toString());
      ControlTable verdicts = store.control(locations);
      verdicts.createIfAbsent();
      ordersId = MadeTable.of(store, warehouse, "orders", READ, SINCE);
      verdicts.publish(row("orders", ordersId));
      verdicts.publish(row("sales/items", "id of sales/items"));
      FactsTable facts = store.facts(locations);
      facts.createIfAbsent();
      facts.append(ordersId, "app", 4, List.of(batch(4), event()));
      facts.append(ordersId, "app", MadeTable.BATCH, List.of(batch(MadeTable.BATCH)));
    }
  }

  private static ControlRow row(String name, String id) {
    return new ControlRow(name, id, "app", Optional.of(UNTIL), Granularity.HOUR, SINCE, READ);
  }

  private static FactsRow batch(long id) {
    return FactsRow.empty()
        .with(FactsColumn.TABLE_ID, ordersId)
        .with(FactsColumn.APP_ID, "app")
        .with(FactsColumn.TARGET, "orders")
        .with(FactsColumn.BATCH_ID, id)
        .with(FactsColumn.ROWS, 10 * id)
        .with(FactsColumn.CAPTURE_LAG_SECONDS, 7.5)
        .with(FactsColumn.INGESTION_LAG_SECONDS, 60.0)
        .with(FactsColumn.RETENTION_HEADROOM_HOURS, 70.0);
  }

  private static FactsRow event() {
    return batch(4)
        .with(FactsColumn.ROWS, 0L)
        .with(FactsColumn.EVENT, Event.DATA_SKIPPED.text())
        .with(FactsColumn.DETAIL, "{\"certain\":true}");
  }

  private int run(String... arguments) {
    return Main.run(new PrintWriter(out, true), new PrintWriter(err, true), arguments);
  }

  @Test
  void asText() {
    assertThat(run("status", "--control", control())).as(err.toString()).isZero();

    assertThat(out.toString().lines().map(String::strip))
        .hasSize(6)
        .anyMatch(line -> line.startsWith("orders: final until 2013-01-01T15:00:00Z"))
        .anyMatch(
            line ->
                line.startsWith("last batch: 5, 50 rows")
                    && line.contains("capture lag 7 s, ingestion lag 1 min")
                    && line.contains("retention headroom 70.0 h"))
        .anyMatch(line -> line.matches("last event: data_skipped at .* \\{\"certain\":true}"))
        .anyMatch(line -> line.startsWith("sales/items: final until"))
        .contains("last batch: none", "last event: none");
  }

  @Test
  void asOneDocument() {
    assertThat(run("status", "--control", control(), "--json")).as(err.toString()).isZero();

    assertThat(out.toString().lines())
        .singleElement()
        .asString()
        .contains(
            "\"table\":\"orders\"",
            "\"finalized_until\":\"2013-01-01T15:00:00Z\"",
            "\"capture_lag_seconds\":7.5",
            "\"retention_headroom_hours\":70.0",
            "\"last_event\":{",
            "\"event\":\"data_skipped\"",
            "\"table\":\"sales/items\"",
            "\"last_batch\":null");
  }

  @Test
  void asAPage() throws IOException {
    Path page = warehouse.resolve("status.html");

    assertThat(run("status", "--control", control(), "--html", page.toString())).isZero();

    assertThat(Files.readString(page)).contains("50 rows", ": 40 rows</title>", "7.50 seconds");
    assertThat(run("status", "--control", control(), "--html", "/nowhere/status.html"))
        .isEqualTo(2);
    assertThat(err.toString()).contains("cannot be written");
  }

  @Test
  void ofNoTables() {
    String empty = warehouse.resolve("none/strandline_control").toString();

    assertThat(run("status", "--control", empty, "--json")).as(err.toString()).isZero();
    assertThat(out.toString()).contains("{\"as_of\":null,\"tables\":[]}");
  }

  @Test
  void explainsWithoutASource() {
    try (Overview overview = Strandline.overview(control())) {
      assertThat(overview.explain("orders", UNTIL, UNTIL.plusSeconds(3600)).reasons())
          .extracting(reason -> reason.code())
          .containsExactly(ReasonCode.SOURCE_NOT_ASKED);
      assertThat(overview.explain("sales/items", UNTIL.minusSeconds(3600), UNTIL).reasons())
          .extracting(reason -> reason.code())
          .containsExactly(ReasonCode.NO_TABLE, ReasonCode.SOURCE_NOT_ASKED);
      assertThat(overview.explain("orders", UNTIL.minusSeconds(3600), UNTIL).sentence())
          .isEqualTo(
              "orders from 2013-01-01T14:00:00Z until 2013-01-01T15:00:00Z is final: the table is"
                  + " final until 2013-01-01T15:00:00Z.");
    }
  }
}
