package io.strandline.port.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.strandline.change.BronzeRows;
import io.strandline.change.BytesVector;
import io.strandline.change.ColumnType;
import io.strandline.change.ColumnType.Kind;
import io.strandline.change.IntVector;
import io.strandline.change.TableColumn;
import io.strandline.change.Vector;
import io.strandline.error.InvalidOptionsException;
import io.strandline.error.SchemaChangedException;
import io.strandline.lsn.Lsns;
import io.strandline.port.BronzeHead;
import io.strandline.port.BronzeTable;
import io.strandline.port.BronzeWriter.Stamp;
import io.strandline.port.CommitOutcome;
import io.strandline.port.TableLocations;
import io.strandline.port.WrittenFiles;
import io.strandline.state.States;
import io.strandline.state.StreamState;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The contract of {@link BronzeTable} for columns that change. */
public abstract class BronzeColumnsContract extends StoreContract {

  private static final TableColumn PRICE = new TableColumn("price", ColumnType.of(Kind.INT));

  private TableLocations locations;
  private BronzeTable table;

  @BeforeEach
  final void openTable() {
    locations = locations("sales/orders");
    table = store.bronze(locations);
  }

  @Test
  final void aColumnComesInTheCommitOfItsFirstRows() {
    table.create(Batches.COLUMNS, States::created);
    BronzeRows old = Batches.inserts(0, 3);
    commit(Batches.COLUMNS, old);
    List<TableColumn> columns = with(Batches.COLUMNS, PRICE);
    table.checkColumns(head(), columns);
    BronzeRows rows = priced(10, 2);

    commit(columns, rows);

    assertThat(head().captured()).isEqualTo(columns);
    assertThat(tables.versions(locations.bronze())).isEqualTo(3);
    List<BronzeRow> expected = new ArrayList<>();
    BronzeRow.of(old, stamp(0), Batches.COLUMNS).forEach(row -> expected.add(row.in(columns)));
    expected.addAll(BronzeRow.of(rows, stamp(1), columns));
    assertThat(tables.rows(locations)).containsExactlyInAnyOrderElementsOf(expected);
    assertThat(tables.rows(locations))
        .filteredOn(row -> row.batchId() == 0)
        .allSatisfy(row -> assertThat(row.captured().get(2)).isEqualTo(Optional.empty()));
  }

  @Test
  final void columnsThatNobodyCommittedDoNotCome() {
    table.create(Batches.COLUMNS, States::created);
    BronzeHead.Present base = head();
    List<TableColumn> columns = with(Batches.COLUMNS, PRICE);

    table.discard(table.write(base, columns, stamp(0), List.of(priced(0, 2)).iterator()));

    assertThat(head().captured()).isEqualTo(Batches.COLUMNS);
    assertThat(tables.rows(locations)).isEmpty();
  }

  @Test
  final void ofTwoThatAddAColumnTheSecondConflicts() {
    table.create(Batches.COLUMNS, States::created);
    BronzeHead.Present base = head();
    List<TableColumn> columns = with(Batches.COLUMNS, PRICE);
    WrittenFiles mine = table.write(base, columns, stamp(0), List.of(priced(0, 2)).iterator());
    commit(columns, priced(0, 2));

    assertThat(table.commit(base, columns, mine, next(base.state(), "loser")))
        .isInstanceOf(CommitOutcome.Conflict.class);
    assertThat(tables.rows(locations)).hasSize(2);
    assertThat(head().captured()).isEqualTo(columns);
  }

  @Test
  final void oddNamesNeedAMappedTable() {
    TableColumn odd = new TableColumn("a b", ColumnType.of(Kind.INT));
    table.create(Batches.COLUMNS, States::created);
    assertThat(head().isNameMapped()).isFalse();
    assertThatThrownBy(() -> table.checkColumns(head(), with(Batches.COLUMNS, odd)))
        .isInstanceOf(SchemaChangedException.class)
        .hasMessageContaining("'a b'");

    TableLocations elsewhere = locations("sales/odd orders");
    BronzeTable mapped = store.bronze(elsewhere);
    mapped.create(with(Batches.COLUMNS, odd), States::created);
    assertThat(((BronzeHead.Present) mapped.head()).isNameMapped()).isTrue();
    assertThat(((BronzeHead.Present) mapped.head()).captured())
        .isEqualTo(with(Batches.COLUMNS, odd));
  }

  @Test
  final void columnsOfATableStay() {
    table.create(Batches.COLUMNS, States::created);

    assertThatThrownBy(() -> table.checkColumns(head(), Batches.COLUMNS.subList(0, 1)))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(
            () ->
                table.checkColumns(head(), List.of(Batches.COLUMNS.get(1), Batches.COLUMNS.get(0))))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(
            () ->
                table.checkColumns(
                    head(),
                    List.of(
                        new TableColumn("id", ColumnType.of(Kind.STRING)), Batches.COLUMNS.get(1))))
        .isInstanceOf(SchemaChangedException.class)
        .hasMessageContaining("'id'");
  }

  @Test
  final void b31NamesThatDifferOnlyInCaseAndOurOwnAreRefused() {
    for (String name : List.of("ID", "Note", "_chunk", "_Start_LSN")) {
      List<TableColumn> columns =
          with(Batches.COLUMNS, new TableColumn(name, ColumnType.of(Kind.INT)));
      assertThatThrownBy(() -> table.create(columns, States::created))
          .isInstanceOf(InvalidOptionsException.class)
          .hasMessageContaining("'" + name + "'");
    }
    assertThat(tables.versions(locations.bronze())).isZero();
    table.create(Batches.COLUMNS, States::created);
    for (String name : List.of("ID", "Note", "_chunk", "_Start_LSN")) {
      List<TableColumn> columns =
          with(Batches.COLUMNS, new TableColumn(name, ColumnType.of(Kind.INT)));
      assertThatThrownBy(() -> table.checkColumns(head(), columns))
          .isInstanceOf(SchemaChangedException.class)
          .hasMessageContaining("'" + name + "'");
    }
  }

  private void commit(List<TableColumn> columns, BronzeRows rows) {
    BronzeHead.Present base = head();
    StreamState next = next(base.state(), "a-" + (base.state().batchId() + 1));
    WrittenFiles files =
        table.write(base, columns, stamp(next.batchId()), List.of(rows).iterator());
    assertThat(table.commit(base, columns, files, next))
        .isInstanceOf(CommitOutcome.Committed.class);
  }

  private BronzeHead.Present head() {
    return (BronzeHead.Present) table.head();
  }

  private static StreamState next(StreamState state, String attempt) {
    long end = 0x1000 + 10 * (state.batchId() + 2);
    return States.next(state, attempt, Lsns.lsn(end), Batches.NINE.plusSeconds(end));
  }

  private static Stamp stamp(long batch) {
    return new Stamp("dbo_orders", batch);
  }

  private static List<TableColumn> with(List<TableColumn> columns, TableColumn more) {
    List<TableColumn> all = new ArrayList<>(columns);
    all.add(more);
    return all;
  }

  private static BronzeRows priced(int from, int count) {
    IntVector.Builder ids = new IntVector.Builder(count);
    BytesVector.Builder notes = new BytesVector.Builder(count);
    IntVector.Builder prices = new IntVector.Builder(count);
    for (int i = from; i < from + count; i++) {
      ids.add(i);
      notes.add("note " + i);
      prices.add(100 + i);
    }
    List<Vector> vectors = List.of(ids.build(), notes.build(), prices.build());
    return Batches.rows(from, count, vectors);
  }
}
