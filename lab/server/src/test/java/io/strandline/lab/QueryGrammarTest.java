package io.strandline.lab;

import static org.assertj.core.api.Assertions.assertThat;

import io.strandline.lab.session.SqlMessage;
import io.strandline.lab.session.SqlType;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/** What queries may be made of, item by item of the grammar. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class QueryGrammarTest {

  private Lab lab;
  private LabSqlRunner sql;

  @BeforeAll
  void startLab() {
    lab = Lab.start(LabConfig.stepped());
    sql = lab.admin("sales");
    sql.run("CREATE TABLE dbo.a (id int NOT NULL PRIMARY KEY, g varchar(5) NULL, n int NULL)");
    sql.run("INSERT dbo.a VALUES (1, 'x', 10), (2, 'x', 20), (3, 'y', 20), (4, NULL, 40)");
    sql.run("CREATE TABLE dbo.b (aid int NOT NULL, k int NOT NULL, PRIMARY KEY (aid, k))");
    sql.run("INSERT dbo.b VALUES (1, 1), (1, 2), (3, 1), (9, 1)");
  }

  @AfterAll
  void closeLab() {
    lab.close();
  }

  private void rows(String query, String... expected) {
    assertThat(ResultText.rows(sql.query(query))).containsExactly(expected);
  }

  private SqlMessage error(String text) {
    List<SqlMessage> errors = sql.record(text).errors();
    assertThat(errors).as(text).hasSize(1);
    return errors.get(0);
  }

  private void error(int number, String text) {
    assertThat(error(text).number()).as(text).isEqualTo(number);
  }

  @Test
  @Tag("S1")
  void selectListTakesAliasesInBothForms() {
    var result = sql.query("SELECT DISTINCT g AS first, twice = n * 2 FROM a WHERE n = 20");

    assertThat(result.columns()).extracting(c -> c.name()).containsExactly("first", "twice");
    assertThat(ResultText.rows(result)).containsExactlyInAnyOrder("x|40", "y|40");
  }

  @Test
  @Tag("S2")
  void topCountsRows() {
    rows("SELECT TOP (2) id FROM a ORDER BY id DESC", "4", "3");
    rows("DECLARE @n int = 1; SELECT TOP (@n) id FROM a ORDER BY id", "1");
    rows("SELECT TOP 0 id FROM a");
    error(127, "SELECT TOP (-1) id FROM a");
    error(1060, "SELECT TOP (NULL) id FROM a");
  }

  @Test
  @Tag("S2")
  void topPercentIsRoundedUp() {
    rows("SELECT TOP (30) PERCENT id FROM a ORDER BY id", "1", "2");
    rows("SELECT TOP 100 PERCENT id FROM a WHERE id > 2 ORDER BY id", "3", "4");
    error(1031, "SELECT TOP (101) PERCENT id FROM a");
  }

  @Test
  @Tag("S2")
  void topWithTiesKeepsRowsEqualToTheLast() {
    rows("SELECT TOP (2) WITH TIES id FROM a ORDER BY n", "1", "2", "3");
    rows("SELECT TOP (25) PERCENT WITH TIES id FROM a ORDER BY g", "4");
    error(1062, "SELECT TOP (2) WITH TIES id FROM a");
  }

  @Test
  @Tag("S3")
  void selectAssignsTheLastRow() {
    rows("DECLARE @v int; SELECT @v = n FROM a ORDER BY id; SELECT @v", "40");
    error(141, "DECLARE @v int; SELECT @v = n, id FROM a");
  }

  @Test
  @Tag("S4")
  void namesHaveUpToThreePartsAndBrackets() {
    rows("SELECT [a].[id] FROM [sales].[dbo].[a] WHERE dbo.a.id = 1", "1");
    rows("SELECT COUNT(*) FROM sales..a", "4");
    error(208, "SELECT 1 FROM nowhere.dbo.a");
  }

  @Test
  @Tag("S5")
  void hintsAreTakenAndUnknownOnesRefused() {
    rows("SELECT id FROM a WITH (NOLOCK) WHERE id = 1", "1");
    rows("SELECT x.id FROM a x WITH (HOLDLOCK, TABLOCKX) WHERE id = 1", "1");
    error(321, "SELECT id FROM a WITH (FASTER)");
  }

  @Test
  @Tag("S6")
  void innerLeftAndCrossJoin() {
    rows(
        "SELECT a.id, b.k FROM a INNER JOIN b ON b.aid = a.id ORDER BY a.id, b.k",
        "1|1",
        "1|2",
        "3|1");
    rows(
        "SELECT a.id, b.k FROM a LEFT OUTER JOIN b ON b.aid = a.id AND b.k = 1 ORDER BY a.id",
        "1|1",
        "2|NULL",
        "3|1",
        "4|NULL");
    rows("SELECT COUNT(*) FROM a CROSS JOIN b", "16");
    rows("SELECT COUNT(*) FROM a, b WHERE a.id = b.aid", "3");
  }

  @Test
  @Tag("S6")
  void rightAndFullJoinKeepRowsWithoutPartner() {
    rows(
        "SELECT a.id, b.aid, b.k FROM a RIGHT JOIN b ON b.aid = a.id ORDER BY b.aid, b.k",
        "1|1|1",
        "1|1|2",
        "3|3|1",
        "NULL|9|1");
    rows(
        "SELECT a.id, b.aid FROM a FULL OUTER JOIN b ON b.aid = a.id AND b.k = 1"
            + " ORDER BY ISNULL(a.id, 100), b.aid",
        "1|1",
        "2|NULL",
        "3|3",
        "4|NULL",
        "NULL|1",
        "NULL|9");
    rows("SELECT * FROM a RIGHT JOIN b ON b.aid = a.id WHERE a.id IS NULL", "NULL|NULL|NULL|9|1");
  }

  @Test
  @Tag("S6")
  void nestedJoinsBindTheirOwnConditions() {
    rows(
        "SELECT a.id, b.k, c.n FROM a LEFT JOIN b INNER JOIN a c ON c.id = b.aid ON b.aid = a.id"
            + " ORDER BY a.id, b.k",
        "1|1|10",
        "1|2|10",
        "2|NULL|NULL",
        "3|1|20",
        "4|NULL|NULL");
    rows("SELECT COUNT(*) FROM a RIGHT JOIN b ON b.aid = a.id JOIN a c ON c.id = b.k", "4");
    error(4104, "SELECT 1 FROM a LEFT JOIN (b JOIN a c ON c.id = a.id) ON b.aid = a.id");
  }

  @Test
  @Tag("S6")
  void outerJoinMakesColumnsNullable() {
    var columns = sql.query("SELECT a.id, b.k FROM a RIGHT JOIN b ON b.aid = a.id").columns();

    assertThat(columns).extracting(c -> c.nullable()).containsExactly(true, false);
  }

  @Test
  @Tag("S7")
  void applySeesTheRowToItsLeft() {
    rows(
        "SELECT a.id, x.k FROM a CROSS APPLY (SELECT TOP (1) k FROM b WHERE b.aid = a.id"
            + " ORDER BY k DESC) x ORDER BY a.id",
        "1|2",
        "3|1");
    rows(
        "SELECT a.id, x.k FROM a OUTER APPLY (SELECT MAX(k) AS k FROM b WHERE b.aid = a.id"
            + " HAVING COUNT(*) > 0) x ORDER BY a.id",
        "1|2",
        "2|NULL",
        "3|1",
        "4|NULL");
    rows(
        "SELECT a.id, v.p FROM a CROSS APPLY (VALUES (a.n), (a.n + 1)) AS v (p) WHERE a.id = 2",
        "2|20",
        "2|21");
  }

  @Test
  @Tag("S8")
  void derivedTablesAndValues() {
    rows("SELECT d.m FROM (SELECT MAX(n) FROM a) AS d (m)", "40");
    rows("SELECT v.y, v.x FROM (VALUES (1, 'p'), (2, 'q')) AS v (x, y)", "p|1", "q|2");
    error(8156, "SELECT 1 FROM (SELECT 1 AS p, 2 AS p) d");
    error(8159, "SELECT 1 FROM (SELECT 1 AS p) d (x, y)");
  }

  @Test
  @Tag("S10")
  void commonTablesSeeThoseBefore() {
    rows(
        "WITH x AS (SELECT id, n FROM a), y (k) AS (SELECT MAX(n) FROM x)"
            + " SELECT x.id FROM x JOIN y ON y.k = x.n",
        "4");
    error(252, "WITH r AS (SELECT 1 AS i UNION ALL SELECT i + 1 FROM r) SELECT * FROM r");
  }

  @Test
  @Tag("S11")
  void unionAllKeepsAndUnionDropsEqualRows() {
    rows("SELECT n FROM a WHERE id = 2 UNION ALL SELECT n FROM a WHERE id = 3", "20", "20");
    rows("SELECT n FROM a WHERE id = 2 UNION SELECT n FROM a WHERE id = 3", "20");
    error(205, "SELECT 1 UNION ALL SELECT 1, 2");
    error(156, "SELECT 1 INTERSECT SELECT 1");
  }

  @Test
  @Tag("S12")
  void groupsAndOrders() {
    rows(
        "SELECT g, COUNT(*), SUM(n) FROM a WHERE id < 4 GROUP BY g HAVING SUM(n) > 20 ORDER BY 2",
        "x|2|30");
    error(8120, "SELECT g, n FROM a GROUP BY g");
  }

  @Test
  @Tag("S13")
  void offsetAndFetch() {
    rows("SELECT id FROM a ORDER BY id OFFSET 1 ROWS FETCH NEXT 2 ROWS ONLY", "2", "3");
    rows("SELECT id FROM a ORDER BY id OFFSET 3 ROW", "4");
    rows("SELECT id FROM a ORDER BY id OFFSET 9 ROWS");
    error(10742, "SELECT id FROM a ORDER BY id OFFSET -1 ROWS");
    error(10744, "SELECT id FROM a ORDER BY id OFFSET 0 ROWS FETCH NEXT 0 ROWS ONLY");
    error(10741, "SELECT TOP 1 id FROM a ORDER BY id OFFSET 1 ROWS");
  }

  @Test
  @Tag("S14")
  void optionIsTakenAndUnknownOnesRefused() {
    rows("SELECT id FROM a WHERE id = 1 OPTION (RECOMPILE, MAXDOP 1)", "1");
    error(102, "SELECT id FROM a OPTION (QUICK)");
  }

  @Test
  @Tag("S15")
  void predicates() {
    rows("SELECT id FROM a WHERE g IN ('X', 'z') AND n NOT IN (10)", "2");
    rows("SELECT id FROM a WHERE EXISTS (SELECT * FROM b WHERE b.aid = a.id)", "1", "3");
    rows("SELECT id FROM a WHERE id IN (SELECT aid FROM b) AND id BETWEEN 2 AND 3", "3");
    rows("SELECT id FROM a WHERE g IS NULL OR g LIKE '[y-z]%'", "3", "4");
    rows("SELECT id FROM a WHERE id NOT IN (SELECT NULL)");
  }

  @Test
  @Tag("S16")
  void caseChooses() {
    rows(
        "SELECT CASE g WHEN 'x' THEN 1 ELSE 0 END, CASE WHEN n > 15 THEN 'h' END FROM a"
            + " WHERE id < 3",
        "1|NULL",
        "1|h");
  }

  @Test
  @Tag("S18")
  void tryCastGivesNullWhereCastFails() {
    rows(
        "SELECT TRY_CAST('1x' AS int), TRY_CONVERT(date, '2026-02-30'), TRY_CAST('5' AS int)",
        "NULL|NULL|5");
    error(529, "SELECT TRY_CAST(CAST('2026-01-01' AS date) AS int)");
    error(195, "SELECT TRY_PARSE('1')");
  }

  @Test
  @Tag("S19")
  void scalarSubqueries() {
    rows("SELECT id, (SELECT COUNT(*) FROM b WHERE aid = a.id) FROM a WHERE id < 3", "1|2", "2|0");
    error(512, "SELECT (SELECT k FROM b)");
    error(116, "SELECT (SELECT aid, k FROM b)");
  }

  @Test
  @Tag("S20")
  @Tag("S21")
  void windows() {
    rows(
        "SELECT id, ROW_NUMBER() OVER (PARTITION BY g ORDER BY id DESC),"
            + " NTILE(2) OVER (ORDER BY id) FROM a ORDER BY id",
        "1|2|1",
        "2|1|1",
        "3|1|2",
        "4|1|2");
    error(4108, "SELECT id FROM a WHERE ROW_NUMBER() OVER (ORDER BY id) = 1");
    error(4112, "SELECT ROW_NUMBER() OVER (PARTITION BY g) FROM a");
  }

  @Test
  @Tag("S22")
  void aggregates() {
    rows(
        "SELECT COUNT(*), COUNT(g), COUNT(DISTINCT n), SUM(n), AVG(n), MIN(n), MAX(g),"
            + " COUNT_BIG(*) FROM a",
        "4|3|3|90|22|10|y|4");
    rows("SELECT COUNT(*), MAX(n) FROM a WHERE 1 = 0", "0|NULL");
    error(147, "SELECT id FROM a WHERE MAX(n) > 1");
    error(8117, "SELECT SUM(g) FROM a");
  }

  @Test
  @Tag("S23")
  void operators() {
    rows(
        "SELECT 7 + 2, 7 - 2, 7 * 2, 7 / 2, 7 % 2, 7 & 2, 5 | 2, 7 ^ 2, ~7", "9|5|14|3|1|2|7|5|-8");
    rows("DECLARE @v int = 7; SET @v %= 4; SET @v |= 8; SELECT @v", "11");
    error(8134, "SELECT 1 / 0");
    error(402, "SELECT CAST('2026-01-01' AS date) % CAST('2026-01-01' AS date)");
  }

  @Test
  @Tag("S24")
  @Tag("F5.4")
  void atTimeZoneUsesTheOffsetBeforeTheChangeInARepeatedHour() {
    rows(
        "SELECT CAST('2025-11-02 01:30' AS datetime2(0)) AT TIME ZONE 'Eastern Standard Time'",
        "2025-11-02T01:30-04:00");
    rows(
        "SELECT CAST('2025-11-02 02:00' AS datetime2(0)) AT TIME ZONE 'Eastern Standard Time'",
        "2025-11-02T02:00-05:00");
    rows(
        "SELECT CAST('2022-03-27 02:01' AS datetime2(0)) AT TIME ZONE"
            + " 'Central European Standard Time'",
        "2022-03-27T03:01+02:00");
  }

  @Test
  @Tag("S24")
  @Tag("F5.6")
  void atTimeZoneShiftsAnOffsetAndChains() {
    rows(
        "SELECT CAST('2026-11-01 05:45 +00:00' AS datetimeoffset(0)) AT TIME ZONE"
            + " 'Eastern Standard Time'",
        "2026-11-01T01:45-04:00");
    rows(
        "SELECT CAST('2026-07-01 12:00' AS datetime) AT TIME ZONE 'UTC' AT TIME ZONE"
            + " 'E. South America Standard Time'",
        "2026-07-01T09:00-03:00");
    var type =
        sql.query("SELECT CAST('2026-07-01' AS datetime) AT TIME ZONE 'UTC'").columns().get(0);
    assertThat(type.type()).isEqualTo(SqlType.fractional(SqlType.Kind.DATETIMEOFFSET, 3));
    error(9820, "SELECT SYSDATETIME() AT TIME ZONE 'Europe/Berlin'");
    error(8116, "SELECT 1 AT TIME ZONE 'UTC'");
  }

  @Test
  @Tag("S12")
  void collateTakesTheOnlyCollation() {
    rows("SELECT id FROM a WHERE g = 'Y' COLLATE DATABASE_DEFAULT", "3");
    rows("SELECT id FROM a WHERE g COLLATE SQL_Latin1_General_CP1_CI_AS = 'Y'", "3");
    error(448, "SELECT g COLLATE Latin1_General_BIN2 FROM a");
    error(447, "SELECT n COLLATE DATABASE_DEFAULT FROM a");
  }
}
