package io.strandline.port.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.strandline.error.ForeignTableException;
import io.strandline.lsn.Lsns;
import io.strandline.lsn.Offset;
import io.strandline.port.ControlTable;
import io.strandline.port.TableLocations;
import io.strandline.verdict.ControlRow;
import io.strandline.verdict.Granularity;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The contract of {@link ControlTable}. */
public abstract class ControlTableContract extends StoreContract {

  private static final Instant EIGHT = Instant.parse("2026-05-04T08:00:00Z");
  private static final String ORDERS = "sales/orders";

  private TableLocations locations;
  private ControlTable table;

  @BeforeEach
  final void openTable() {
    locations = locations(ORDERS);
    table = store.control(locations);
  }

  @Test
  final void aTableThatIsNotThereHasNoRowsAndStaysAway() {
    assertThat(table.read(ORDERS)).isEmpty();
    assertThat(tables.versions(locations.control())).isZero();
  }

  @Test
  final void isCreatedOnce() {
    table.createIfAbsent();
    assertThat(table.read(ORDERS)).isEmpty();
    table.publish(row("id-1", 9));

    table.createIfAbsent();
    store.control(locations).createIfAbsent();

    assertThat(table.read(ORDERS)).contains(row("id-1", 9));
  }

  @Test
  final void aCreationRaceHasNoError() throws Exception {
    List<Callable<Optional<ControlRow>>> racers = new ArrayList<>();
    for (int i = 0; i < 4; i++) {
      racers.add(
          () -> {
            ControlTable mine = open().control(locations);
            mine.createIfAbsent();
            return mine.read(ORDERS);
          });
    }

    assertThat(atOnce(racers)).containsOnly(Optional.empty());
  }

  @Test
  final void aRowComesBackExactlyWithAndWithoutAVerdict() {
    table.createIfAbsent();

    assertThat(table.publish(without(row("id-1", 9)))).isEqualTo(without(row("id-1", 9)));
    assertThat(table.read(ORDERS)).contains(without(row("id-1", 9)));
    assertThat(table.publish(row("id-1", 10))).isEqualTo(row("id-1", 10));
    assertThat(table.read(ORDERS)).contains(row("id-1", 10));
  }

  @Test
  final void aVerdictNeverMovesBack() {
    table.createIfAbsent();
    table.publish(row("id-1", 12));

    assertThat(table.publish(row("id-1", 11))).isEqualTo(row("id-1", 12));
    assertThat(table.publish(without(row("id-1", 11)))).isEqualTo(row("id-1", 12));
    assertThat(table.read(ORDERS)).contains(row("id-1", 12));
  }

  @Test
  final void aRowThatSaysNothingNewIsNotWritten() {
    table.createIfAbsent();
    table.publish(row("id-1", 12));
    long versions = tables.versions(locations.control());

    table.publish(row("id-1", 12));
    table.publish(row("id-1", 11));
    ControlRow sameVerdictLaterEnd =
        with(row("id-1", 12), new Offset(Lsns.lsn(0x9999), EIGHT.plusSeconds(4 * 3600 + 60)));
    table.publish(sameVerdictLaterEnd);

    assertThat(tables.versions(locations.control())).isEqualTo(versions);
  }

  @Test
  final void anotherTableOfTheSameNameReplacesTheRow() {
    table.createIfAbsent();
    table.publish(row("id-1", 12));
    ControlRow replacement = without(row("id-2", 9));

    assertThat(table.publish(replacement)).isEqualTo(replacement);
    assertThat(table.read(ORDERS)).contains(replacement);
  }

  @Test
  final void rowsOfDifferentTablesDoNotMeet() throws Exception {
    table.createIfAbsent();
    List<Callable<ControlRow>> writers = new ArrayList<>();
    List<ControlRow> rows = new ArrayList<>();
    for (int i = 0; i < 4; i++) {
      ControlRow row = named("sales/t" + i, row("id-" + i, 9 + i));
      rows.add(row);
      writers.add(() -> open().control(locations).publish(row));
    }

    assertThat(atOnce(writers)).isEqualTo(rows);
    for (ControlRow row : rows) {
      assertThat(table.read(row.tableName())).contains(row);
    }
    assertThat(table.read(ORDERS)).isEmpty();
  }

  @Test
  final void allRowsAreThere() {
    assertThat(table.all()).isEmpty();
    table.createIfAbsent();
    assertThat(table.all()).isEmpty();
    ControlRow orders = row("id-1", 9);
    ControlRow flights = named("sales/flights", without(row("id-2", 10)));
    table.publish(row("id-1", 8));
    table.publish(orders);
    table.publish(flights);

    assertThat(table.all()).containsExactly(flights, orders);
  }

  @Test
  final void aGroupsRowComesBackWithoutAnEnd() {
    table.createIfAbsent();
    ControlRow open = copy(row("members-1", 9), "group:sales", Optional.empty(), Optional.empty());
    ControlRow cut = named("group:sales", row("members-1", 9));
    ControlRow others =
        copy(row("members-2", 8), "group:sales", Optional.empty(), Optional.empty());

    assertThat(table.publish(open)).isEqualTo(open);
    assertThat(table.read("group:sales")).contains(open);
    assertThat(table.publish(cut)).isEqualTo(cut);
    assertThat(table.publish(others)).isEqualTo(others);
    assertThat(table.read("group:sales")).contains(others);
  }

  @Test
  final void racingWritersOfARowEndAtTheLatest() throws Exception {
    table.createIfAbsent();
    List<Callable<ControlRow>> writers = new ArrayList<>();
    for (int hour = 9; hour < 13; hour++) {
      ControlRow row = row("id-1", hour);
      writers.add(() -> open().control(locations).publish(row));
    }

    List<ControlRow> published = atOnce(writers);

    assertThat(table.read(ORDERS)).contains(row("id-1", 12));
    for (int i = 0; i < published.size(); i++) {
      assertThat(published.get(i).end().orElseThrow().lsn())
          .isGreaterThanOrEqualTo(row("id-1", 9 + i).end().orElseThrow().lsn());
    }
  }

  @Test
  final void aTableOfSomeoneElseIsRefused() {
    tables.createForeignTable(locations.control());
    long before = tables.versions(locations.control());

    assertThatThrownBy(table::createIfAbsent).isInstanceOf(ForeignTableException.class);
    assertThatThrownBy(() -> table.publish(row("id-1", 9)))
        .isInstanceOf(ForeignTableException.class);
    assertThat(tables.versions(locations.control())).isEqualTo(before);
  }

  private static ControlRow row(String tableId, int hour) {
    Instant verdict = EIGHT.plusSeconds((hour - 8) * 3600L);
    return new ControlRow(
        ORDERS,
        tableId,
        "app-1",
        Optional.of(verdict),
        Granularity.HOUR,
        EIGHT.plusNanos(123_456_000),
        new Offset(Lsns.lsn(0x100 * hour), verdict.plusMillis(7)));
  }

  private static ControlRow without(ControlRow row) {
    return copy(row, row.tableName(), Optional.empty(), row.end());
  }

  private static ControlRow named(String name, ControlRow row) {
    return copy(row, name, row.finalizedUntil(), row.end());
  }

  private static ControlRow with(ControlRow row, Offset end) {
    return copy(row, row.tableName(), row.finalizedUntil(), Optional.of(end));
  }

  private static ControlRow copy(
      ControlRow row, String name, Optional<Instant> verdict, Optional<Offset> end) {
    return new ControlRow(
        name, row.tableId(), row.appId(), verdict, row.granularity(), row.losslessSince(), end);
  }
}
