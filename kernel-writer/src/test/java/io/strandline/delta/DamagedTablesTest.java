package io.strandline.delta;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.strandline.error.ForeignTableException;
import io.strandline.error.TargetNotWritableException;
import io.strandline.facts.FactsColumn;
import io.strandline.facts.FactsRow;
import io.strandline.lsn.Offset;
import io.strandline.port.BronzeHead;
import io.strandline.port.BronzeTable;
import io.strandline.port.CommitOutcome;
import io.strandline.port.ControlTable;
import io.strandline.port.FactsTable;
import io.strandline.port.ForeignCommits;
import io.strandline.port.TableLocations;
import io.strandline.state.LastBatch;
import io.strandline.verdict.ControlRow;
import io.strandline.verdict.Granularity;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Damaged tables and failing disks: a typed error and nothing changed, or no harm at all. */
class DamagedTablesTest {

  @TempDir Path warehouse;

  private final DeltaTableStore store =
      TestStore.open(Map.of(FailingFileSystem.SETTING, FailingFileSystem.class.getName()));

  @AfterEach
  void repairDisk() {
    FailingFileSystem.fail(FailingFileSystem.Failure.NONE);
  }

  private TableLocations locations() {
    return Samples.locations(warehouse);
  }

  private BronzeTable table() {
    return store.bronze(locations());
  }

  private Path folder() {
    return warehouse.resolve("orders");
  }

  private ForeignLog log() {
    return new ForeignLog(folder());
  }

  private void batches(int count) {
    BronzeTable table = table();
    if (table.head() instanceof BronzeHead.Absent) {
      table.create(Samples.ID_AND_NAME, Samples::initial);
      table.maintain();
    }
    for (int i = 0; i < count; i++) {
      BronzeHead.Present head = Samples.present(table);
      assertThat(Samples.commit(table, head, Samples.rows(11 + head.version(), 1)))
          .isInstanceOf(CommitOutcome.Committed.class);
      table.maintain();
    }
  }

