package io.strandline.checks.ingest;

import static org.assertj.core.api.Assertions.assertThat;

import io.strandline.checks.scene.Scene;
import io.strandline.cli.Main;
import io.strandline.explain.Explanation;
import io.strandline.explain.Reason;
import io.strandline.explain.ReasonCode;
import io.strandline.option.Option;
import io.strandline.option.OptionValues;
import io.strandline.port.ControlTable;
import io.strandline.port.TableLocations;
import io.strandline.port.TableStore;
import io.strandline.port.TableStoreProvider;
import io.strandline.report.Adoptable;
import io.strandline.report.IngestReport;
import io.strandline.stream.Overview;
import io.strandline.stream.Strandline;
import io.strandline.stream.Stream;
import io.strandline.stream.StreamGroup;
import io.strandline.stream.Verdicts;
import io.strandline.verdict.ControlRow;
import io.strandline.verdict.Finality;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.ServiceLoader;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A published verdict counts for the very table that it was published of, and for no other. */
final class AnotherTableTest {

  private static final Instant FROM = Instant.parse("2013-01-01T05:10:00Z");
  private static final Instant UNTIL = Instant.parse("2013-01-01T06:00:00Z");
  private static final Instant NEXT = Instant.parse("2013-01-01T07:00:00Z");

  @TempDir Path folder;
  private Scene scene;
  private Stream stream;
  private Path table;

  /** The hour until 06:00 is final. */
  @BeforeEach
  void begin() {
    scene = Scene.at(folder, Instant.parse("2013-01-01T05:00:00Z"));
    scene.insert(1);
    stream = scene.stream();
    table = scene.warehouse.resolve("flights");
    scene.idle(Duration.ofMinutes(62));
    stream.ingest();
    assertEverywhere(Finality.FINAL);
  }

  @AfterEach
  void end() {
    scene.close();
  }

  private String control() {
    return scene.warehouse.resolve("strandline_control").toString();
  }

  private void assertEverywhere(Finality expected, ReasonCode... codes) {
    assertEverywhere(stream, FROM, UNTIL, expected, codes);
  }

  /** The stream, the verdicts, the overview and the command line say the same. */
  private void assertEverywhere(
      Stream asked, Instant from, Instant until, Finality expected, ReasonCode... codes) {
    assertThat(asked.isFinal(from, until)).as("the stream").isEqualTo(expected);
    Explanation explanation = asked.explain(from, until);
    assertSays(explanation, expected, codes);
    try (Verdicts verdicts = Strandline.verdicts(control());
        Overview overview = Strandline.overview(control())) {
      assertThat(verdicts.isFinal("flights", from, until)).as("verdicts").isEqualTo(expected);
      assertThat(overview.explain("flights", from, until).finality())
          .as("overview")
          .isEqualTo(expected);
    }
    StringWriter out = new StringWriter();
    StringWriter err = new StringWriter();
    int code =
        Main.run(
            new PrintWriter(out, true),
            new PrintWriter(err, true),
            "is-final",
            "--control",
            control(),
            "--table",
            "flights",
            "--from",
            from.toString(),
            "--until",
            until.toString(),
            "--json");
    assertThat(code).as("is-final %s%s", out, err).isEqualTo(expected == Finality.OPEN ? 3 : 0);
  }

  private static void assertSays(Explanation explanation, Finality expected, ReasonCode... codes) {
    assertThat(explanation.finality()).as(explanation.sentence()).isEqualTo(expected);
    assertThat(explanation.reasons())
        .as(explanation.sentence())
        .extracting(Reason::code)
        .startsWith(codes);
    assertThat(explanation.finalizedUntil().isPresent())
        .as(explanation.sentence())
        .isEqualTo(expected != Finality.OPEN);
  }

  private static void copy(Path from, Path to) throws IOException {
    try (var paths = Files.walk(from)) {
      for (Path path : paths.toList()) {
        Files.copy(path, to.resolve(from.relativize(path).toString()));
      }
    }
  }

  private static void delete(Path tree) throws IOException {
    try (var paths = Files.walk(tree)) {
      for (Path path : paths.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(path);
      }
    }
  }

  /** Makes a table of another program. */
  private static void foreign(Path at) throws IOException {
    Files.createDirectories(at.resolve("_delta_log"));
    Files.writeString(
        at.resolve("_delta_log/00000000000000000000.json"),
        String.join(
            "\n",
            "{\"protocol\":{\"minReaderVersion\":1,\"minWriterVersion\":2}}",
            "{\"metaData\":{\"id\":\"0f1e2d3c-4b5a-6978-8796-a5b4c3d2e1f0\",\"format\":"
                + "{\"provider\":\"parquet\",\"options\":{}},\"schemaString\":"
                + "\"{\\\"type\\\":\\\"struct\\\",\\\"fields\\\":[{\\\"name\\\":\\\"a\\\","
                + "\\\"type\\\":\\\"integer\\\",\\\"nullable\\\":true,\\\"metadata\\\":{}}]}\","
                + "\"partitionColumns\":[],\"configuration\":{},\"createdTime\":0}}",
            ""));
  }

