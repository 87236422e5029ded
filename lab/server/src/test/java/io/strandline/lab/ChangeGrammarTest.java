package io.strandline.lab;

import static org.assertj.core.api.Assertions.assertThat;

import io.strandline.lab.session.SqlMessage;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Statements that change rows, item by item of the grammar. */
class ChangeGrammarTest {

  private Lab lab;
  private LabSqlRunner sql;

  @BeforeEach
  void startLab() {
    lab = Lab.start(LabConfig.stepped());
    sql = lab.admin("sales");
    sql.run("CREATE TABLE t (id int NOT NULL PRIMARY KEY, v varchar(10) NULL, n int NULL)");
    sql.run("INSERT t VALUES (1, 'a', 10), (2, 'b', 20), (3, 'c', 30)");
    sql.run("CREATE TABLE s (id int NOT NULL, n int NULL)");
    sql.run("INSERT s VALUES (2, 200), (3, 300), (3, 301)");
  }

  @AfterEach
  void closeLab() {
    sql.close();
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
  @Tag("W1")
  void insertTakesValuesAndQueries() {
    sql.run("INSERT INTO t (id, v) VALUES (4, 'd'), (5, DEFAULT)");
    sql.run(
        "WITH big AS (SELECT id, n FROM s WHERE n > 300) INSERT t (id, n)"
            + " SELECT id + 10, n FROM big");

    rows("SELECT id, v, n FROM t WHERE id > 3", "4|d|NULL", "5|NULL|NULL", "13|NULL|301");
    error(213, "INSERT t VALUES (6)");
    error(110, "INSERT t (id) VALUES (6, 7)");
    error(515, "INSERT t (v) VALUES ('x')");
    error(2628, "INSERT t VALUES (6, 'elevenchars', 1)");
    error(207, "INSERT t (nope) VALUES (1)");
  }

  @Test
  @Tag("W2")
  void insertDefaultValues() {
    sql.run("CREATE TABLE d (id int IDENTITY(5, 5), x varchar(5) DEFAULT 'dd', y int NULL)");

    sql.run("INSERT d DEFAULT VALUES; INSERT INTO d DEFAULT VALUES");

    rows("SELECT id, x, y FROM d", "5|dd|NULL", "10|dd|NULL");
  }

  @Test
  @Tag("W3")
  void outputReturnsChangedRows() {
    rows("INSERT t (id, v) OUTPUT inserted.id, inserted.v AS w VALUES (4, 'd')", "4|d");
    rows(
        "UPDATE t SET n = n + 1 OUTPUT deleted.n, inserted.n, inserted.id WHERE id < 3",
        "10|11|1",
        "20|21|2");
    LabRecording recording = sql.run("DELETE t OUTPUT deleted.* WHERE id = 3");
    assertThat(ResultText.rows(recording.results().get(0))).containsExactly("3|c|30");
    assertThat(recording.dones().get(0).count()).isEqualTo(1);
    error(4104, "DELETE t OUTPUT inserted.id WHERE id = 1");
  }

  @Test
  @Tag("W3")
  void outputIntoKeepsRowsInATableOrVariable() {
    rows(
        "DECLARE @o TABLE (i int, old int); UPDATE t SET n = 0 OUTPUT inserted.id, deleted.n INTO"
            + " @o WHERE id > 1; SELECT i, old FROM @o",
        "2|20",
        "3|30");
    sql.run("CREATE TABLE log (old varchar(10))");
    LabRecording recording = sql.run("DELETE t OUTPUT deleted.v INTO log (old) WHERE id = 1");
    assertThat(recording.results()).isEmpty();
    rows("SELECT old FROM log", "a");
    error(213, "DELETE t OUTPUT deleted.v, deleted.n INTO log WHERE id = 2");
    rows("SELECT COUNT(*) FROM t", "2");
  }

  @Test
  @Tag("W4")
  void topLimitsChanges() {
    LabRecording recording = sql.run("UPDATE TOP (2) t SET n = 0");
    assertThat(recording.dones().get(0).count()).isEqualTo(2);
    sql.run("DELETE TOP (50) PERCENT FROM t");
    rows("SELECT COUNT(*) FROM t", "1");
    sql.run("DELETE TOP (0) t");
    rows("SELECT COUNT(*) FROM t", "1");
  }

  @Test
  @Tag("W5")
  void updateFromJoinsAndChangesEachRowOnce() {
    LabRecording recording =
        sql.run("UPDATE x SET n = s.n FROM t x INNER JOIN s ON s.id = x.id WHERE x.id > 1");

    assertThat(recording.dones().get(0).count()).isEqualTo(2);
    rows("SELECT id, n FROM t", "1|10", "2|200", "3|300");
  }

  @Test
  @Tag("W5")
  void updateFromNamesTheTableWithoutAlias() {
    sql.run("UPDATE t SET t.v = d.w FROM t JOIN (SELECT 1 AS id, 'z' AS w) d ON d.id = t.id");
    sql.run("UPDATE dbo.t SET n += 1 FROM t WHERE v = 'z'");
    sql.run("UPDATE t SET n = q.m FROM (SELECT MAX(n) AS m FROM s) q WHERE t.id = 2");

    rows("SELECT id, v, n FROM t", "1|z|11", "2|b|301", "3|c|30");
  }

  @Test
  @Tag("W5")
  void deleteFromAnAliasWithJoins() {
    sql.run("DELETE x FROM t AS x LEFT JOIN s ON s.id = x.id WHERE s.id IS NULL");
    rows("SELECT id FROM t", "2", "3");

    rows(
        "WITH c AS (SELECT id FROM s WHERE n = 200) DELETE t OUTPUT deleted.id FROM t JOIN c ON"
            + " c.id = t.id",
        "2");
    error(208, "DELETE q FROM t x");
  }

  @Test
  @Tag("W5")
  void updateSetsVariablesToo() {
    rows(
        "DECLARE @old int, @new int; UPDATE t SET @old = n, @new = n = n * 2 WHERE id = 3;"
            + " SELECT @old, @new",
        "30|60");
  }

  @Test
  @Tag("W6")
  void truncateEmptiesATable() {
    sql.run("TRUNCATE TABLE t");
    rows("SELECT COUNT(*) FROM t", "0");
    error(4701, "TRUNCATE TABLE nope");
  }

  @Test
  @Tag("W13")
  void tableVariablesHaveDefaultsIdentitiesAndKeys() {
    rows(
        "DECLARE @v TABLE (i int IDENTITY(1, 1) PRIMARY KEY, a varchar(5) NOT NULL DEFAULT 'x',"
            + " b int UNIQUE); INSERT @v (b) VALUES (7); INSERT @v (a, b) VALUES ('y', 8);"
            + " SELECT * FROM @v",
        "1|x|7",
        "2|y|8");
    error(2627, "DECLARE @v TABLE (i int PRIMARY KEY); INSERT @v VALUES (1), (1)");
    error(515, "DECLARE @v TABLE (i int NOT NULL, j int); INSERT @v (j) VALUES (1)");
    error(1087, "INSERT @v VALUES (1)");
  }

  @Test
  @Tag("W13")
  void insertExecTakesAProceduresRows() {
    rows(
        "DECLARE @k TABLE (q sysname, o sysname, t sysname, c sysname, s smallint, p sysname);"
            + " INSERT @k EXEC sp_pkeys N't'; SELECT c, s FROM @k",
        "id|1");
    sql.run("INSERT s EXEC sp_executesql N'SELECT 7, 8'");
    rows("SELECT n FROM s WHERE id = 7", "8");
    error(213, "INSERT s EXEC sp_executesql N'SELECT 7'");
  }

  @Test
  @Tag("W14")
  void mergeIsRefused() {
    error(156, "MERGE t USING s ON t.id = s.id WHEN MATCHED THEN DELETE");
  }

  @Test
  @Tag("W7")
  void temporaryTablesAreTheSessionsAndGoWithTheirScope() {
    sql.run("CREATE TABLE #w (id int PRIMARY KEY, v int); INSERT #w VALUES (1, 5)");
    sql.run("UPDATE w SET v = t.n FROM #w w JOIN t ON t.id = w.id");
    rows("SELECT v FROM tempdb..#w", "10");
    error(2714, "CREATE TABLE #w (id int)");
    try (LabSqlRunner other = lab.admin("sales")) {
      assertThat(other.record("SELECT * FROM #w").errors())
          .extracting(SqlMessage::number)
          .containsExactly(208);
    }
    sql.run("DROP TABLE #w");
    error(208, "EXEC sp_executesql N'CREATE TABLE #x (i int)'; SELECT * FROM #x");
    sql.run("BEGIN TRAN; CREATE TABLE #y (i int); ROLLBACK");
    error(208, "SELECT * FROM #y");
  }

  @Test
  @Tag("W1")
  void selectIntoMakesATable() {
    LabRecording recording = sql.run("SELECT id, n * 2 AS m INTO copy FROM t WHERE id > 1");
    assertThat(recording.dones().get(0).count()).isEqualTo(2);
    rows("SELECT * FROM copy", "2|40", "3|60");
    sql.run("SELECT TOP (1) v INTO #one FROM t ORDER BY id");
    rows("SELECT v FROM #one", "a");
    error(2714, "SELECT 1 AS x INTO copy");
    error(1038, "SELECT 1 INTO other");
    error(156, "SELECT * FROM (SELECT 1 AS x INTO other) d");
  }
}
