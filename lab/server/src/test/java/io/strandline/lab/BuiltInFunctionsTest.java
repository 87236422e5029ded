package io.strandline.lab;

import static org.assertj.core.api.Assertions.assertThat;

import io.strandline.lab.catalog.EmulatedVersion;
import io.strandline.lab.session.SqlMessage;
import java.time.ZoneId;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/** The functions of the grammar, on a server in New York at the start of 2026 in UTC. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class BuiltInFunctionsTest {

  private Lab lab;
  private LabSqlRunner sql;

  @BeforeAll
  void startLab() {
    lab = Lab.start(LabConfig.stepped().withZone(ZoneId.of("America/New_York")));
    sql = lab.admin("sales");
    sql.run("CREATE TABLE dbo.t (id int NOT NULL IDENTITY PRIMARY KEY, v varchar(5) NULL)");
  }

  @AfterAll
  void closeLab() {
    sql.close();
    lab.close();
  }

  private void row(String query, String expected) {
    assertThat(ResultText.rows(sql.query(query))).containsExactly(expected);
  }

  @Test
  @Tag("N1")
  void clocksTellLocalTimeAndUtc() {
    row("SELECT GETDATE(), GETUTCDATE()", "2025-12-31T19:00|2026-01-01T00:00");
    row("SELECT SYSDATETIME(), SYSUTCDATETIME()", "2025-12-31T19:00|2026-01-01T00:00");
    row("SELECT CONVERT(varchar(40), SYSDATETIMEOFFSET())", "2025-12-31 19:00:00.0000000 -05:00");
  }

  @Test
  @Tag("N2")
  void datesAreMovedAndCompared() {
    row("SELECT DATEADD(month, 1, CAST('2026-01-31' AS date))", "2026-02-28");
    row("SELECT DATEADD(hour, -1, CAST('2026-01-01' AS datetime))", "2025-12-31T23:00");
    row("SELECT DATEDIFF(day, '2025-12-31T23:59:59', '2026-01-01T00:00:00')", "1");
    row("SELECT DATEDIFF(second, '2026-01-01T00:00:00', '2026-01-01T01:00:00')", "3600");
    row("SELECT DATEDIFF(year, '2026-12-31', '2026-01-01')", "0");
  }

  @Test
  @Tag("N3")
  void datePartsIncludeTheOffsetInMinutes() {
    row("SELECT DATEPART(TZOFFSET, SYSDATETIMEOFFSET())", "-300");
    row("SELECT DATEPART(year, '2026-03-04'), DATEPART(dayofyear, '2026-02-01')", "2026|32");
    row("SELECT DATEPART(hour, CAST('2026-03-04T05:06:07' AS datetime2(0)))", "5");
  }

  @Test
  @Tag("N4")
  void offsetsAreGivenAndSwitched() {
    row(
        "SELECT CONVERT(varchar(40), TODATETIMEOFFSET(CAST('2026-01-01T00:00:00' AS"
            + " datetime2(0)), '-03:00'))",
        "2026-01-01 00:00:00 -03:00");
    row(
        "SELECT CONVERT(varchar(40), SWITCHOFFSET(CAST('2026-01-01 00:00:00 -03:00' AS"
            + " datetimeoffset(0)), 0))",
        "2026-01-01 03:00:00 +00:00");
  }

  @Test
  @Tag("N5")
  void nullsAreReplaced() {
    row("SELECT ISNULL(NULL, 3), COALESCE(NULL, NULL, 4)", "3|4");
    row("SELECT NULLIF(1, 1), NULLIF(1, 2), IIF(1 = NULL, 'a', 'b')", "NULL|1|b");
    // ISNULL takes the first argument's type, COALESCE the one of highest precedence.
    row("SELECT ISNULL(CAST(NULL AS varchar(2)), 'abc')", "ab");
  }

  @Test
  @Tag("N6")
  void textIsMeasuredAndCut() {
    row("SELECT LEN('ab  '), DATALENGTH('ab  '), DATALENGTH(N'ab')", "2|4|4");
    row("SELECT SUBSTRING('hello', 2, 3), LEFT('hello', 2), RIGHT('hello', 2)", "ell|he|lo");
    row("SELECT UPPER('ab'), LOWER('AB'), REPLACE('aXbX', 'x', '-')", "AB|ab|a-b-");
    row("SELECT LTRIM('  a '), RTRIM(' a  '), CHARINDEX('l', 'hello')", "a | a|3");
    row("SELECT QUOTENAME('a]b'), CONCAT('a', NULL, 1)", "[a]]b]|a1");
  }

  @Test
  @Tag("N7")
  void newIdsDiffer() {
    row("SELECT 'differ' WHERE NEWID() <> NEWID()", "differ");
  }

  @Test
  @Tag("N8")
  void databasesHaveNamesAndNumbers() {
    row("SELECT DB_NAME(), DB_NAME(1)", "sales|master");
    row("SELECT 'same' WHERE DB_ID() = DB_ID(N'sales') AND DB_ID('nope') IS NULL", "same");
  }

  @Test
  @Tag("N9")
  void objectsHaveNamesAndNumbers() {
    row("SELECT OBJECT_NAME(OBJECT_ID('dbo.t')), OBJECT_SCHEMA_NAME(OBJECT_ID(N'[t]'))", "t|dbo");
    row("SELECT OBJECT_ID('dbo.nope'), SCHEMA_NAME(1)", "NULL|dbo");
    row("SELECT COL_NAME(OBJECT_ID('dbo.t'), 2)", "v");
    row("SELECT COLUMNPROPERTY(OBJECT_ID('dbo.t'), 'id', 'IsIdentity')", "1");
    row("SELECT COLUMNPROPERTY(OBJECT_ID('dbo.t'), 'v', 'AllowsNull')", "1");
  }

  @Test
  @Tag("N10")
  void editionsAreNumbered() {
    row("SELECT CAST(SERVERPROPERTY('EngineEdition') AS int)", "3");
    LabConfig azure = LabConfig.stepped().withVersion(EmulatedVersion.AZURE_SQL_DATABASE);
    try (Lab cloud = Lab.start(azure);
        LabSqlRunner session = cloud.admin("sales")) {
      assertThat(
              ResultText.rows(session.query("SELECT CAST(SERVERPROPERTY('EngineEdition') AS int)")))
          .containsExactly("5");
    }
  }

  @Test
  @Tag("N11")
  void permissionsAndRolesAreAsked() {
    row("SELECT HAS_PERMS_BY_NAME('dbo.t', 'OBJECT', 'SELECT'), SUSER_SNAME()", "1|sa");
    row("SELECT HAS_PERMS_BY_NAME('dbo.nope', 'OBJECT', 'SELECT')", "0");
    row("SELECT IS_MEMBER('db_owner'), IS_ROLEMEMBER('db_owner', 'dbo')", "1|1");
    row("SELECT IS_MEMBER('no such role')", "NULL");
  }

  @Test
  @Tag("N12")
  void globalVariablesTellTheSession() {
    row("BEGIN TRAN; SELECT @@TRANCOUNT; COMMIT", "1");
    row("SELECT @@TRANCOUNT, @@LOCK_TIMEOUT", "0|-1");
    row("SELECT 'user' WHERE @@SPID > 50 AND @@VERSION LIKE '%lab emulator%'", "user");
    row("SELECT 'same' WHERE @@SERVERNAME = SERVERPROPERTY('ServerName')", "same");
    sql.run("INSERT dbo.t (v) VALUES ('a'), ('b')");
    row("DECLARE @n int; UPDATE dbo.t SET v = 'c'; SET @n = @@ROWCOUNT; SELECT @n", "2");
  }

  @Test
  @Tag("S17")
  void conversionsTakeStyles() {
    row(
        "SELECT CONVERT(varchar(30), CAST('2026-01-02 03:04:05.677' AS datetime), 0)",
        "Jan  2 2026  3:04AM");
    row("SELECT CONVERT(varchar(30), 0xAB, 1), CONVERT(varchar(30), 0xAB, 2)", "0xAB|AB");
    row(
        "SELECT CONVERT(varchar(30), CAST('2026-01-02 03:04:05.677' AS datetime), 120)",
        "2026-01-02 03:04:05");
    row(
        "SELECT CONVERT(varchar(30), CAST('2026-01-02 03:04:05.677' AS datetime), 121)",
        "2026-01-02 03:04:05.677");
    row(
        "SELECT CONVERT(varchar(30), CAST('2026-01-02 03:04:05.677' AS datetime), 126)",
        "2026-01-02T03:04:05.677");
    row("SELECT CAST('12' AS int), CONVERT(binary(2), '0x0102', 1)", "12|0x0102");
  }

  @Test
  @Tag("F5.5")
  void theZonesWindowsNameIsToldSince2022() {
    row("SELECT CURRENT_TIMEZONE_ID()", "Eastern Standard Time");
    LabConfig brazil = LabConfig.stepped().withZone(ZoneId.of("America/Sao_Paulo"));
    try (Lab other = Lab.start(brazil);
        LabSqlRunner session = other.admin("sales")) {
      assertThat(session.value("SELECT CURRENT_TIMEZONE_ID()"))
          .isEqualTo("E. South America Standard Time");
      assertThat(session.value("SELECT DATEPART(TZOFFSET, SYSDATETIMEOFFSET())")).isEqualTo(-180);
    }
    try (Lab older = Lab.start(LabConfig.stepped().withVersion(EmulatedVersion.SQL_SERVER_2016));
        LabSqlRunner session = older.admin("sales")) {
      assertThat(session.record("IF 1 = 0 SELECT CURRENT_TIMEZONE_ID()").errors())
          .extracting(SqlMessage::number)
          .containsExactly(195);
    }
  }
}
