package io.strandline.port.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.strandline.error.ForeignTableException;
import io.strandline.facts.Event;
import io.strandline.facts.FactsColumn;
import io.strandline.facts.FactsRow;
import io.strandline.port.FactsTable;
import io.strandline.port.TableLocations;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The contract of {@link FactsTable}. */
public abstract class FactsTableContract extends StoreContract {

  private TableLocations locations;
  private FactsTable table;

  @BeforeEach
  final void openTable() {
    locations = locations("sales/orders");
    table = store.facts(locations);
  }

  @Test
  final void aTableThatIsNotThereKnowsNothingAndStaysAway() {
    assertThat(newest("id-1", "app-1")).isEqualTo(-1);
    assertThat(tables.versions(locations.facts())).isZero();
  }

  @Test
  final void isCreatedOnce() {
    table.createIfAbsent();
    long versions = tables.versions(locations.facts());
    table.append("id-1", "app-1", 0, List.of(batch("id-1", 0)));

    table.createIfAbsent();
    store.facts(locations).createIfAbsent();

    assertThat(versions).isPositive();
    assertThat(newest("id-1", "app-1")).isZero();
    assertThat(tables.facts(locations)).hasSize(1);
  }

  @Test
  final void aCreationRaceHasNoError() throws Exception {
    List<Callable<Long>> racers = new ArrayList<>();
    for (int i = 0; i < 4; i++) {
      racers.add(
          () -> {
            FactsTable mine = open().facts(locations);
            mine.createIfAbsent();
            return mine.view().newestBatch("id-1", "app-1");
          });
    }

    assertThat(atOnce(racers)).containsOnly(-1L);
  }

  @Test
  final void aBatchAndItsEventsAreWrittenTogether() {
    table.createIfAbsent();
    FactsRow event = batch("id-1", 7).with(FactsColumn.EVENT, Event.SOURCE_MOVED.text());

    table.append("id-1", "app-1", 7, List.of(batch("id-1", 7), event));

    assertThat(newest("id-1", "app-1")).isEqualTo(7);
    assertThat(tables.facts(locations))
        .containsExactlyInAnyOrder(written(batch("id-1", 7)), written(event));
  }

  @Test
  final void aBatchIsWrittenOnce() {
    table.createIfAbsent();
    table.append("id-1", "app-1", 4, List.of(batch("id-1", 4)));
    table.append("id-1", "app-1", 5, List.of(batch("id-1", 5)));
    long versions = tables.versions(locations.facts());

    table.append("id-1", "app-1", 5, List.of(batch("id-1", 5)));
    table.append("id-1", "app-1", 4, List.of(batch("id-1", 4)));

    assertThat(newest("id-1", "app-1")).isEqualTo(5);
    assertThat(tables.facts(locations)).hasSize(2);
    assertThat(tables.versions(locations.facts())).isEqualTo(versions);
  }

  @Test
  final void ofRacingWritersOfABatchOneWrites() throws Exception {
    table.createIfAbsent();
    List<Callable<Long>> racers = new ArrayList<>();
    for (int i = 0; i < 4; i++) {
      racers.add(
          () -> {
            FactsTable mine = open().facts(locations);
            mine.append("id-1", "app-1", 0, List.of(batch("id-1", 0)));
            return mine.view().newestBatch("id-1", "app-1");
          });
    }

    assertThat(atOnce(racers)).containsOnly(0L);
    assertThat(tables.facts(locations)).hasSize(1);
  }

  @Test
  final void writersOfDifferentTablesAllWrite() throws Exception {
    table.createIfAbsent();
    List<Callable<Long>> racers = new ArrayList<>();
    for (int i = 0; i < 4; i++) {
      String tableId = "id-" + i;
      racers.add(
          () -> {
            FactsTable mine = open().facts(locations);
            mine.append(tableId, "app-1", 0, List.of(batch(tableId, 0)));
            return mine.view().newestBatch(tableId, "app-1");
          });
    }

    assertThat(atOnce(racers)).containsOnly(0L);
    assertThat(tables.facts(locations)).hasSize(4);
  }

  @Test
  final void tablesAndStreamsAreCountedApart() {
    table.createIfAbsent();
    table.append("id-1", "app-1", 3, List.of(batch("id-1", 3)));
    table.append("id-2", "app-1", 1, List.of(batch("id-2", 1)));

    assertThat(newest("id-1", "app-1")).isEqualTo(3);
    assertThat(newest("id-2", "app-1")).isEqualTo(1);
    assertThat(newest("id-1", "app-2")).isEqualTo(-1);
  }

  @Test
  final void aViewStaysAtItsVersion() {
    table.createIfAbsent();
    table.append("id-1", "app-1", 0, List.of(batch("id-1", 0)));
    FactsTable.View before = table.view();

    table.append("id-1", "app-1", 1, List.of(batch("id-1", 1)));

    assertThat(before.newestBatch("id-1", "app-1")).isZero();
    assertThat(newest("id-1", "app-1")).isEqualTo(1);
  }

