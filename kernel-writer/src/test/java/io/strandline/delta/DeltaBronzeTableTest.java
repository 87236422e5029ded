package io.strandline.delta;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.strandline.change.BronzeRows;
import io.strandline.change.ColumnType;
import io.strandline.change.ColumnType.Kind;
import io.strandline.change.TableColumn;
import io.strandline.codec.FactsCodec;
import io.strandline.error.InternalException;
import io.strandline.error.InvalidOptionsException;
import io.strandline.error.TargetNotWritableException;
import io.strandline.port.BronzeHead;
import io.strandline.port.BronzeTable;
import io.strandline.port.CommitOutcome;
import io.strandline.port.TableLocations;
import io.strandline.port.WrittenFiles;
import io.strandline.state.StreamState;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DeltaBronzeTableTest {

  @TempDir Path warehouse;

  private final DeltaTableStore store = TestStore.open();

  private BronzeTable table() {
    return store.bronze(Samples.locations(warehouse));
  }

  private Path folder() {
    return warehouse.resolve("orders");
  }

  private static BronzeTable at(DeltaTableStore store, Path path) {
    return store.bronze(new TableLocations(path.toString(), "f", "c", path.getParent().toString()));
  }

  @Test
  void nothingIsThereBeforeTheCreation() {
    assertThat(table().head()).isEqualTo(new BronzeHead.Absent());
    assertThat(warehouse).isEmptyDirectory();
    assertThat(table().name()).isEqualTo("orders");
  }

  @Test
  void theCreationHoldsTheStateWithTheTablesId() {
    BronzeHead.Present head = Samples.created(table(), Samples.ID_AND_NAME);

    assertThat(head.version()).isZero();
    assertThat(head.state().tableId()).isEqualTo(head.tableId());
    assertThat(head.state().batchId()).isEqualTo(StreamState.CREATION);
    assertThat(head.captured()).isEqualTo(Samples.ID_AND_NAME);
    assertThat(new PlainReader(folder()).snapshot.getMetadata().getId()).isEqualTo(head.tableId());
  }

  @Test
  void aSecondCreationChangesNothing() {
    BronzeHead.Present first = Samples.created(table(), Samples.ID_AND_NAME);

    table().create(List.of(), Samples::initial);

    assertThat(Samples.present(table()).state()).isEqualTo(first.state());
    assertThat(Samples.present(table()).version()).isZero();
  }

  @Test
  void aTableWithoutStateIsForeign() {
    store.facts(Samples.locations(warehouse)).createIfAbsent();

    assertThat(at(store, warehouse.resolve("strandline_facts")).head())
        .isInstanceOf(BronzeHead.Foreign.class);
  }

  @Test
  void aCommitCarriesDataStateTransactionAndFacts() {
    BronzeTable table = table();
    BronzeHead.Present head = Samples.created(table, Samples.ID_AND_NAME);
    StreamState next = Samples.next(head.state());
    WrittenFiles files =
        table.write(
            head, head.captured(), Samples.stamp(next), List.of(Samples.rows(11, 3)).iterator());
    assertThat(files.files()).isEqualTo(1);
    assertThat(files.rows()).isEqualTo(3);
    assertThat(files.bytes()).isPositive();

    assertThat(table.commit(head, head.captured(), files, next))
        .isEqualTo(new CommitOutcome.Committed(1));

    assertThat(Samples.present(table).state()).isEqualTo(next);
    ForeignLog log = new ForeignLog(folder());
    assertThat(log.line(1, "txn")).contains("\"appId\":\"app-1\",\"version\":0");
    assertThat(log.line(1, "commitInfo"))
        .contains("\"operation\":\"WRITE\"")
        .contains(
            "\"userMetadata\":\""
                + FactsCodec.userMetadata(next.lastBatch().orElseThrow()).replace("\"", "\\\""));
    assertThat(log.text(1).lines().filter(line -> line.startsWith("{\"add\""))).hasSize(1);
  }

  @Test
  void aRangeWithoutRowsCommitsTheStateAlone() {
    BronzeTable table = table();
    BronzeHead.Present head = Samples.created(table, Samples.ID_AND_NAME);

    assertThat(Samples.commit(table, head)).isEqualTo(new CommitOutcome.Committed(1));

    assertThat(Samples.present(table).state().batchId()).isZero();
    assertThat(new PlainReader(folder()).files()).isEmpty();
  }

  @Test
  void writingNoRowsMakesNoFile() throws IOException {
    BronzeTable table = table();
    BronzeHead.Present head = Samples.created(table, Samples.ID_AND_NAME);

    WrittenFiles files =
        table.write(
            head, head.captured(), Samples.stamp(Samples.next(head.state())), Samples.none());

    assertThat(files.files()).isZero();
    assertThat(parquetFiles()).isEmpty();
  }

  @Test
  void b42ABatchThatIsCommittedAlreadyIsAConflict() {
    BronzeTable table = table();
    BronzeHead.Present head = Samples.created(table, Samples.ID_AND_NAME);
    Samples.commit(table, head, Samples.rows(11, 1));

    assertThat(Samples.commit(table, head, Samples.rows(11, 1)))
        .isEqualTo(new CommitOutcome.Conflict());

    assertThat(new PlainReader(folder()).rows()).hasSize(1);
  }

  @Test
  void anErrorOfTheRowsPassesThroughAndLeavesNoFile() throws IOException {
    BronzeTable table = table();
    BronzeHead.Present head = Samples.created(table, Samples.ID_AND_NAME);
    IllegalStateException lost = new IllegalStateException("connection lost");
    Iterator<BronzeRows> failing =
        new Iterator<>() {
          private int drawn;

          @Override
          public boolean hasNext() {
            return true;
          }

          @Override
          public BronzeRows next() {
            if (drawn++ == 2) {
              throw lost;
            }
            return Samples.rows(10 + drawn, 1);
          }
        };

    assertThatThrownBy(
            () ->
                table.write(
                    head, head.captured(), Samples.stamp(Samples.next(head.state())), failing))
        .isSameAs(lost);
    assertThat(parquetFiles()).isEmpty();
  }

  @Test
  void rowsAreDrawnAsTheyAreWritten() {
    BronzeTable table = table();
    BronzeHead.Present head = Samples.created(table, Samples.ID_AND_NAME);
    Iterator<BronzeRows> endless =
        Stream.iterate(1, n -> n + 1).map(n -> Samples.rows(n, 1)).limit(50).iterator();

    assertThat(
            table
                .write(head, head.captured(), Samples.stamp(Samples.next(head.state())), endless)
                .rows())
        .isEqualTo(50);
    assertThatThrownBy(endless::next).isInstanceOf(NoSuchElementException.class);
  }

  @Test
  void rowsOutOfOrderAreRefusedAndLeaveNoFile() throws IOException {
    BronzeTable table = table();
    BronzeHead.Present head = Samples.created(table, Samples.ID_AND_NAME);

    assertThatThrownBy(
            () ->
                table.write(
                    head,
                    head.captured(),
                    Samples.stamp(Samples.next(head.state())),
                    List.of(Samples.rows(11, 3), Samples.rows(12, 1)).iterator()))
        .isInstanceOf(InternalException.class)
        .hasMessageContaining("rows are out of order: _start_lsn 0x0000000000000000000C after");
    assertThat(parquetFiles()).isEmpty();
  }

  @Test
  void discardedFilesAreDeleted() throws IOException {
    BronzeTable table = table();
    BronzeHead.Present head = Samples.created(table, Samples.ID_AND_NAME);
    WrittenFiles files =
        table.write(
            head,
            head.captured(),
            Samples.stamp(Samples.next(head.state())),
            List.of(Samples.rows(11, 3)).iterator());
    assertThat(parquetFiles()).hasSize(1);

    table.discard(files);
    table.discard(files);

    assertThat(parquetFiles()).isEmpty();
  }

  private List<Path> parquetFiles() throws IOException {
    try (Stream<Path> files = Files.list(folder())) {
      return files.filter(file -> file.toString().endsWith(".parquet")).toList();
    }
  }

  @Test
  void maintenanceLeavesAChecksumAndACheckpoint() {
    BronzeTable table = table();
    Samples.created(table, Samples.ID_AND_NAME);
    for (int i = 0; i < 10; i++) {
      Samples.commit(table, Samples.present(table), Samples.rows(11 + i, 1));
      table.maintain();
    }

    assertThat(folder().resolve("_delta_log/00000000000000000010.crc")).isRegularFile();
    assertThat(folder().resolve("_delta_log/00000000000000000010.checkpoint.parquet"))
        .isRegularFile();
    assertThat(Samples.present(table).state().batchId()).isEqualTo(9);
    assertThat(new PlainReader(folder()).rows()).hasSize(10);
  }

  @Test
  void maintenanceThatFailsFailsNothing() throws IOException {
    BronzeTable table = table();
    Samples.created(table, Samples.ID_AND_NAME);
    Samples.commit(table, Samples.present(table));
    deleteAll(folder());

    table.maintain();

    assertThat(table.head()).isEqualTo(new BronzeHead.Absent());
  }

  private static void deleteAll(Path folder) throws IOException {
    try (Stream<Path> files = Files.walk(folder)) {
      for (Path file : files.sorted((a, b) -> b.compareTo(a)).toList()) {
        Files.delete(file);
      }
    }
  }

  @Test
  void aPathBelowAFileIsNotWritable() throws IOException {
    Path file = Files.writeString(warehouse.resolve("file"), "");
    for (Path path : List.of(file, file.resolve("orders"), file.resolve("deep/orders"))) {
      BronzeTable table = at(store, path);

      assertThatThrownBy(table::head)
          .isInstanceOf(TargetNotWritableException.class)
          .hasMessageContaining("'" + file + "' is a file");
      assertThatThrownBy(() -> table.create(Samples.ID_AND_NAME, Samples::initial))
          .isInstanceOf(TargetNotWritableException.class)
          .hasMessageContaining("'" + file + "' is a file");
    }
  }

  /** Where even root may create nothing. */
  @Test
  void aFolderThatCannotBeCreatedIsNotWritable() {
    Path system = Path.of("/proc/self/strandline");
    Assumptions.assumeTrue(Files.isDirectory(system.getParent()));
    BronzeTable table = at(store, system);

    assertThat(table.head()).isEqualTo(new BronzeHead.Absent());
    assertThatThrownBy(() -> table.create(Samples.ID_AND_NAME, Samples::initial))
        .isInstanceOf(TargetNotWritableException.class)
        .hasMessageContaining(system.toString());
  }

  @Test
  void aLogThatIsAFileIsNotWritable() throws IOException {
    Files.createDirectory(folder());
    Files.writeString(folder().resolve("_delta_log"), "");

    assertThatThrownBy(table()::head).isInstanceOf(TargetNotWritableException.class);
    assertThatThrownBy(() -> table().create(Samples.ID_AND_NAME, Samples::initial))
        .isInstanceOf(TargetNotWritableException.class);
  }

  @Test
  void aCorruptLogIsNamedAndNotQuoted() throws IOException {
    BronzeTable table = table();
    Samples.created(table, Samples.ID_AND_NAME);
    Files.writeString(new ForeignLog(folder()).file(1), "{\"add\":secret value\n");

    assertThatThrownBy(table::head)
        .isInstanceOf(TargetNotWritableException.class)
        .hasMessageContaining("00000000000000000001.json")
        .hasStackTraceContaining("malformed")
        .satisfies(error -> assertThat(stackTrace(error)).doesNotContain("secret"));
  }

  private static String stackTrace(Throwable error) {
    java.io.StringWriter text = new java.io.StringWriter();
    error.printStackTrace(new java.io.PrintWriter(text));
    return text.toString();
  }

  @Test
  void aStateThatCannotBeReadSaysWhy() {
    Samples.created(table(), Samples.ID_AND_NAME);
    ForeignLog log = new ForeignLog(folder());
    log.commit(
        "WRITE",
        "{}",
        "{\"domainMetadata\":{\"domain\":\"strandline.stream\","
            + "\"configuration\":\"{\\\"format\\\":99}\",\"removed\":false}}");

    assertThatThrownBy(table()::head)
        .isInstanceOf(TargetNotWritableException.class)
        .hasMessageContaining("format 99");
  }

  @Test
  void namesThatATableCannotHaveAreRefusedBeforeAnythingIsWritten() {
    assertRefused(List.of("id", "_Batch_ID", "_chunk"), "'_Batch_ID', '_chunk' are names");
    assertRefused(List.of("Id", "name", "iD"), "'Id', 'iD' differ only in case");
    assertRefused(List.of("id", "a\ud83d", "\ude00"), "hold half a surrogate pair");
    assertThat(warehouse).isEmptyDirectory();
  }

  private void assertRefused(List<String> names, String message) {
    List<TableColumn> columns =
        names.stream().map(name -> new TableColumn(name, ColumnType.of(Kind.INT))).toList();
    assertThatThrownBy(() -> table().create(columns, Samples::initial))
        .isInstanceOf(InvalidOptionsException.class)
        .hasMessageContaining(message);
  }

  @Test
  void namesWithOtherLettersAreKept() {
    List<TableColumn> columns =
        Stream.of("größe", "名前", "a.b", "a-b", "100%", "a`b", "[x]")
            .map(name -> new TableColumn(name, ColumnType.of(Kind.INT)))
            .toList();

    assertThat(Samples.created(table(), columns).captured()).isEqualTo(columns);
  }

  @Test
  void b49FoldersWithOddNamesWork() {
    for (String name : List.of("with space", "100%", "größe", "a#b", "a+b", "q?x", "%20")) {
      BronzeTable table = at(store, warehouse.resolve(name));
      Samples.commit(table, Samples.created(table, Samples.ID_AND_NAME), Samples.rows(11, 2));

      assertThat(Samples.present(table).state().batchId()).isZero();
      assertThat(table.name()).isEqualTo(name);
    }
  }

  @Test
  void b45ASchemeWithoutASafeCommitIsRefused() {
    assertThatThrownBy(
            () -> store.bronze(new TableLocations("wasb://bucket/orders", "f", "c", "w")))
        .isInstanceOf(InvalidOptionsException.class)
        .hasMessageContaining("'wasb://bucket/orders' cannot be written");
  }
}