  private Map<String, Long> listing() {
    try (Stream<Path> files = Files.walk(warehouse)) {
      Map<String, Long> listing = new TreeMap<>();
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        listing.put(warehouse.relativize(file).toString(), Files.size(file));
      }
      return listing;
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  private void assertNotWritable(ThrowingCallable call, String message) {
    Map<String, Long> before = listing();
    assertThatThrownBy(call)
        .isInstanceOf(TargetNotWritableException.class)
        .hasMessageContaining(message);
    assertThat(listing()).isEqualTo(before);
  }

  /**
   * The state, the transaction version and every commit since the own newest one are read; what an
   * older commit held was judged when it was new, and readers that need it fail loudly.
   */
  @Test
  void aDamagedOlderCommitDoesNotConcernTheStream() throws IOException {
    batches(4);
    Files.writeString(log().file(2), "{\"add\":");

    assertThat(Samples.present(table()).foreignCommits()).isEqualTo(new ForeignCommits.Harmless());
    batches(1);

    assertThat(Samples.present(table()).state().batchId()).isEqualTo(4);
    assertThatThrownBy(() -> new PlainReader(folder()).rows()).isNotNull();
  }

  @Test
  void aDamagedCommitSinceTheOwnOneIsTold() throws IOException {
    batches(1);
    log().commit("OPTIMIZE", "{}");
    log().commit("OPTIMIZE", "{}");
    Files.writeString(log().file(2), "{\"commitInfo\":{\"oper");

    assertNotWritable(() -> table().head(), "00000000000000000002.json");
  }

  @Test
  void anEmptyNewestCommitMayBeOnItsWay() throws IOException {
    batches(2);
    Files.createFile(log().file(3));

    assertNotWritable(() -> table().head(), "00000000000000000003.json is empty");
    assertThatThrownBy(() -> table().head())
        .satisfies(
            error ->
                assertThat(((TargetNotWritableException) error).remedy())
                    .contains("call again")
                    .contains("delete it"));
    Files.delete(log().file(3));
    batches(1);
    assertThat(new PlainReader(folder()).rows()).hasSize(3);
  }

  @Test
  void b47ADamagedPointerToTheCheckpointStillOpens() throws IOException {
    batches(12);
    Path pointer = folder().resolve("_delta_log/_last_checkpoint");
    assertThat(pointer).exists();
    for (String content : List.of("", "no JSON", "{\"version\":999,\"size\":1}")) {
      Files.writeString(pointer, content);
      assertThat(Samples.present(table()).state().batchId()).isGreaterThanOrEqualTo(11);
      batches(1);
    }
    Files.delete(pointer);
    batches(1);
    assertThat(new PlainReader(folder()).rows()).hasSize(16);
  }

  @Test
  void aMissingCheckpointStillOpens() throws IOException {
    batches(12);
    Files.delete(checkpoint());
    batches(1);
    assertThat(new PlainReader(folder()).rows()).hasSize(13);
  }

  @Test
  void aTruncatedCheckpointIsNamedWhereItIsNeeded() throws IOException {
    batches(12);
    byte[] bytes = Files.readAllBytes(checkpoint());
    Files.write(checkpoint(), Arrays.copyOf(bytes, bytes.length / 2));

    // The newest version's checksum holds what a stream needs.
    batches(1);
    try (Stream<Path> files = Files.list(folder().resolve("_delta_log"))) {
      for (Path file : files.filter(path -> path.toString().endsWith(".crc")).toList()) {
        Files.delete(file);
      }
    }
    assertNotWritable(() -> table().head(), "00000000000000000010.checkpoint.parquet");
  }

  private Path checkpoint() {
    return folder().resolve("_delta_log/00000000000000000010.checkpoint.parquet");
  }

  @Test
  void aTruncatedVerdictIsNamed() throws IOException {
    ControlTable control = store.control(locations());
    control.createIfAbsent();
    control.publish(
        new ControlRow(
            "orders",
            "t",
            Samples.APP,
            Optional.of(Samples.COMMIT_TS),
            Granularity.HOUR,
            Samples.COMMIT_TS,
            new Offset(Samples.lsn(1), Samples.COMMIT_TS)));
    Path file = dataFile("strandline_control");
    Files.write(file, Arrays.copyOf(Files.readAllBytes(file), 50));

    assertNotWritable(() -> control.read("orders"), file.getFileName().toString());
  }

  /** The newest batch of the facts is in the log; no call reads rows of facts. */
  @Test
  void truncatedFactsDoNotConcernTheStream() throws IOException {
    FactsTable facts = store.facts(locations());
    facts.append("t", "a", 0, List.of(FactsRow.empty()));
    Path file = dataFile("strandline_facts");
    Files.write(file, Arrays.copyOf(Files.readAllBytes(file), 50));

    facts.append("t", "a", 1, List.of(FactsRow.empty()));

    assertThat(facts.view().newestBatch("t", "a")).isEqualTo(1);
  }

  private Path dataFile(String table) throws IOException {
    try (Stream<Path> files = Files.list(warehouse.resolve(table))) {
      return files.filter(path -> path.toString().endsWith(".parquet")).findFirst().orElseThrow();
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"DISK_FULL", "READ_ONLY"})
  void b48AFailingDiskLeavesNothingBehind(FailingFileSystem.Failure failure) {
    batches(1);
    BronzeTable table = table();
    BronzeHead.Present head = Samples.present(table);
    FailingFileSystem.fail(failure);

    assertNotWritable(
        () ->
            table.write(
                head,
                head.captured(),
                Samples.stamp(Samples.next(head.state())),
                List.of(Samples.rows(100, 1000)).iterator()),
        failure == FailingFileSystem.Failure.DISK_FULL ? "No space left" : "Read-only");

    FailingFileSystem.fail(FailingFileSystem.Failure.NONE);
    batches(1);
    assertThat(new PlainReader(folder()).rows()).hasSize(2);
  }

  @Test
  void b48FactsOnAFailingDiskAreNotWritten() {
    FactsTable facts = store.facts(locations());
    facts.append("t", "a", 0, List.of(FactsRow.empty()));
    FailingFileSystem.fail(FailingFileSystem.Failure.DISK_FULL);

    assertNotWritable(() -> facts.append("t", "a", 1, List.of(FactsRow.empty())), "No space left");
    assertThat(facts.view().newestBatch("t", "a")).isZero();
  }

  @ParameterizedTest
  @ValueSource(strings = {"orders", "strandline_facts", "strandline_control"})
  void aFolderOfOtherFilesIsNoPlaceForATable(String place) throws IOException {
    Path file = warehouse.resolve(place + "/2024/part-0.parquet");
    Files.createDirectories(file.resolveSibling(""));
    Files.writeString(file, "other people's rows");
    Map<String, Long> before = listing();

    assertThatThrownBy(() -> look(place))
        .isInstanceOf(ForeignTableException.class)
        .hasMessageContaining("'2024'");
    assertThat(listing()).isEqualTo(before);
  }

  @ParameterizedTest
  @ValueSource(strings = {"orders", "strandline_facts", "strandline_control"})
  void whatACreationLeftThatCrashedIsNotForeign(String place) throws IOException {
    Path folder = warehouse.resolve(place);
    Files.createDirectories(folder.resolve("_delta_log"));
    Files.writeString(folder.resolve("_delta_log/.00000000000000000000.json.a1"), "{");
    Files.writeString(folder.resolve(".hidden"), "");

    look(place);

    assertThat(folder.resolve("_delta_log/00000000000000000000.json")).exists();
  }

  private void look(String place) {
    switch (place) {
      case "strandline_facts" -> store.facts(locations()).createIfAbsent();
      case "strandline_control" -> store.control(locations()).createIfAbsent();
      default -> batches(1);
    }
  }

  @Test
  void factsAndControlAreNotEachOther() {
    store.facts(locations()).createIfAbsent();
    TableLocations crossed =
        new TableLocations(
            locations().bronze(), locations().control(), locations().facts(), warehouse.toString());
    Map<String, Long> before = listing();

    assertThatThrownBy(() -> store.control(crossed).createIfAbsent())
        .isInstanceOf(ForeignTableException.class)
        .hasMessageContaining("control/1");
    assertThat(listing()).isEqualTo(before);
  }

  @Test
  void alteredEventsAreNotBelieved() throws IOException {
    batches(1);
    List<FactsRow> events =
        Collections.nCopies(
            LastBatch.MAX_EVENTS + 1, FactsRow.empty().with(FactsColumn.DETAIL, "one"));
    String reference = table().storeEvents(events).orElseThrow();
    Path file = folder().resolve("_strandline").resolve(reference);
    assertThat(file).exists();
    String text = Files.readString(file);

    Files.writeString(file, text.replaceFirst("one", "two"));
    assertNotWritable(() -> table().readEvents(reference), "does not hold what was written");
    assertThat(table().storeEvents(events)).contains(reference);
    assertThat(table().readEvents(reference)).isEqualTo(events);
    Files.delete(file);
    assertNotWritable(() -> table().readEvents(reference), "is not there");
  }
}
