package io.strandline.lab;

import static org.assertj.core.api.Assertions.assertThat;

import io.strandline.lab.catalog.EmulatedVersion;
import io.strandline.lab.session.Parameter;
import io.strandline.lab.session.SqlMessage;
import io.strandline.lab.session.SqlRequest;
import io.strandline.lab.session.SqlType;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Batches, transactions and options, the driver's own batches among them. */
class BatchTest {

  private Lab lab;
  private LabSqlRunner sql;

  @BeforeEach
  void startLab() {
    lab = Lab.start(LabConfig.stepped());
    sql = lab.admin("sales");
    sql.run("CREATE TABLE t (id int NOT NULL PRIMARY KEY, v varchar(10) NULL)");
  }

  @AfterEach
  void closeLab() {
    sql.close();
    lab.close();
  }

  private List<Integer> numbers(LabRecording recording) {
    return recording.errors().stream().map(SqlMessage::number).toList();
  }

  @Test
  void statementErrorLeavesBatchAndTransactionGoingOn() {
    LabRecording recording =
        sql.record(
            "BEGIN TRAN; INSERT t VALUES (1, 'a'); INSERT t VALUES (1, 'b');"
                + " INSERT t VALUES (2, 'c'); COMMIT; SELECT COUNT(*) FROM t");

    assertThat(numbers(recording)).containsExactly(2627);
    assertThat(recording.infos()).extracting(SqlMessage::number).containsExactly(3621);
    assertThat(recording.results().get(0).value()).isEqualTo(2);
  }

  @Test
  void failedStatementOfManyRowsIsUndoneAsAWhole() {
    sql.run("INSERT t VALUES (3, 'x')");

    sql.record("BEGIN TRAN; INSERT t VALUES (1, 'a'), (2, 'b'), (3, 'c'); COMMIT");

    assertThat(ResultText.rows(sql.query("SELECT id FROM t"))).containsExactly("3");
  }

  @Test
  void xactAbortRollsBackAndEndsTheBatch() {
    LabRecording recording =
        sql.record(
            "SET XACT_ABORT ON; BEGIN TRAN; INSERT t VALUES (1, 'a');"
                + " INSERT t VALUES (1, 'b'); SELECT 1");

    assertThat(recording.results()).isEmpty();
    assertThat(recording.events()).containsExactly("began", "rolled back");
    assertThat(sql.value("SELECT COUNT(*) FROM t")).isEqualTo(0);
    assertThat(sql.value("SELECT @@TRANCOUNT")).isEqualTo(0);
  }

  @Test
  void compileErrorRunsNothingOfTheBatch() {
    LabRecording recording = sql.record("INSERT t VALUES (1, 'a'); SELECT FROM t");

    assertThat(numbers(recording)).containsExactly(156);
    assertThat(sql.value("SELECT COUNT(*) FROM t")).isEqualTo(0);
  }

  @Test
  void missingTableEndsTheBatchAfterWhatCameBefore() {
    LabRecording recording =
        sql.record("INSERT t VALUES (1, 'a'); SELECT * FROM nope; INSERT t VALUES (2, 'b')");

    assertThat(numbers(recording)).containsExactly(208);
    assertThat(sql.value("SELECT COUNT(*) FROM t")).isEqualTo(1);
  }

  @Test
  void errorNamesTheLineOfItsStatement() {
    LabRecording recording = sql.record("SELECT 1\n\nSELECT 1/0");

    assertThat(recording.errors().get(0).line()).isEqualTo(3);
  }

  @Test
  void savepointTakesBackPartOfATransaction() {
    sql.run(
        "BEGIN TRAN; INSERT t VALUES (1, 'a'); SAVE TRAN s; INSERT t VALUES (2, 'b');"
            + " ROLLBACK TRAN s; COMMIT");

    assertThat(ResultText.rows(sql.query("SELECT id FROM t"))).containsExactly("1");
  }

  @Test
  void nestedBeginCommitsOnlyAtTheOutermost() {
    sql.run("BEGIN TRAN; BEGIN TRAN; INSERT t VALUES (1, 'a'); COMMIT");
    assertThat(sql.value("SELECT @@TRANCOUNT")).isEqualTo(1);

    sql.run("ROLLBACK");

    assertThat(sql.value("SELECT COUNT(*) FROM t")).isEqualTo(0);
  }

  @Test
  void driverAutocommitBatchesOpenAndEndTransactions() {
    sql.run("set implicit_transactions on ");
    sql.run("SELECT 1");
    assertThat(sql.value("SELECT @@TRANCOUNT")).isEqualTo(0);
    sql.run("INSERT t VALUES (1, 'a')");
    assertThat(sql.value("SELECT @@TRANCOUNT")).isEqualTo(1);

    sql.run("IF @@TRANCOUNT > 0 ROLLBACK TRAN");
    sql.run("INSERT t VALUES (2, 'b')");
    sql.run("set implicit_transactions off IF @@TRANCOUNT > 0 COMMIT TRAN ");

    assertThat(ResultText.rows(sql.query("SELECT id FROM t"))).containsExactly("2");
  }

