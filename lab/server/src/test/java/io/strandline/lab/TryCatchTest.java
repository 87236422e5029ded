package io.strandline.lab;

import static org.assertj.core.api.Assertions.assertThat;

import io.strandline.lab.session.SqlMessage;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** TRY and CATCH, THROW, RAISERROR and transactions that can only be rolled back. */
class TryCatchTest {

  private Lab lab;
  private LabSqlRunner sql;

  @BeforeEach
  void startLab() {
    lab = Lab.start(LabConfig.stepped());
    sql = lab.admin("sales");
    sql.run("CREATE TABLE t (id int NOT NULL PRIMARY KEY, v varchar(10) NULL)");
    sql.run("INSERT t VALUES (1, 'a')");
  }

  @AfterEach
  void closeLab() {
    sql.close();
    lab.close();
  }

  private static List<Integer> numbers(LabRecording recording) {
    return recording.errors().stream().map(SqlMessage::number).toList();
  }

  private String only(String text) {
    return ResultText.row(sql.query(text).rows().get(0));
  }

  @Test
  @Tag("B10")
  void catchTellsWhatWasCaught() {
    String row =
        only(
            "BEGIN TRY\n  INSERT t VALUES (1, 'b');\nEND TRY\nBEGIN CATCH\n"
                + "  SELECT ERROR_NUMBER(), ERROR_SEVERITY(), ERROR_STATE(), ERROR_LINE(),"
                + " ERROR_PROCEDURE(), @@ERROR, XACT_STATE();\nEND CATCH");

    assertThat(row).isEqualTo("2627|14|1|2|NULL|2627|0");
  }

  @Test
  @Tag("B10")
  void outsideCatchThereIsNoError() {
    assertThat(only("SELECT ERROR_NUMBER(), ERROR_MESSAGE()")).isEqualTo("NULL|NULL");
  }

  @Test
  @Tag("B10")
  void statementsAfterTheErrorInTryDoNotRun() {
    sql.run(
        "BEGIN TRY INSERT t VALUES (2, 'b'); SELECT 1/0; INSERT t VALUES (3, 'c') END TRY"
            + " BEGIN CATCH INSERT t VALUES (4, ERROR_NUMBER()) END CATCH");

    assertThat(ResultText.rows(sql.query("SELECT id, v FROM t")))
        .containsExactly("1|a", "2|b", "4|8134");
  }

  @Test
  @Tag("B10")
  void errorInsideExecutedTextIsCaughtEvenIfItIsOfCompilation() {
    assertThat(
            only(
                "BEGIN TRY EXEC sp_executesql N'SELECT * FROM nope' END TRY"
                    + " BEGIN CATCH SELECT ERROR_NUMBER() END CATCH"))
        .isEqualTo("208");
  }

  @Test
  @Tag("B10")
  void unknownTableOfTheSameBatchIsNotCaught() {
    LabRecording recording =
        sql.record("BEGIN TRY SELECT * FROM nope END TRY BEGIN CATCH SELECT 'caught' END CATCH");

    assertThat(numbers(recording)).containsExactly(208);
    assertThat(recording.results()).isEmpty();
  }

  @Test
  @Tag("B10")
  void innerCatchHidesTheErrorFromTheOuter() {
    assertThat(
            only(
                "BEGIN TRY BEGIN TRY THROW 50000, 'x', 1 END TRY BEGIN CATCH PRINT 'in' END CATCH;"
                    + " SELECT 'on' AS x WHERE 1 = 1 END TRY BEGIN CATCH SELECT 'out' END CATCH"))
        .isEqualTo("on");
  }

  @Test
  @Tag("B9")
  void throwRaisesItsNumberAndEndsTheBatch() {
    LabRecording recording = sql.record("THROW 50001, 'mine', 7; SELECT 1");

    SqlMessage error = recording.errors().get(0);
    assertThat(List.of(error.number(), error.severity(), error.state()))
        .containsExactly(50001, 16, 7);
    assertThat(error.text()).isEqualTo("mine");
    assertThat(recording.results()).isEmpty();
  }

  @Test
  @Tag("B9")
  void throwAloneRaisesTheCaughtErrorAsItWas() {
    LabRecording recording =
        sql.record(
            "BEGIN TRY\nINSERT t VALUES (1, 'b')\nEND TRY\nBEGIN CATCH\nPRINT 'seen';\nTHROW\n"
                + "END CATCH");

    SqlMessage error = recording.errors().get(0);
    assertThat(List.of(error.number(), error.severity(), error.state(), error.line()))
        .containsExactly(2627, 14, 1, 2);
  }

  @Test
  @Tag("B9")
  void throwOutsideItsRangeOrOutsideCatchIsRefused() {
    assertThat(numbers(sql.record("THROW 49999, 'x', 1"))).containsExactly(35100);
    assertThat(numbers(sql.record("SELECT 1; THROW"))).containsExactly(10704);
  }

