package io.strandline.delta;

import static org.assertj.core.api.Assertions.assertThat;

import io.strandline.change.ColumnType;
import io.strandline.change.ColumnType.Kind;
import io.strandline.change.TableColumn;
import io.strandline.port.BronzeHead;
import io.strandline.port.BronzeTable;
import io.strandline.port.CommitOutcome;
import io.strandline.port.ForeignCommits;
import io.strandline.port.ForeignCommits.Harmful;
import io.strandline.port.ForeignCommits.Harmless;
import io.strandline.port.ForeignCommits.Unjudgeable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ForeignCommitsTest {

  @TempDir Path warehouse;

  private BronzeTable table;
  private ForeignLog log;

  @BeforeEach
  void createWithOneBatch() {
    table = TestStore.open().bronze(Samples.locations(warehouse));
    log = new ForeignLog(warehouse.resolve("orders"));
    Samples.commit(table, Samples.created(table, Samples.ID_AND_NAME), Samples.rows(11, 3));
  }

  private ForeignCommits judged() {
    return Samples.present(table).foreignCommits();
  }

  @Test
  void theOwnCommitsAreHarmless() {
    assertThat(judged()).isEqualTo(new Harmless());
    Samples.commit(table, Samples.present(table));
    assertThat(judged()).isEqualTo(new Harmless());
  }

  @Test
  void theCreationIsOwn() {
    BronzeTable fresh = TestStore.open().bronze(Samples.locations(warehouse.resolve("deeper")));

    assertThat(Samples.created(fresh, Samples.ID_AND_NAME).foreignCommits())
        .isEqualTo(new Harmless());
  }

  @Test
  void anAppendIsHarmful() {
    log.commit("WRITE", "{\"mode\":\"Append\"}", ForeignLog.add("x", true));

    assertThat(judged()).isEqualTo(new Harmful(2, "it adds rows (WRITE)"));
  }

  @Test
  void anAppendByPlainKernelIsHarmful() {
    new PlainWriter(warehouse.resolve("orders")).copyOneRow();

    assertThat(judged()).isEqualTo(new Harmful(2, "it adds rows (WRITE)"));
  }

  @Test
  void rewritesWithoutDataChangeAreHarmless() {
    log.commit("OPTIMIZE", "{}", ForeignLog.remove("a", false), ForeignLog.add("x", false));

    assertThat(judged()).isEqualTo(new Harmless());
  }

  @Test
  void aDeletesRemovesAndRewritesAreHarmless() {
    log.commit("DELETE", "{}", ForeignLog.remove("a", true));
    log.commit("DELETE", "{}", ForeignLog.remove("a", true), ForeignLog.add("x", true));

    assertThat(judged()).isEqualTo(new Harmless());
  }

  @Test
  void aDeleteThatOnlyAddsIsHarmful() {
    log.commit("DELETE", "{}", ForeignLog.add("x", true));

    assertThat(judged()).isEqualTo(new Harmful(2, "it adds rows (DELETE)"));
  }

  @Test
  void commitsWithoutActionsOnRowsAreHarmless() {
    log.commit("VACUUM END", "{}");
    log.commit("WRITE", "{}", "{\"txn\":{\"appId\":\"other\",\"version\":1}}");

    assertThat(judged()).isEqualTo(new Harmless());
  }

  @Test
  void markedCommitsAreOurs() {
    log.commitMarked("WRITE", "{\"strandline\":\"backfill\"}", ForeignLog.add("x", true));

    assertThat(judged()).isEqualTo(new Harmless());
  }

  @ParameterizedTest
  @ValueSource(strings = {"no JSON", "{\"other\":1}", "[\"strandline\"]", "\"strandline\""})
  void otherUserMetadataIsNoMark(String userMetadata) {
    log.commitMarked("WRITE", userMetadata, ForeignLog.add("x", true));

    assertThat(judged()).isInstanceOf(Harmful.class);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "RESTORE",
        "CLONE",
        "TRUNCATE",
        "REPLACE TABLE",
        "CREATE OR REPLACE TABLE AS SELECT"
      })
  void rewritingOperationsAreHarmful(String operation) {
    log.commit(operation, "{}");

    assertThat(judged()).isEqualTo(new Harmful(2, "it is a " + operation));
  }

  @Test
  void anOverwriteIsHarmful() {
    log.commit("WRITE", "{\"mode\":\"Overwrite\"}", ForeignLog.remove("a", true));

    assertThat(judged()).isEqualTo(new Harmful(2, "it overwrites the table (WRITE)"));
  }

  @Test
  void removesOfAnotherOperationAreHarmful() {
    log.commit("MERGE", "{}", ForeignLog.remove("a", true));

    assertThat(judged()).isEqualTo(new Harmful(2, "it removes rows (MERGE)"));
  }

  @Test
  void theFirstHarmfulCommitIsNamed() {
    log.commit("OPTIMIZE", "{}", ForeignLog.add("w", false));
    log.commit("WRITE", "{}", ForeignLog.add("x", true));
    log.commit("RESTORE", "{}");

    assertThat(judged()).isEqualTo(new Harmful(3, "it adds rows (WRITE)"));
  }

  @Test
  void aRestoreThatCarriesTheStateAlongIsHarmful() {
    Samples.commit(table, Samples.present(table));
    log.commit("RESTORE", "{}", log.line(2, "domainMetadata"), ForeignLog.remove("a", true));

    assertThat(judged()).isEqualTo(new Harmful(3, "it is a RESTORE"));
  }

  @Test
  void aPropertyChangeIsHarmless() {
    log.commit(
        "SET TBLPROPERTIES",
        "{}",
        log.line(0, "metaData").replace("\"configuration\":{", "\"configuration\":{\"a\":\"b\""));

    assertThat(judged()).isEqualTo(new Harmless());
  }

  @ParameterizedTest
  @CsvSource({"id:nr,id", "integer:long,_operation"})
  void aChangeOfTheColumnsIsHarmful(String change, String column) {
    String[] parts = change.split(":");
    String from = "\\\"" + parts[0] + "\\\"";
    log.commit(
        "CHANGE COLUMN",
        "{}",
        log.line(0, "metaData")
            .replaceFirst(
                java.util.regex.Pattern.quote(from),
                java.util.regex.Matcher.quoteReplacement("\\\"" + parts[1] + "\\\"")));

    assertThat(judged())
        .isEqualTo(new Harmful(2, "it changes or drops the column '" + column + "'"));
  }

  @Test
  void aColumnThatMayBeNullIsTheOwnersToAdd() {
    log.commit("ADD COLUMNS", "{}", withColumn("owner_note", "true", "{}"));

    assertThat(judged()).isEqualTo(new Harmless());
    assertThat(Samples.present(table).captured())
        .contains(new TableColumn("owner_note", ColumnType.of(Kind.STRING)));
    assertThat(Samples.commit(table, Samples.present(table)))
        .isInstanceOf(CommitOutcome.Committed.class);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      quoteCharacter = '"',
      textBlock =
          """
          false; {}
          true;  {'delta.generationExpression':'1'}
          true;  {'CURRENT_DEFAULT':'1'}
          true;  {'delta.invariants':'x'}
          """)
  void aColumnThatWantsValuesIsHarmful(String nullable, String metadata) {
    log.commit("ADD COLUMNS", "{}", withColumn("wants", nullable, metadata));

    assertThat(judged())
        .isEqualTo(new Harmful(2, "it has the column 'wants' that wants a value in each row"));
  }

  @Test
  void aChangeOfColumnsThatWasTakenBackIsHarmless() {
    log.commit("ADD COLUMNS", "{}", withColumn("wants", "false", "{}"));
    log.commit("DROP COLUMNS", "{}", log.line(0, "metaData"));

    assertThat(judged()).isEqualTo(new Harmless());
  }

  private String withColumn(String name, String nullable, String metadata) {
    String field =
        "{\\\"name\\\":\\\"%s\\\",\\\"type\\\":\\\"string\\\",\\\"nullable\\\":%s,\\\"metadata\\\":%s},"
            .formatted(name, nullable, metadata.replace("'", "\\\""));
    return log.line(0, "metaData").replace("\\\"fields\\\":[", "\\\"fields\\\":[" + field);
  }

  @Test
  void anotherTableIdIsAReplacedTable() {
    BronzeHead.Present before = Samples.present(table);
    log.commit("WRITE", "{}", log.line(0, "metaData").replace(before.tableId(), "another"));

    assertThat(judged()).isEqualTo(new Harmful(2, "it replaces the table"));
    assertThat(Samples.present(table).tableId()).isEqualTo("another");
  }

  @Test
  void commitsThatTheLogLostCannotBeJudged() throws IOException {
    log.commit("OPTIMIZE", "{}");
    log.commit("OPTIMIZE", "{}");
    new PlainWriter(warehouse.resolve("orders")).checkpoint(3);
    Files.delete(log.file(0));
    Files.delete(log.file(1));

    ForeignCommits judged = judged();

    assertThat(judged).isEqualTo(new Unjudgeable("the log no longer holds version 1"));
  }
}