  /** Gives a table another id, as a clone has one. */
  private static void cloned(Path at) throws IOException {
    try (var files = Files.list(at.resolve("_delta_log"))) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        String text = Files.readString(file, StandardCharsets.ISO_8859_1);
        Files.writeString(
            file,
            text.replaceAll("(\"meta[dD]ata\":\\{\"id\":)\"[^\"]+\"", "$1\"0f1e2d3c-4b5a\""),
            StandardCharsets.ISO_8859_1);
      }
    }
  }

  /** Publishes a row as another program might write it. */
  private void publish(ControlRow row) {
    try (TableStore store =
        ServiceLoader.load(TableStoreProvider.class)
            .findFirst()
            .orElseThrow()
            .open(InstantSource.system())) {
      ControlTable rows =
          store.control(new TableLocations("", "", control(), scene.warehouse.toString()));
      assertThat(rows.publish(row)).isEqualTo(row);
    }
  }

  @Test
  void aTableThatIsGone() throws IOException {
    delete(table);
    assertEverywhere(Finality.OPEN, ReasonCode.NO_TABLE);
  }

  @Test
  void aTableThatWasMadeAgain() throws IOException {
    delete(table);
    OptionValues elsewhere =
        scene.options().set(Option.CONTROL, scene.warehouse.resolve("control_2").toString());
    Stream other = scene.stream(elsewhere);
    assertThat(other.ingest()).isInstanceOf(IngestReport.Committed.class);

    assertEverywhere(Finality.OPEN, ReasonCode.ANOTHER_TABLE);
    Explanation explanation = stream.explain(FROM, UNTIL);
    assertThat(explanation.sentence())
        .contains("2013-01-01T06:00:00Z", stream.verdict().orElseThrow().tableId(), "ingest()");
    scene.idle(Duration.ofMinutes(5));
    scene.insert(2);
    stream.ingest();
    assertThat(stream.isFinal(UNTIL.minusSeconds(60), UNTIL)).isNotEqualTo(Finality.OPEN);
  }

  @Test
  void anotherProgramsTable() throws IOException {
    delete(table);
    foreign(table);
    assertEverywhere(Finality.OPEN, ReasonCode.ANOTHER_TABLE, ReasonCode.INGESTION_STOPPED);
  }

  @Test
  void aCloneInItsPlace() throws IOException {
    cloned(table);
    assertEverywhere(Finality.OPEN, ReasonCode.ANOTHER_TABLE, ReasonCode.INGESTION_STOPPED);
    assertThat(stream.explain(FROM, UNTIL).sentence()).contains("adopt --what target");
  }

  @Test
  void anOlderCopyInItsPlace() throws IOException {
    Path older = folder.resolve("older");
    copy(table, older);
    scene.idle(Duration.ofMinutes(60));
    stream.ingest();
    assertEverywhere(stream, UNTIL, NEXT, Finality.FINAL);
    delete(table);
    copy(older, table);

    assertEverywhere(stream, UNTIL, NEXT, Finality.OPEN, ReasonCode.INGESTION_STOPPED);
  }

  @Test
  void aRowWhoseVerdictSomeoneMovedAhead() {
    ControlRow row = stream.verdict().orElseThrow();
    publish(
        new ControlRow(
            row.tableName(),
            row.tableId(),
            row.appId(),
            Optional.of(NEXT),
            row.granularity(),
            row.losslessSince(),
            row.end()));

    assertThat(stream.isFinal(UNTIL, NEXT)).isEqualTo(Finality.OPEN);
    assertThat(stream.explain(UNTIL, NEXT).finality()).isEqualTo(Finality.OPEN);
    assertEverywhere(Finality.FINAL);
  }

  @Test
  void anotherStreamsTable() {
    Stream other = scene.stream(scene.options().set(Option.APP_ID, "another"));
    assertThat(other.isFinal(FROM, UNTIL)).isEqualTo(Finality.OPEN);
    Explanation explanation = other.explain(FROM, UNTIL);
    assertSays(explanation, Finality.OPEN, ReasonCode.INGESTION_STOPPED);
    assertThat(explanation.sentence()).contains("FOREIGN_TABLE");
  }

  @Test
  void aControlTableThatIsGoneIsWrittenAnew() throws IOException {
    delete(scene.warehouse.resolve("strandline_control"));
    assertThat(stream.isFinal(FROM, UNTIL)).isEqualTo(Finality.OPEN);
    assertThat(stream.explain(FROM, UNTIL).reasons())
        .extracting(Reason::code)
        .containsExactly(ReasonCode.VERDICT_LATE);
    stream.ingest();
    assertEverywhere(Finality.FINAL);
  }

  @Test
  void aVerdictThatIsNotYetThereCostsNoLookAtTheTable() throws IOException {
    delete(table);
    Files.writeString(table, "a file");
    assertThat(stream.isFinal(UNTIL, NEXT)).isEqualTo(Finality.OPEN);
    assertThat(List.of(stream.explain(FROM, UNTIL).reasons().get(0).code()))
        .containsExactly(ReasonCode.TABLE_UNREADABLE);
  }

  @Test
  void twoStreamsOfOneNameTakeTurnsAndNeverEachOthersVerdict() {
    OptionValues shared =
        scene.options().set(Option.WAREHOUSE, folder + "/b").set(Option.CONTROL, control());
    OptionValues second = shared.set(Option.TARGET, folder + "/b/flights");
    Stream other = scene.stream(second);
    assertThat(other.isFinal(FROM, UNTIL)).as("before its table").isEqualTo(Finality.OPEN);
    scene.idle(Duration.ofMinutes(62));
    IngestReport theirs = other.ingest();
    assertThat(theirs.status().finalizedUntil()).contains(NEXT);

    assertThat(stream.isFinal(FROM, UNTIL)).isEqualTo(Finality.OPEN);
    assertSays(stream.explain(UNTIL, NEXT), Finality.OPEN, ReasonCode.ANOTHER_TABLE);
    IngestReport own = stream.ingest();
    assertThat(own.status().finalizedUntil()).contains(NEXT);
    assertThat(other.isFinal(UNTIL, NEXT)).isEqualTo(Finality.OPEN);
    IngestReport idle = other.ingest();
    assertThat(idle).isInstanceOf(IngestReport.Idle.class);
    assertThat(other.isFinal(UNTIL, NEXT)).isNotEqualTo(Finality.OPEN);
    assertThat(stream.isFinal(UNTIL, NEXT)).isEqualTo(Finality.OPEN);
  }

  @Test
  void aReportWithoutATableTellsNoVerdict() throws IOException {
    delete(table);
    scene.disable("dbo_flights");
    scene.enable("dbo_flights", "");
    IngestReport report = stream.ingest();
    assertThat(report).isInstanceOf(IngestReport.Idle.class);
    assertThat(table).doesNotExist();
    assertThat(report.status().finalizedUntil()).isEmpty();
  }

  @Test
  void whatAnAdoptedTableLacksIsAGapThoughTheRowDoesNotSayIt() throws IOException {
    Path older = folder.resolve("older");
    copy(table, older);
    scene.insert(7);
    scene.idle(Duration.ofMinutes(60));
    stream.ingest();
    Path row = folder.resolve("row");
    copy(Path.of(control()), row);
    delete(table);
    copy(older, table);
    stream.adopt(EnumSet.of(Adoptable.TARGET));
    delete(Path.of(control()));
    copy(row, Path.of(control()));

    assertEverywhere(stream, UNTIL, NEXT, Finality.FINAL_WITH_GAP, ReasonCode.GAP);
  }

  @Test
  void aControlTableOfAnotherWarehouse() throws IOException {
    Path copied = folder.resolve("copied");
    copy(scene.warehouse, copied);
    scene.idle(Duration.ofMinutes(60));
    stream.ingest();
    delete(copied.resolve("strandline_control"));
    copy(Path.of(control()), copied.resolve("strandline_control"));

    try (Verdicts verdicts = Strandline.verdicts(copied + "/strandline_control")) {
      assertThat(verdicts.verdict("flights").orElseThrow().finalizedUntil()).contains(NEXT);
      assertThat(verdicts.isFinal("flights", UNTIL, NEXT)).isEqualTo(Finality.OPEN);
      assertThat(verdicts.confirmed("flights")).isEmpty();
    }
  }

  private enum Change {
    GONE,
    FOREIGN,
    CLONED
  }

  @ParameterizedTest
  @EnumSource
  void aGroupIsTakenBackWithItsMembersTable(Change change) throws IOException {
    Stream second = scene.stream(scene.options().set(Option.TARGET, scene.warehouse + "/second"));
    StreamGroup group = scene.strandline().group("both", List.of(stream, second));
    ControlRow before = group.ingest().published().orElseThrow();
    assertThat(before.finalizedUntil()).contains(UNTIL);
    delete(table);
    switch (change) {
      case GONE -> assertThat(table).doesNotExist();
      case FOREIGN -> foreign(table);
      case CLONED -> {
        copy(scene.warehouse.resolve("second"), table);
        cloned(table);
      }
    }
    ControlRow after = group.ingest().published().orElseThrow();

    assertThat(after.tableId()).isNotEqualTo(before.tableId());
    assertThat(after.finalizedUntil().isPresent())
        .as("only a table that was made again has read the hour")
        .isEqualTo(change == Change.GONE);
  }
}