  @Test
  @Tag("B8")
  void raiserrorFormatsAndReportsBySeverity() {
    LabRecording recording =
        sql.record(
            "RAISERROR('%s has %d of %5.2i%%', 10, 2, 'x', 3, 7) WITH NOWAIT;"
                + " RAISERROR('bad', 16, 9); SELECT @@ERROR");

    assertThat(recording.infos().get(0).text()).isEqualTo("x has 3 of    07%");
    assertThat(recording.infos().get(0).severity()).isZero();
    SqlMessage error = recording.errors().get(0);
    assertThat(List.of(error.number(), error.severity(), error.state()))
        .containsExactly(50000, 16, 9);
    assertThat(recording.results().get(0).value()).isEqualTo(50000);
  }

  @Test
  @Tag("B8")
  void raiserrorAbove18NeedsLogAndUnknownNumbersAreRefused() {
    assertThat(numbers(sql.record("RAISERROR('x', 19, 1)"))).containsExactly(2754);
    assertThat(numbers(sql.record("RAISERROR(50123, 16, 1)"))).containsExactly(18054);
  }

  @Test
  @Tag("B8")
  @Tag("B10")
  void raiserrorInTryGoesToCatchUnlessItIsInformation() {
    assertThat(
            only(
                "BEGIN TRY RAISERROR('a', 10, 1); RAISERROR('b', 11, 3) END TRY BEGIN CATCH"
                    + " SELECT ERROR_MESSAGE(), ERROR_SEVERITY(), ERROR_STATE() END CATCH"))
        .isEqualTo("b|11|3");
  }

  @Test
  @Tag("N13")
  @Tag("B10")
  void xactAbortDoomsTheTransactionThatCatchTakes() {
    LabRecording recording =
        sql.record(
            "SET XACT_ABORT ON; BEGIN TRAN; BEGIN TRY INSERT t VALUES (1, 'b') END TRY BEGIN"
                + " CATCH SELECT XACT_STATE(), @@TRANCOUNT; COMMIT END CATCH");

    assertThat(ResultText.rows(recording.results().get(0))).containsExactly("-1|1");
    assertThat(numbers(recording)).containsExactly(3930);
    assertThat(sql.value("SELECT @@TRANCOUNT")).isEqualTo(0);
  }

  @Test
  @Tag("N13")
  void doomedTransactionEndsWithItsBatch() {
    LabRecording recording =
        sql.record(
            "BEGIN TRAN; INSERT t VALUES (5, 'e'); BEGIN TRY SELECT CAST('x' AS int) END TRY"
                + " BEGIN CATCH SELECT XACT_STATE() END CATCH");

    assertThat(recording.results().get(recording.results().size() - 1).value()).isEqualTo(-1);
    assertThat(numbers(recording)).containsExactly(3998);
    assertThat(recording.events()).containsExactly("began", "rolled back");
    assertThat(sql.value("SELECT COUNT(*) FROM t")).isEqualTo(1);
  }

  @Test
  @Tag("N13")
  void transactionThatOnlyLostAStatementCanBeCommitted() {
    LabRecording recording =
        sql.record(
            "BEGIN TRAN; INSERT t VALUES (5, 'e'); BEGIN TRY INSERT t VALUES (1, 'x') END TRY"
                + " BEGIN CATCH SELECT XACT_STATE(); COMMIT END CATCH; SELECT XACT_STATE()");

    assertThat(recording.results()).extracting(LabResult::value).containsExactly(1, 0);
    assertThat(sql.value("SELECT COUNT(*) FROM t")).isEqualTo(2);
  }

  @Test
  @Tag("B3")
  void rollbackToASavepointForgetsLaterOnes() {
    sql.run(
        "BEGIN TRAN outermost; INSERT t VALUES (2, 'b'); SAVE TRAN a; INSERT t VALUES (3, 'c');"
            + " SAVE TRAN b; INSERT t VALUES (4, 'd'); ROLLBACK TRAN a");

    assertThat(numbers(sql.record("ROLLBACK TRAN b"))).containsExactly(6401);
    assertThat(sql.value("SELECT @@TRANCOUNT")).isEqualTo(1);
    sql.run("COMMIT");
    assertThat(ResultText.rows(sql.query("SELECT id FROM t"))).containsExactly("1", "2");
  }

  @Test
  @Tag("B3")
  void savepointNeedsATransaction() {
    assertThat(numbers(sql.record("SAVE TRAN s"))).containsExactly(628);
    assertThat(numbers(sql.record("ROLLBACK TRAN"))).containsExactly(3903);
    assertThat(numbers(sql.record("COMMIT"))).containsExactly(3902);
  }
}
