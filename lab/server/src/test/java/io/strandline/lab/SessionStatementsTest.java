package io.strandline.lab;

import static org.assertj.core.api.Assertions.assertThat;

import io.strandline.lab.session.SqlMessage;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Statements that steer a session, and functions in FROM. */
class SessionStatementsTest {

  private Lab lab;
  private LabSqlRunner sql;

  @BeforeEach
  void startLab() {
    lab = Lab.start(LabConfig.stepped().withDatabases("sales", "other"));
    sql = lab.admin("sales");
  }

  @AfterEach
  void closeLab() {
    sql.close();
    lab.close();
  }

  private void row(String query, String expected) {
    assertThat(ResultText.rows(sql.query(query))).containsExactly(expected);
  }

  private void error(int number, String text) {
    assertThat(sql.record(text).errors()).extracting(SqlMessage::number).containsExactly(number);
  }

  @Test
  @Tag("B1")
  void variablesAreDeclaredAndSet() {
    row("DECLARE @a int = 2, @b varchar(5); SET @b = 'x'; SET @a = @a * 3; SELECT @a, @b", "6|x");
    row("DECLARE @a int; SELECT @a", "NULL");
    row("DECLARE @a int = 1; SET @a += 4; SELECT @a", "5");
    error(137, "SET @nope = 1");
    error(134, "DECLARE @a int, @a int");
  }

  @Test
  @Tag("B4")
  void optionsLastForTheSession() {
    sql.run("SET NOCOUNT ON; SET LOCK_TIMEOUT 250; SET XACT_ABORT ON; SET ANSI_NULLS ON");
    row("SELECT @@LOCK_TIMEOUT", "250");
    sql.run("SET LOCK_TIMEOUT -1; SET NOCOUNT OFF; SET DATEFIRST 7; SET QUOTED_IDENTIFIER ON");
    row("SELECT @@LOCK_TIMEOUT", "-1");
  }

  @Test
  @Tag("B4")
  void optionsUnderWhichNothingShouldRunAreRefused() {
    sql.run("CREATE TABLE dbo.kept (id int NOT NULL); INSERT dbo.kept VALUES (1)");
    error(40510, "SET NOEXEC ON; DELETE dbo.kept");
    error(40510, "SET PARSEONLY ON; DELETE dbo.kept");
    error(40510, "SET SHOWPLAN_TEXT ON; DELETE dbo.kept");
    error(40510, "SET DATEFIRST 1; DELETE dbo.kept");
    sql.run("SET NOEXEC OFF; SET PARSEONLY OFF; SET SHOWPLAN_TEXT OFF");
    row("SELECT COUNT(*) FROM dbo.kept", "1");
  }

  @Test
  @Tag("B6")
  void useChangesTheDatabase() {
    sql.run("USE other");
    row("SELECT DB_NAME()", "other");
    error(911, "USE nope");
    row("SELECT DB_NAME()", "other");
  }

  @Test
  @Tag("B11")
  void waitForDelayWaitsForTheLabsClock() throws Exception {
    CompletableFuture<String> waiting =
        CompletableFuture.supplyAsync(
            () -> ResultText.rows(sql.query("WAITFOR DELAY '00:00:05'; SELECT 'over'")).get(0));

    for (int step = 0; step < 10_000 && !waiting.isDone(); step++) {
      lab.clock().advance(Duration.ofSeconds(1));
      Thread.onSpinWait();
      try {
        waiting.get(5, TimeUnit.MILLISECONDS);
      } catch (java.util.concurrent.TimeoutException e) {
        continue;
      }
    }

    assertThat(waiting.get(1, TimeUnit.SECONDS)).isEqualTo("over");
    assertThat(lab.clock().instant())
        .isAfterOrEqualTo(LabConfig.stepped().clock().start().plusSeconds(5));
  }

  @Test
  @Tag("B12")
  void proceduresTakeNamedArguments() {
    row("EXEC sys.sp_executesql @stmt = N'SELECT 1'", "1");
    row(
        "DECLARE @n int; EXEC sp_executesql N'SET @x = 7', N'@x int OUTPUT', @x = @n OUTPUT; SELECT"
            + " @n",
        "7");
    error(2812, "EXEC dbo.nope @a = 1");
  }

  @Test
  @Tag("S9")
  @Tag("F1.3.20")
  @Tag("F8.5")
  @Tag("F8.6")
  void capturedTablesAreReadByFunctionAndRenamed() {
    sql.run("EXEC sys.sp_cdc_enable_db");
    sql.run("CREATE TABLE dbo.t (id int NOT NULL PRIMARY KEY, v int NULL, w int NULL)");
    sql.run(
        "EXEC sys.sp_cdc_enable_table N'dbo', N't', @role_name = NULL, @captured_column_list ="
            + " N'id, v'");
    lab.database("sales").capture().drain();
    sql.run("INSERT dbo.t VALUES (1, 2, 3)");
    lab.database("sales").capture().drain();

    row(
        "DECLARE @from binary(10) = sys.fn_cdc_get_min_lsn(N'dbo_t'), @to binary(10) ="
            + " sys.fn_cdc_get_max_lsn(); SELECT c.id, c.v FROM"
            + " cdc.fn_cdc_get_all_changes_dbo_t(@from, @to, N'all') AS c",
        "1|2");
    error(4928, "EXEC sp_rename 'dbo.t.v', 'u', 'COLUMN'");
    sql.run("EXEC sp_rename 'dbo.t.w', 'x', 'COLUMN'; EXEC sp_rename 'dbo.t', 'renamed'");
    lab.database("sales").capture().drain();

    LabResult help = sql.query("EXEC sys.sp_cdc_help_change_data_capture");
    assertThat(ResultText.rows(help)).singleElement().asString().startsWith("dbo|renamed|dbo_t|");
    assertThat(sql.query("EXEC sys.sp_cdc_get_ddl_history N'dbo_t'").rows()).isEmpty();
  }
}