  @Test
  final void theHistoryOfATableIsNewestFirstAndBounded() {
    assertThat(table.view().history("orders", Instant.EPOCH, 5)).isEmpty();
    table.createIfAbsent();
    for (int batch = 0; batch < 6; batch++) {
      FactsRow event = of("orders", batch).with(FactsColumn.EVENT, Event.SOURCE_MOVED.text());
      table.append(
          "id-1",
          "app-1",
          batch,
          batch == 3 ? List.of(event, of("orders", 3)) : List.of(of("orders", batch)));
      table.append("id-2", "app-1", batch, List.of(of("flights", batch)));
    }

    FactsTable.View view = table.view();

    FactsRow event = of("orders", 3).with(FactsColumn.EVENT, Event.SOURCE_MOVED.text());
    assertThat(view.history("orders", Instant.EPOCH, 4))
        .containsExactly(
            written(of("orders", 5)),
            written(of("orders", 4)),
            written(of("orders", 3)),
            written(event));
    assertThat(view.history("orders", Instant.EPOCH, 100)).hasSize(7);
    assertThat(view.history("orders", NOW, 100)).hasSize(7);
    assertThat(view.history("orders", NOW.plusNanos(1000), 100)).isEmpty();
    assertThat(view.history("nothing", Instant.EPOCH, 100)).isEmpty();
  }

  @Test
  final void theLatestRowsAreTheNewestBatchAndTheNewestEventOfEachTable() {
    assertThat(table.view().latest(Set.of("orders"), Instant.EPOCH)).isEmpty();
    table.createIfAbsent();
    FactsRow moved = of("orders", 1).with(FactsColumn.EVENT, Event.SOURCE_MOVED.text());
    FactsRow adopted = of("orders", 2).with(FactsColumn.EVENT, Event.ADOPTED.text());
    table.append("id-1", "app-1", 1, List.of(of("orders", 1), moved));
    table.append("id-1", "app-1", 2, List.of(of("orders", 2), adopted));
    table.append("id-1", "app-1", 3, List.of(of("orders", 3)));
    table.append("id-2", "app-1", 0, List.of(of("flights", 0)));
    table.append("id-3", "app-1", 0, List.of(of("others", 0)));

    FactsTable.View view = table.view();

    assertThat(view.latest(Set.of("orders", "flights", "nothing"), Instant.EPOCH))
        .containsExactlyInAnyOrder(
            written(of("orders", 3)), written(adopted), written(of("flights", 0)));
    assertThat(view.latest(Set.of(), Instant.EPOCH)).isEmpty();
    assertThat(view.latest(Set.of("orders"), NOW.plusNanos(1000))).isEmpty();
  }

  private static FactsRow of(String target, long batchId) {
    return batch("id of " + target, batchId).with(FactsColumn.TARGET, target);
  }

  @Test
  final void everyColumnComesBackExactly() {
    table.createIfAbsent();
    FactsRow full = FactsRow.empty();
    for (FactsColumn column : FactsColumn.values()) {
      full = full.with(column, value(column));
    }

    table.append("id-1", "app-1", 0, List.of(full, FactsRow.empty()));

    assertThat(tables.facts(locations))
        .containsExactlyInAnyOrder(written(full), written(FactsRow.empty()));
  }

  @Test
  final void aTableOfSomeoneElseIsRefused() {
    tables.createForeignTable(locations.facts());
    long before = tables.versions(locations.facts());

    assertThatThrownBy(table::createIfAbsent).isInstanceOf(ForeignTableException.class);
    assertThatThrownBy(() -> table.append("id-1", "app-1", 0, List.of(batch("id-1", 0))))
        .isInstanceOf(ForeignTableException.class);
    assertThat(tables.versions(locations.facts())).isEqualTo(before);
  }

  private long newest(String tableId, String appId) {
    return table.view().newestBatch(tableId, appId);
  }

  private static FactsRow batch(String tableId, long batchId) {
    return FactsRow.empty()
        .with(FactsColumn.TABLE_ID, tableId)
        .with(FactsColumn.APP_ID, "app-1")
        .with(FactsColumn.BATCH_ID, batchId)
        .with(FactsColumn.ROWS, 3L);
  }

  private static FactsRow written(FactsRow row) {
    return row.with(FactsColumn.WRITTEN_AT, NOW);
  }

  private static Object value(FactsColumn column) {
    if (column.type() == String.class) {
      return "\"" + column.columnName() + "\" é\uD83C\uDF0A";
    }
    if (column.type() == Integer.class) {
      return Integer.MIN_VALUE + column.ordinal();
    }
    if (column.type() == Long.class) {
      return Long.MAX_VALUE - column.ordinal();
    }
    if (column.type() == Double.class) {
      return column.ordinal() / 7.0;
    }
    return Instant.parse("2026-05-04T09:00:00.123456Z").plusSeconds(column.ordinal());
  }
}
