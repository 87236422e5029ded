package io.strandline.port.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.strandline.change.BronzeRows;
import io.strandline.error.StalePlanException;
import io.strandline.error.StrandlineException;
import io.strandline.facts.Event;
import io.strandline.facts.FactsColumn;
import io.strandline.facts.FactsRow;
import io.strandline.lsn.Lsns;
import io.strandline.port.BronzeHead;
import io.strandline.port.BronzeTable;
import io.strandline.port.BronzeWriter.Stamp;
import io.strandline.port.CommitOutcome;
import io.strandline.port.FileDocument;
import io.strandline.port.TableLocations;
import io.strandline.port.WrittenFiles;
import io.strandline.state.States;
import io.strandline.state.StreamState;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.Callable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The contract of {@link BronzeTable} for files of several writers and files beside the data. */
public abstract class BronzeFilesContract extends StoreContract {

  private TableLocations locations;
  private BronzeTable table;
  private BronzeHead.Present base;

  @BeforeEach
  final void createTable() {
    locations = locations("sales/orders");
    table = store.bronze(locations);
    table.create(Batches.COLUMNS, States::created);
    base = (BronzeHead.Present) table.head();
  }

  @Test
  final void severalThreadsWriteAtOnceAndOneCommitTakesAll() throws Exception {
    List<Callable<WrittenFiles>> writers = new ArrayList<>();
    List<BronzeRow> expected = new ArrayList<>();
    for (int i = 0; i < 4; i++) {
      BronzeRows rows = Batches.inserts(100 * i, 7);
      expected.addAll(BronzeRow.of(rows, stamp(), Batches.COLUMNS));
      writers.add(() -> write(rows));
    }

    WrittenFiles all = table.joined(atOnce(writers));

    assertThat(all.rows()).isEqualTo(28);
    assertThat(commit(all)).isInstanceOf(CommitOutcome.Committed.class);
    assertThat(tables.rows(locations)).containsExactlyInAnyOrderElementsOf(expected);
  }

  @Test
  final void joinedFilesKeepTheirOrder() {
    WrittenFiles first = write(Batches.inserts(0, 5));
    WrittenFiles second = write(Batches.inserts(5, 3));

    List<FileDocument> joined = table.describe(table.joined(List.of(second, first)));

    List<FileDocument> expected = new ArrayList<>(table.describe(second));
    expected.addAll(table.describe(first));
    assertThat(joined).isEqualTo(expected);
    assertThat(table.joined(List.of()).files()).isZero();
  }

  @Test
  final void documentsOfFilesAreCommittedByAnotherProcess() {
    BronzeRows rows = Batches.inserts(0, 9);
    List<FileDocument> documents = table.describe(write(rows));
    assertThat(documents.stream().mapToLong(FileDocument::rows).sum()).isEqualTo(9);
    assertThat(documents).allSatisfy(file -> assertThat(file.path()).doesNotContain("/"));

    BronzeTable another = open().bronze(locations);
    WrittenFiles files = another.filesOf(documents);
    BronzeHead.Present head = (BronzeHead.Present) another.head();
    CommitOutcome outcome = another.commit(head, head.captured(), files, next());

    assertThat(outcome).isInstanceOf(CommitOutcome.Committed.class);
    assertThat(another.describe(files)).isEqualTo(documents);
    assertThat(tables.rows(locations))
        .containsExactlyInAnyOrderElementsOf(BronzeRow.of(rows, stamp(), Batches.COLUMNS));
  }

  @Test
  final void documentsOfOtherFilesAreStale() {
    WrittenFiles written = write(Batches.inserts(0, 3));
    FileDocument file = table.describe(written).get(0);

    for (String path :
        List.of("/etc/passwd", "../" + file.path(), "a/../" + file.path(), "file:/x", "", "gone")) {
      assertStale(at(file, path, file.size()));
    }
    assertStale(at(file, file.path(), file.size() + 1));
    table.discard(written);
    assertStale(file);
  }

