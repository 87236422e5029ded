package io.strandline.lab;

import static org.assertj.core.api.Assertions.assertThat;

import io.strandline.lab.catalog.EmulatedVersion;
import io.strandline.lab.session.SqlMessage;
import io.strandline.lab.session.SqlType;
import java.time.Instant;
import java.time.ZoneId;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Functions, system values and options, item by item of the grammar. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class FunctionGrammarTest {

  private Lab lab;
  private LabSqlRunner sql;

  @BeforeAll
  void startLab() {
    lab =
        Lab.start(
            LabConfig.stepped()
                .withZone(ZoneId.of("America/Sao_Paulo"))
                .withStart(Instant.parse("2026-03-10T15:04:05.678Z")));
    sql = lab.admin("sales");
    sql.run(
        "CREATE TABLE dbo.t (id int IDENTITY(10, 5) CONSTRAINT pk_t PRIMARY KEY, v varchar(10)"
            + " NOT NULL CONSTRAINT df_v DEFAULT 'x', n decimal(9, 2) NULL, c AS (id * 2)"
            + " PERSISTED, CONSTRAINT ck_n CHECK (n > 0))");
    sql.run("INSERT t (n) VALUES (1), (2)");
    sql.run("CREATE TABLE dbo.f (tid int CONSTRAINT fk_t REFERENCES t (id), s sysname)");
  }

  @AfterAll
  void closeLab() {
    lab.close();
  }

  private void rows(String query, String... expected) {
    assertThat(ResultText.rows(sql.query(query))).containsExactly(expected);
  }

  private void error(int number, String text) {
    List<SqlMessage> errors = sql.record(text).errors();
    assertThat(errors).as(text).extracting(SqlMessage::number).containsExactly(number);
  }

  @Test
  @Tag("N1")
  void clocks() {
    rows(
        "SELECT GETDATE(), GETUTCDATE(), SYSDATETIME(), SYSUTCDATETIME(), SYSDATETIMEOFFSET(),"
            + " CURRENT_TIMESTAMP",
        "2026-03-10T12:04:05.677|2026-03-10T15:04:05.677|2026-03-10T12:04:05.678"
            + "|2026-03-10T15:04:05.678|2026-03-10T12:04:05.678-03:00|2026-03-10T12:04:05.677");
  }

  @Test
  @Tag("N2")
  @Tag("N3")
  void dateArithmetic() {
    rows(
        "SELECT DATEADD(month, 1, CAST('2026-01-31' AS date)), DATEDIFF(day, '2026-02-27',"
            + " '2026-03-01'), DATEDIFF(minute, '10:59:59', '11:00:00'), DATEPART(weekday,"
            + " CAST('2026-03-10' AS date)), DATEPART(week, CAST('2026-01-04' AS date))",
        "2026-02-28|2|1|3|2");
    error(155, "SELECT DATEPART(fortnight, GETDATE())");
    error(517, "SELECT DATEADD(year, 9000, GETDATE())");
  }

  @Test
  @Tag("N3")
  @Tag("F5.5")
  void zoneOfTheServer() {
    rows(
        "SELECT DATEPART(TZOFFSET, SYSDATETIMEOFFSET()), CURRENT_TIMEZONE_ID()",
        "-180|E. South America Standard Time");
  }

  @Test
  @Tag("N4")
  void offsets() {
    rows(
        "SELECT TODATETIMEOFFSET(CAST('2026-01-02 03:04' AS datetime2(0)), '+02:00'),"
            + " SWITCHOFFSET(CAST('2026-01-02 03:04 +00:00' AS datetimeoffset(0)), -180)",
        "2026-01-02T03:04+02:00|2026-01-02T00:04-03:00");
    error(9812, "SELECT SWITCHOFFSET(SYSDATETIMEOFFSET(), '3 hours')");
  }

  @Test
  @Tag("N5")
  @Tag("N6")
  @Tag("N7")
  void valuesAndText() {
    rows(
        "SELECT ISNULL(NULL, 1), COALESCE(NULL, 'b'), NULLIF(2, 2), IIF(1 > 2, 'y', 'n')",
        "1|b|NULL|n");
    rows(
        "SELECT LEN('ab '), DATALENGTH(N'ab '), SUBSTRING('abcd', 2, 2), LEFT('abc', 2),"
            + " RIGHT('abc', 2), REPLACE('aXa', 'x', '-'), CHARINDEX('c', 'abc'), UPPER('q'),"
            + " LTRIM('  z'), REPLICATE('ab', 2), QUOTENAME('a]')",
        "2|6|bc|ab|bc|a-a|3|Q|z|abab|[a]]]");
    assertThat(sql.value("SELECT NEWID()")).isInstanceOf(java.util.UUID.class);
    error(195, "SELECT SOUNDEX('a')");
    error(174, "SELECT LEN()");
  }

  @Test
  @Tag("N8")
  @Tag("N9")
  void names() {
    rows(
        "SELECT DB_NAME(), DB_NAME(DB_ID('sales')), OBJECT_NAME(OBJECT_ID('dbo.t')),"
            + " OBJECT_SCHEMA_NAME(OBJECT_ID('t')), SCHEMA_NAME(1), COL_NAME(OBJECT_ID('t'), 2),"
            + " OBJECT_ID('nope')",
        "sales|sales|t|dbo|dbo|v|NULL");
    rows(
        "SELECT COLUMNPROPERTY(OBJECT_ID('t'), 'id', 'IsIdentity'), COLUMNPROPERTY(OBJECT_ID('t'),"
            + " 'c', 'IsComputed'), COLUMNPROPERTY(OBJECT_ID('t'), 'v', 'AllowsNull'),"
            + " COLUMNPROPERTY(OBJECT_ID('t'), 'n', 'Scale'), COLUMNPROPERTY(OBJECT_ID('t'), 'v',"
            + " 'Precision'), COLUMNPROPERTY(OBJECT_ID('t'), 'x', 'Scale'),"
            + " COLUMNPROPERTY(OBJECT_ID('t'), 'v', 'Colour')",
        "1|1|0|2|10|NULL|NULL");
  }

  @ParameterizedTest
  @CsvSource({
    "SQL_SERVER_2016, 3, 13, Developer Edition (64-bit)",
    "SQL_SERVER_2017, 3, 14, Developer Edition (64-bit)",
    "SQL_SERVER_2019, 3, 15, Developer Edition (64-bit)",
    "SQL_SERVER_2022, 3, 16, Developer Edition (64-bit)",
    "AZURE_SQL_DATABASE, 5, 12, SQL Azure",
    "MANAGED_INSTANCE, 8, 12, SQL Azure"
  })
  @Tag("N10")
  void engineEdition(EmulatedVersion version, int edition, String major, String name) {
    try (Lab other = Lab.start(LabConfig.stepped().withVersion(version));
        LabSqlRunner session = other.admin("sales")) {
      LabResult result =
          session.query(
              "SELECT SERVERPROPERTY('EngineEdition'), SERVERPROPERTY('ProductMajorVersion'),"
                  + " SERVERPROPERTY('Edition')");

      assertThat(ResultText.rows(result)).containsExactly(edition + "|" + major + "|" + name);
      assertThat(result.columns().get(0).type()).isEqualTo(SqlType.of(SqlType.Kind.INT));
      assertThat((String) session.value("SELECT @@VERSION")).contains("(lab emulator)");
    }
  }

  @ParameterizedTest
  @CsvSource({
    "SQL_SERVER_2016, 195",
    "SQL_SERVER_2017, 195",
    "SQL_SERVER_2019, 195",
    "SQL_SERVER_2022, 0",
    "AZURE_SQL_DATABASE, 0",
    "MANAGED_INSTANCE, 0"
  })
  @Tag("F5.5")
  void timezoneIdByVersion(EmulatedVersion version, int number) {
    try (Lab other = Lab.start(LabConfig.stepped().withVersion(version));
        LabSqlRunner session = other.admin("sales")) {
      List<Integer> errors =
          session.record("IF 1 = 0 SELECT CURRENT_TIMEZONE_ID()").errors().stream()
              .map(SqlMessage::number)
              .toList();

      assertThat(errors).isEqualTo(number == 0 ? List.of() : List.of(number));
    }
  }

  @Test
  @Tag("N11")
  void permissionsAndPrincipals() {
    rows(
        "SELECT HAS_PERMS_BY_NAME('dbo.t', 'OBJECT', 'SELECT'), HAS_PERMS_BY_NAME('dbo.no',"
            + " 'OBJECT', 'SELECT'), IS_MEMBER('db_owner'), IS_MEMBER('nobody'),"
            + " IS_ROLEMEMBER('public'), IS_SRVROLEMEMBER('sysadmin'), SUSER_SNAME()",
        "1|0|1|NULL|1|1|sa");
  }

  @Test
  @Tag("N12")
  void systemValues() {
    rows(
        "SELECT @@TRANCOUNT, @@LOCK_TIMEOUT, @@SERVERNAME, IIF(@@SPID > 50, 'user', 'system')",
        "0|-1|LAB|user");
    LabRecording recording = sql.run("SELECT 1 AS x UNION ALL SELECT 2; SELECT @@ROWCOUNT");
    assertThat(recording.results().get(1).value()).isEqualTo(2);
    error(137, "SELECT @@NOSUCH");
  }

  @Test
  @Tag("S17")
  void convertStyles() {
    rows(
        "SELECT CONVERT(varchar(30), CAST('2026-01-02 03:04:05.677' AS datetime), 0),"
            + " CONVERT(varchar(30), CAST('2026-01-02 15:04' AS datetime), 1),"
            + " CONVERT(varchar(30), CAST('2026-01-02 15:04' AS datetime), 2)",
        "Jan  2 2026  3:04AM|01/02/26|26.01.02");
    rows(
        "SELECT CONVERT(varchar(30), CAST('2026-01-02 03:04:05.677' AS datetime), 120),"
            + " CONVERT(varchar(30), CAST('2026-01-02 03:04:05.677' AS datetime), 121),"
            + " CONVERT(varchar(30), CAST('2026-01-02 03:04:05.677' AS datetime), 126)",
        "2026-01-02 03:04:05|2026-01-02 03:04:05.677|2026-01-02T03:04:05.677");
    rows(
        "SELECT CONVERT(varchar(40), CAST('2026-01-02 03:04:05.1234567' AS datetime2(7))),"
            + " CONVERT(varchar(40), CAST('2026-01-02 03:04:05.1234567' AS datetime2(7)), 0)",
        "2026-01-02 03:04:05.1234567|Jan  2 2026  3:04AM");
    rows(
        "SELECT CONVERT(varchar(20), 0x0AFF, 1), CONVERT(varchar(20), 0x0AFF, 2),"
            + " CONVERT(varbinary(4), '0x0AFF', 1), CONVERT(varchar(20), 0x4142, 0)",
        "0x0AFF|0AFF|0x0AFF|AB");
    rows(
        "SELECT CONVERT(varchar(20), CAST(1234567.891 AS money), 0), CONVERT(varchar(20),"
            + " CAST(1234567.891 AS money), 1), CONVERT(varchar(20), CAST(1234567.891 AS money),"
            + " 2)",
        "1234567.89|1,234,567.89|1234567.8910");
    error(281, "SELECT CONVERT(varchar(20), GETDATE(), 99)");
  }

  @Test
  @Tag("B4")
  void optionsAreTakenAndUnknownOnesRefused() {
    sql.run(
        "SET NOCOUNT ON; SET ANSI_NULLS, QUOTED_IDENTIFIER ON; SET LOCK_TIMEOUT 5; SET"
            + " DATEFIRST 7; SET NOCOUNT OFF; SET LOCK_TIMEOUT -1");
    error(195, "SET SPEED ON");
    error(102, "SET TRANSACTION ISOLATION LEVEL SLOW");
  }

  @Test
  @Tag("B1")
  @Tag("B2")
  @Tag("B6")
  @Tag("B7")
  void flowOfControl() {
    LabRecording recording =
        sql.run(
            "DECLARE @i int = 0, @s varchar(20) = ''; WHILE @i < 5 BEGIN SET @i += 1; IF @i = 2"
                + " CONTINUE; IF @i = 4 BREAK ELSE SET @s = @s + CAST(@i AS varchar(2)); END;"
                + " PRINT @s; USE master; USE sales");

    assertThat(recording.infos()).extracting(SqlMessage::text).contains("13");
    error(137, "SET @undeclared = 1");
    error(134, "DECLARE @a int, @A int");
    error(911, "USE nowhere");
    error(4145, "IF 1 SELECT 1");
  }

  @Test
  @Tag("B5")
  void fmtOnlyTellsColumnsOnly() {
    LabRecording recording = sql.run("SET FMTONLY ON; SELECT id FROM t; SET FMTONLY OFF");

    assertThat(recording.results().get(0).columns()).hasSize(1);
    assertThat(recording.results().get(0).rows()).isEmpty();
  }

  @Test
  @Tag("B12")
  @Tag("B13")
  void executeWithNamesAndOutputs() {
    rows(
        "DECLARE @o int; EXEC sp_executesql N'SET @b = @a * 2', N'@a int, @b int OUTPUT', @b = @o"
            + " OUTPUT, @a = 21; SELECT @o",
        "42");
    error(8145, "EXEC sp_pkeys @nope = 'x'");
    error(8144, "EXEC sp_pkeys 't', 'dbo', 'sales', 1");
    error(201, "EXEC sp_pkeys");
    error(2812, "EXEC dbo.nope");
  }

  @Test
  @Tag("B14")
  void whatIsUnknownIsRefused() {
    error(102, "SELECT 1 1");
    error(156, "SELECT FROM t");
    error(195, "SELECT FROBNICATE(1)");
    error(208, "SELECT * FROM nope");
    error(207, "SELECT nope FROM t");
    error(4121, "SELECT dbo.fn(1)");
    error(102, "SELECT 1; FROBNICATE t");
    error(243, "SELECT CAST(1 AS point)");
    error(40510, "SELECT CAST(1 AS hierarchyid)");
  }

  @Test
  @Tag("B11")
  void waitForNeedsATime() {
    error(148, "WAITFOR DELAY 'soon'");
    sql.run("WAITFOR DELAY '00:00:00'");
  }
}
