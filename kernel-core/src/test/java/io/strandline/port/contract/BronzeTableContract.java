package io.strandline.port.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.strandline.change.BronzeRows;
import io.strandline.change.TableColumn;
import io.strandline.lsn.Lsns;
import io.strandline.port.BronzeHead;
import io.strandline.port.BronzeTable;
import io.strandline.port.BronzeTable.Fate;
import io.strandline.port.BronzeWriter.Stamp;
import io.strandline.port.CommitOutcome;
import io.strandline.port.ForeignCommits;
import io.strandline.port.TableLocations;
import io.strandline.port.WrittenFiles;
import io.strandline.port.contract.StoreFixture.ForeignChange;
import io.strandline.state.States;
import io.strandline.state.StreamState;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.Callable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The contract of {@link BronzeTable}. */
public abstract class BronzeTableContract extends StoreContract {

  private TableLocations locations;
  private BronzeTable table;

  @BeforeEach
  final void openTable() {
    locations = locations("sales/orders");
    table = store.bronze(locations);
  }

  @Test
  final void whereNothingIsTheTableIsAbsent() {
    assertThat(table.head()).isInstanceOf(BronzeHead.Absent.class);
    assertThat(table.name()).isEqualTo("sales/orders");
    assertThat(tables.versions(locations.bronze())).isZero();
  }

  @Test
  final void creationIsOneCommitOfColumnsAndState() {
    table.create(Batches.COLUMNS, States::created);

    BronzeHead.Present head = present();
    assertThat(head.state()).isEqualTo(States.created(head.tableId()));
    assertThat(head.captured()).isEqualTo(Batches.COLUMNS);
    assertThat(head.foreignCommits()).isInstanceOf(ForeignCommits.Harmless.class);
    assertThat(tables.versions(locations.bronze())).isEqualTo(1);
    assertThat(tables.rows(locations)).isEmpty();
  }

  @Test
  final void creationDoesNothingWhereATableIs() {
    table.create(Batches.COLUMNS, States::created);
    BronzeHead.Present before = present();

    store.bronze(locations).create(List.of(), States::created);

    assertThat(present().tableId()).isEqualTo(before.tableId());
    assertThat(present().captured()).isEqualTo(Batches.COLUMNS);
    assertThat(tables.versions(locations.bronze())).isEqualTo(1);
  }

  @Test
  final void aCreationRaceHasOneWinnerAndNoError() throws Exception {
    List<Callable<String>> racers = new ArrayList<>();
    for (int i = 0; i < 4; i++) {
      racers.add(
          () -> {
            BronzeTable mine = open().bronze(locations);
            mine.create(Batches.COLUMNS, States::created);
            return ((BronzeHead.Present) mine.head()).tableId();
          });
    }

    assertThat(atOnce(racers)).containsOnly(present().tableId());
    assertThat(present().state().tableId()).isEqualTo(present().tableId());
    assertThat(tables.versions(locations.bronze())).isEqualTo(1);
  }

  @Test
  final void aTableOfSomeoneElseIsForeignAndLeftAlone() {
    tables.createForeignTable(locations.bronze());
    long before = tables.versions(locations.bronze());

    table.create(Batches.COLUMNS, States::created);

    assertThat(table.head()).isInstanceOf(BronzeHead.Foreign.class);
    assertThat(tables.versions(locations.bronze())).isEqualTo(before);
  }

  @Test
  final void aCommitAddsRowsAndState() {
    BronzeHead.Present base = created();
    BronzeRows first = Batches.inserts(0, 5);
    BronzeRows second = Batches.inserts(5, 4);

    WrittenFiles files =
        table.write(base, base.captured(), stamp(0), List.of(first, second).iterator());
    assertThat(tables.rows(locations)).as("before the commit").isEmpty();
    StreamState next = next(base.state(), "a-0");
    CommitOutcome outcome = table.commit(base, base.captured(), files, next);

    assertThat(files.rows()).isEqualTo(9);
    assertThat(files.files()).isPositive();
    assertThat(files.bytes()).isPositive();
    assertThat(present().state()).isEqualTo(next);
    assertThat(outcome).isEqualTo(new CommitOutcome.Committed(present().version()));
    assertThat(tables.rows(locations))
        .containsExactlyInAnyOrderElementsOf(expected(0, first, second));
  }

  @Test
  final void aCommitWithoutFilesMovesTheStateOnly() {
    BronzeHead.Present base = created();
    StreamState next = next(base.state(), "a-0");

    assertThat(table.noFiles().files()).isZero();
    assertThat(table.noFiles().rows()).isZero();
    assertThat(table.commit(base, base.captured(), table.noFiles(), next))
        .isInstanceOf(CommitOutcome.Committed.class);
    assertThat(present().state()).isEqualTo(next);
    assertThat(tables.rows(locations)).isEmpty();
  }

