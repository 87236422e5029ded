package io.strandline.lab;

import static org.assertj.core.api.Assertions.assertThat;

import io.strandline.lab.session.SqlMessage;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Statements that SQL Server refuses although an answer could be made up. */
class RefusedQueriesTest {

  private Lab lab;
  private LabSqlRunner sql;

  @BeforeEach
  void startLab() {
    lab = Lab.start(LabConfig.stepped().withDatabases("sales"));
    sql = lab.admin("sales");
    sql.run("CREATE TABLE s (id int PRIMARY KEY, v int); INSERT s VALUES (1, 20), (2, 10)");
  }

  @AfterEach
  void closeLab() {
    sql.close();
    lab.close();
  }

  private void rows(String query, String... expected) {
    assertThat(ResultText.rows(sql.query(query))).containsExactly(expected);
  }

  private void error(int number, int severity, String text) {
    assertThat(sql.record(text).errors())
        .as(text)
        .extracting(SqlMessage::number, SqlMessage::severity)
        .containsExactly(org.assertj.core.groups.Tuple.tuple(number, severity));
  }

  @Test
  void inTakesAQueryOfOneColumn() {
    error(116, 16, "SELECT id FROM s WHERE v IN (SELECT id, v FROM s)");
    error(116, 16, "SELECT id FROM s WHERE v NOT IN (SELECT * FROM s)");
    rows(
        "SELECT id FROM s WHERE EXISTS (SELECT id, v FROM s) AND v IN (SELECT v FROM s)", "1", "2");
  }

  @Test
  void optionsThatWouldChangeAnswersAreRefused() {
    error(40510, 16, "SET CONCAT_NULL_YIELDS_NULL OFF");
    error(40510, 16, "SET ANSI_NULLS OFF");
    error(40510, 16, "SET ANSI_WARNINGS, ANSI_PADDING OFF");
    error(40510, 16, "SET ANSI_DEFAULTS OFF");
    error(40510, 16, "SET TEXTSIZE 10");
    error(40510, 16, "SET DATEFORMAT dmy");
    error(40510, 16, "SET LANGUAGE German");
  }

  @Test
  void optionsThatClientsSendAtLoginAreTaken() {
    sql.run(
        "SET TEXTSIZE 0; SET TEXTSIZE -1; SET TEXTSIZE 64512; SET TEXTSIZE 2147483647;"
            + " SET ANSI_NULLS, ANSI_WARNINGS, CONCAT_NULL_YIELDS_NULL ON; SET ANSI_DEFAULTS ON;"
            + " SET ARITHABORT OFF; SET ARITHABORT ON; SET DATEFORMAT mdy; SET LANGUAGE us_english;"
            + " SET LANGUAGE English; SET LANGUAGE 'us_english'");
    rows("SELECT id FROM s WHERE v = 10", "2");
  }

  @Test
  void distinctIsSortedByWhatItSelects() {
    error(145, 15, "SELECT DISTINCT v FROM s ORDER BY id");
    error(145, 15, "SELECT DISTINCT v FROM s ORDER BY v + 1");
    rows("SELECT DISTINCT v FROM s ORDER BY v", "10", "20");
    rows("SELECT DISTINCT v + 1 AS w FROM s ORDER BY s.v + 1", "11", "21");
    rows("SELECT DISTINCT v + 1 AS w FROM s ORDER BY w DESC", "21", "11");
    rows("SELECT DISTINCT * FROM s AS t ORDER BY t.v", "2|10", "1|20");
    rows("SELECT DISTINCT v, COUNT(*) FROM s GROUP BY v ORDER BY COUNT(*), 1", "10|1", "20|1");
  }

  @Test
  void innerQueriesAreNotSortedForThemselves() {
    error(1033, 15, "SELECT * FROM (SELECT v FROM s ORDER BY v) AS d");
    error(1033, 15, "WITH d AS (SELECT v FROM s ORDER BY v) SELECT * FROM d");
    error(1033, 15, "SELECT id FROM s WHERE v IN (SELECT v FROM s ORDER BY v)");
    rows("SELECT * FROM (SELECT TOP 1 v FROM s ORDER BY v) AS d", "10");
    rows("SELECT * FROM (SELECT v FROM s ORDER BY v OFFSET 1 ROWS) AS d", "20");
  }

  @Test
  void constantsAndRepeatedColumnsSortNothing() {
    error(408, 16, "SELECT id FROM s ORDER BY 1 + 1");
    error(408, 16, "SELECT id FROM s ORDER BY id, 'a'");
    error(408, 16, "SELECT id FROM s ORDER BY NULL");
    error(169, 15, "SELECT id FROM s ORDER BY id, id");
    error(169, 15, "SELECT id FROM s ORDER BY id, s.id DESC");
    rows("SELECT id FROM s ORDER BY (SELECT NULL), id", "1", "2");
    rows("SELECT 'x' AS a, id FROM s ORDER BY a, 2 DESC", "x|2", "x|1");
  }

  @Test
  void caseNeedsAResultWithAType() {
    error(8133, 16, "SELECT CASE WHEN v = 1 THEN NULL END FROM s");
    error(8133, 16, "SELECT CASE v WHEN 1 THEN NULL ELSE NULL END FROM s");
    rows("SELECT CASE WHEN id = 1 THEN NULL ELSE v END FROM s ORDER BY id", "NULL", "10");
  }

  @Test
  void primaryKeysAreNotNull() {
    error(8111, 16, "CREATE TABLE bad (i int NULL PRIMARY KEY)");
    error(8111, 16, "CREATE TABLE bad (i int NULL, PRIMARY KEY (i))");
    rows("SELECT OBJECT_ID('bad')", "NULL");
  }

  @Test
  void floatingNumbersAreFinite() {
    error(232, 16, "SELECT CAST(1e39 AS real)");
    error(8115, 16, "SELECT 1e308 * 10");
    error(8115, 16, "SELECT CAST(3e38 AS real) * CAST(10 AS real)");
    error(168, 15, "SELECT 1e400");
    rows("SELECT CAST(3e38 AS real) / CAST(3e38 AS real)", "1.0");
  }

  @Test
  void aTemporaryTableHasAnObjectId() {
    rows("SELECT OBJECT_ID('tempdb..#t'), OBJECT_ID('#t')", "NULL|NULL");
    sql.run("CREATE TABLE #t (i int)");
    rows(
        "SELECT SIGN, OTHER FROM (SELECT CASE WHEN OBJECT_ID('tempdb..#t') < 0 THEN 1 END AS SIGN,"
            + " OBJECT_ID('#t') AS OTHER) AS d",
        "1|NULL");
    sql.run("IF OBJECT_ID('tempdb.dbo.#t', 'U') IS NOT NULL DROP TABLE #t");
    rows("SELECT OBJECT_ID('tempdb..#t')", "NULL");
  }
}