  @Test
  void formatOnlyReturnsColumnsWithoutRows() {
    sql.run("INSERT t VALUES (1, 'a')");

    LabRecording recording =
        sql.run("set fmtonly on SELECT id, v FROM t WHERE id>null\nset fmtonly off");

    assertThat(recording.results().get(0).rows()).isEmpty();
    assertThat(recording.results().get(0).columns()).hasSize(2);
    assertThat(sql.value("SELECT COUNT(*) FROM t")).isEqualTo(1);
  }

  @Test
  void noCountReportsNoCounts() {
    LabRecording recording = sql.run("SET NOCOUNT ON; INSERT t VALUES (1, 'a')");

    assertThat(recording.dones()).extracting(LabRecording.Done::count).containsOnly(-1L);
  }

  @Test
  void outputParametersComeBack() {
    LabRecording recording =
        sql.run(
            "SET @P1 = @P0 * 2",
            new Parameter("@P0", SqlType.of(SqlType.Kind.INT), 21, false),
            new Parameter("@P1", SqlType.of(SqlType.Kind.INT), null, true));

    assertThat(recording.outputs()).extracting(Parameter::value).containsExactly(42);
  }

  @Test
  void describeTellsColumnsWithoutRunning() {
    var columns =
        sql.session()
            .describe(
                new SqlRequest.Text(
                    "SELECT id, v AS w FROM t WHERE id = @P0",
                    List.of(new Parameter("@P0", SqlType.of(SqlType.Kind.INT), null, false))));

    assertThat(columns)
        .extracting(c -> c.name() + (c.nullable() ? "?" : ""))
        .containsExactly("id", "w?");
  }

  @Test
  void versionFunctionFailsToCompileBefore2022EvenInAnUntakenBranch() {
    try (Lab older = Lab.start(LabConfig.stepped().withVersion(EmulatedVersion.SQL_SERVER_2019));
        LabSqlRunner session = older.admin("sales")) {
      LabRecording direct = session.record("IF 1 = 0 SELECT CURRENT_TIMEZONE_ID()");
      LabRecording hidden =
          session.record("IF 1 = 0 EXEC sys.sp_executesql N'SELECT CURRENT_TIMEZONE_ID()'");

      assertThat(numbers(direct)).containsExactly(195);
      assertThat(hidden.errors()).isEmpty();
      assertThat(numbers(session.record("EXEC sp_executesql N'SELECT CURRENT_TIMEZONE_ID()'")))
          .containsExactly(195);
    }
  }

  @Test
  void truncationErrorIsTheOlderOneBefore2019() {
    try (Lab older = Lab.start(LabConfig.stepped().withVersion(EmulatedVersion.SQL_SERVER_2017));
        LabSqlRunner session = older.admin("sales")) {
      session.run("CREATE TABLE x (v varchar(2))");

      assertThat(numbers(session.record("INSERT x VALUES ('abc')"))).containsExactly(8152);
    }
  }

  @Test
  void uniqueIndexRefusesASecondValueWith2601() {
    sql.run("CREATE UNIQUE INDEX ix ON t (v)");
    sql.run("INSERT t VALUES (1, 'a')");

    assertThat(numbers(sql.record("INSERT t VALUES (2, 'A')"))).containsExactly(2601);
    sql.run("DELETE t WHERE id = 1");
    sql.run("INSERT t VALUES (2, 'A')");
  }

  @Test
  void alterTableKeepsRowsAndConvertsThem() {
    sql.run("INSERT t VALUES (1, '12')");
    sql.run("ALTER TABLE t ADD n int NOT NULL DEFAULT 5, m int NULL");
    sql.run("ALTER TABLE t ALTER COLUMN v int");
    sql.run("ALTER TABLE t DROP COLUMN m");
    sql.run("INSERT t (id, v) VALUES (2, 7)");

    assertThat(ResultText.rows(sql.query("SELECT * FROM t"))).containsExactly("1|12|5", "2|7|5");
  }

  @Test
  void driverMetadataProceduresAnswer() {
    assertThat(ResultText.rows(sql.query("EXEC sp_pkeys @table_name = N't'")).get(0))
        .startsWith("sales|dbo|t|id|1|PK__");
    assertThat(sql.query("EXEC sp_columns_100 N't', N'dbo'").rows()).hasSize(2);
    assertThat(sql.query("sp_tables N't'").rows()).hasSize(1);
    assertThat(numbers(sql.record("EXEC sp_columns_170 N't'"))).containsExactly(2812);
  }
}