  @Test
  final void batchesFollowEachOther() {
    List<BronzeRow> all = new ArrayList<>();
    created();
    for (int batch = 0; batch < 3; batch++) {
      BronzeRows rows = Batches.inserts(10 * batch, 3);
      commit(batch, rows, "a-" + batch);
      all.addAll(expected(batch, rows));
    }

    assertThat(present().state().batchId()).isEqualTo(2);
    assertThat(tables.rows(locations)).containsExactlyInAnyOrderElementsOf(all);
  }

  @Test
  final void theSecondCommitOnABaseConflictsAndAddsNothing() {
    BronzeHead.Present base = created();
    BronzeRows winner = Batches.inserts(0, 3);
    WrittenFiles mine = table.write(base, base.captured(), stamp(0), one(Batches.inserts(0, 3)));
    commit(0, winner, "winner");

    CommitOutcome outcome = table.commit(base, base.captured(), mine, next(base.state(), "loser"));
    table.discard(mine);

    assertThat(outcome).isInstanceOf(CommitOutcome.Conflict.class);
    assertThat(present().state().attempt()).isEqualTo("winner");
    assertThat(tables.rows(locations)).containsExactlyInAnyOrderElementsOf(expected(0, winner));
  }

  @Test
  final void aCommitWithoutFilesConflictsToo() {
    BronzeHead.Present base = created();
    commit(0, Batches.inserts(0, 3), "winner");

    assertThat(table.commit(base, base.captured(), table.noFiles(), next(base.state(), "loser")))
        .isInstanceOf(CommitOutcome.Conflict.class);
    assertThat(present().state().attempt()).isEqualTo("winner");
  }

  @Test
  final void ofRacingCommitsOneWins() throws Exception {
    BronzeHead.Present base = created();
    List<Callable<CommitOutcome>> racers = new ArrayList<>();
    for (int i = 0; i < 4; i++) {
      String attempt = "a-" + i;
      BronzeTable mine = open().bronze(locations);
      BronzeHead.Present head = (BronzeHead.Present) mine.head();
      racers.add(
          () -> {
            WrittenFiles files =
                mine.write(head, head.captured(), stamp(0), one(Batches.inserts(0, 3)));
            return mine.commit(head, head.captured(), files, next(base.state(), attempt));
          });
    }

    List<CommitOutcome> outcomes = atOnce(racers);

    assertThat(outcomes).filteredOn(CommitOutcome.Committed.class::isInstance).hasSize(1);
    assertThat(outcomes).filteredOn(CommitOutcome.Conflict.class::isInstance).hasSize(3);
    assertThat(tables.rows(locations)).hasSize(3);
  }

  @Test
  final void theLogTellsTheFateOfAnAttempt() {
    BronzeHead.Present base = created();
    StreamState winner = next(base.state(), "winner");
    StreamState loser = next(base.state(), "loser");
    assertThat(table.fateOf(base, winner)).isEqualTo(Fate.OPEN);

    commit(0, Batches.inserts(0, 3), "winner");
    assertThat(table.fateOf(base, winner)).isEqualTo(Fate.COMMITTED);
    assertThat(table.fateOf(base, loser)).isEqualTo(Fate.LOST);

    commit(1, Batches.inserts(10, 3), "later");
    assertThat(table.fateOf(base, winner)).isEqualTo(Fate.COMMITTED);
    assertThat(table.fateOf(base, loser)).isEqualTo(Fate.LOST);
  }

  @Test
  final void aWriteWhoseRowsFailLeavesNothingAndPassesTheErrorOn() {
    BronzeHead.Present base = created();
    RuntimeException failure = new IllegalStateException("the source went away");

    assertThatThrownBy(
            () ->
                table.write(
                    base, base.captured(), stamp(0), failingAfter(Batches.inserts(0, 5), failure)))
        .isSameAs(failure);
    assertThat(tables.rows(locations)).isEmpty();
    assertThat(present().state()).isEqualTo(base.state());
  }

  @Test
  final void discardedFilesMayBeDiscardedAgain() {
    BronzeHead.Present base = created();
    WrittenFiles files = table.write(base, base.captured(), stamp(0), one(Batches.inserts(0, 3)));

    table.discard(files);
    table.discard(files);
    table.discard(table.noFiles());

    assertThat(tables.rows(locations)).isEmpty();
    commit(0, Batches.inserts(0, 3), "a-0");
    assertThat(tables.rows(locations)).hasSize(3);
  }