  private void assertStale(FileDocument file) {
    assertThatThrownBy(() -> table.filesOf(List.of(file))).isInstanceOf(StalePlanException.class);
  }

  private static FileDocument at(FileDocument file, String path, long size) {
    return new FileDocument(path, size, file.modifiedAt(), file.rows(), file.layout());
  }

  @Test
  final void aDocumentOfOtherRowsIsStale() {
    FileDocument file = table.describe(write(Batches.inserts(0, 3))).get(0);
    FileDocument other =
        new FileDocument(file.path(), file.size(), file.modifiedAt(), 4, file.layout());

    assertThatThrownBy(() -> commit(table.filesOf(List.of(other))))
        .isInstanceOf(StalePlanException.class);
    assertThat(tables.versions(locations.bronze())).isEqualTo(1);
  }

  @Test
  final void rowsOfASnapshotCarryItsStamp() {
    Stamp stamp = new Stamp("dbo_orders", 0, Optional.of(Lsns.lsn(0x1234)), OptionalInt.of(3));
    BronzeRows rows = Batches.snapshot(Lsns.lsn(0x1234), 4);

    WrittenFiles files = table.write(base, base.captured(), stamp, List.of(rows).iterator());

    assertThat(commit(files)).isInstanceOf(CommitOutcome.Committed.class);
    assertThat(tables.rows(locations))
        .containsExactlyInAnyOrderElementsOf(BronzeRow.of(rows, stamp, Batches.COLUMNS))
        .allSatisfy(
            row -> {
              assertThat(row.operation()).isZero();
              assertThat(row.seqval()).isEmpty();
              assertThat(row.commandId()).isEmpty();
              assertThat(row.snapshot()).contains(Lsns.lsn(0x1234));
              assertThat(row.chunk()).hasValue(3);
            });
  }

  @Test
  final void eventsThatAStateHoldsNeedNoFile() {
    assertThat(table.storeEvents(List.of())).isEmpty();
    assertThat(table.storeEvents(events(20, "x".repeat(500)))).isEmpty();
  }

  @Test
  final void moreEventsAndLongerTextsAreKept() {
    for (List<FactsRow> events : List.of(events(21, "short"), events(1, "é".repeat(501)))) {
      String reference = table.storeEvents(events).orElseThrow();

      assertThat(table.storeEvents(events)).contains(reference);
      assertThat(open().bronze(locations).readEvents(reference)).isEqualTo(events);
      assertThat(tables.versions(locations.bronze())).isEqualTo(1);
    }
  }

  @Test
  final void eventsThatAreNotThereAreAnError() {
    for (String reference : List.of("", "../x", "events-" + "0".repeat(64) + ".jsonl")) {
      assertThatThrownBy(() -> table.readEvents(reference)).isInstanceOf(StrandlineException.class);
    }
  }

  private static List<FactsRow> events(int count, String detail) {
    List<FactsRow> events = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      events.add(
          FactsRow.empty()
              .with(FactsColumn.TABLE_ID, "id-1")
              .with(FactsColumn.BATCH_ID, (long) i)
              .with(FactsColumn.EVENT, Event.CLOCK_REGRESSION.text())
              .with(FactsColumn.MIN_COMMIT_TS, Batches.NINE.plusNanos(1000L * i))
              .with(FactsColumn.DETAIL, detail));
    }
    return events;
  }

  private WrittenFiles write(BronzeRows rows) {
    return table.write(base, base.captured(), stamp(), List.of(rows).iterator());
  }

  private CommitOutcome commit(WrittenFiles files) {
    return table.commit(base, base.captured(), files, next());
  }

  private StreamState next() {
    return States.next(base.state(), "a-0", Lsns.lsn(0x2000), Batches.NINE.plusSeconds(1));
  }

  private static Stamp stamp() {
    return new Stamp("dbo_orders", 0);
  }
}