  @Test
  final void aHarmlessCommitOfAnotherWriterIsPassedOver() {
    BronzeHead.Present base = created();
    tables.commitForeign(locations, ForeignChange.SET_PROPERTY);

    assertThat(present().foreignCommits()).isInstanceOf(ForeignCommits.Harmless.class);
    assertThat(present().state()).isEqualTo(base.state());

    WrittenFiles files = table.write(base, base.captured(), stamp(0), one(Batches.inserts(0, 3)));
    assertThat(table.commit(base, base.captured(), files, next(base.state(), "a-0")))
        .isInstanceOf(CommitOutcome.Committed.class);
    assertThat(tables.rows(locations)).hasSize(3);
  }

  @Test
  final void aHarmfulCommitOfAnotherWriterIsTold() {
    created();
    commit(0, Batches.inserts(0, 3), "a-0");
    tables.commitForeign(locations, ForeignChange.SET_PROPERTY);
    long harmful = present().version() + 1;
    tables.commitForeign(locations, ForeignChange.ADD_ROW);
    tables.commitForeign(locations, ForeignChange.SET_PROPERTY);

    assertThat(present().foreignCommits())
        .isInstanceOfSatisfying(
            ForeignCommits.Harmful.class,
            commits -> assertThat(commits.version()).isEqualTo(harmful));
  }

  @Test
  final void nothingIsCommittedOverAHarmfulCommitThatTheBaseHasNotSeen() {
    BronzeHead.Present base = created();
    WrittenFiles files = table.write(base, base.captured(), stamp(0), one(Batches.inserts(0, 3)));
    tables.commitForeign(locations, ForeignChange.ADD_ROW);

    assertThat(table.commit(base, base.captured(), files, next(base.state(), "a-0")))
        .isInstanceOf(CommitOutcome.Conflict.class);
    assertThat(present().foreignCommits()).isInstanceOf(ForeignCommits.Harmful.class);
    assertThat(present().state()).isEqualTo(base.state());
  }

  @Test
  final void maintenanceChangesNothingThatReadersSee() {
    created();
    for (int batch = 0; batch < 12; batch++) {
      commit(batch, Batches.inserts(10 * batch, 1), "a-" + batch);
      BronzeHead.Present before = present();
      table.maintain();
      assertThat(present().state()).isEqualTo(before.state());
      assertThat(present().foreignCommits()).isInstanceOf(ForeignCommits.Harmless.class);
    }
    assertThat(tables.rows(locations)).hasSize(12);
  }

  @Test
  final void tablesOfOneWarehouseDoNotMeet() {
    created();
    TableLocations elsewhere = locations("sales/items");
    BronzeTable other = store.bronze(elsewhere);
    other.create(List.<TableColumn>of(), States::created);
    commit(0, Batches.inserts(0, 3), "a-0");

    BronzeHead.Present head = (BronzeHead.Present) other.head();
    assertThat(head.tableId()).isNotEqualTo(present().tableId());
    assertThat(head.state().batchId()).isEqualTo(StreamState.CREATION);
    assertThat(tables.rows(elsewhere)).isEmpty();
  }

  private BronzeHead.Present created() {
    table.create(Batches.COLUMNS, States::created);
    return present();
  }

  private BronzeHead.Present present() {
    return (BronzeHead.Present) store.bronze(locations).head();
  }

  private void commit(long batch, BronzeRows rows, String attempt) {
    BronzeHead.Present base = present();
    WrittenFiles files = table.write(base, base.captured(), stamp(batch), one(rows));
    assertThat(table.commit(base, base.captured(), files, next(base.state(), attempt)))
        .isInstanceOf(CommitOutcome.Committed.class);
  }

  private static StreamState next(StreamState state, String attempt) {
    long end = 0x1000 + 10 * (state.batchId() + 2);
    return States.next(state, attempt, Lsns.lsn(end), Batches.NINE.plusSeconds(end));
  }

  private static Stamp stamp(long batch) {
    return new Stamp("dbo_orders", batch);
  }

  private static Iterator<BronzeRows> one(BronzeRows rows) {
    return List.of(rows).iterator();
  }

  private static List<BronzeRow> expected(long batch, BronzeRows... written) {
    List<BronzeRow> rows = new ArrayList<>();
    for (BronzeRows some : written) {
      rows.addAll(BronzeRow.of(some, stamp(batch), Batches.COLUMNS));
    }
    return rows;
  }

  private static Iterator<BronzeRows> failingAfter(BronzeRows rows, RuntimeException failure) {
    Iterator<BronzeRows> first = one(rows);
    return new Iterator<>() {
      @Override
      public boolean hasNext() {
        return true;
      }

      @Override
      public BronzeRows next() {
        if (first.hasNext()) {
          return first.next();
        }
        throw failure;
      }
    };
  }
}
