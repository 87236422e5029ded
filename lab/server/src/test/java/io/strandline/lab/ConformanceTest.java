package io.strandline.lab;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.time.ZoneId;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Statements and what SQL Server answers: rows, or an error's number. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ConformanceTest {

  record Case(String sql, Integer error, List<String> rows) {
    @Override
    public String toString() {
      return sql;
    }
  }

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
        "CREATE TABLE dbo.p (id int NOT NULL PRIMARY KEY, name nvarchar(20) NULL,"
            + " grp int NULL, amount decimal(9,2) NULL)");
    sql.run(
        "INSERT INTO dbo.p VALUES (1, N'one', 1, 1.10), (2, N'two', 1, 2.20),"
            + " (3, N'three', 2, NULL), (4, NULL, 2, 4.40)");
    sql.run("CREATE TABLE dbo.c (pid int NOT NULL, n int NOT NULL, PRIMARY KEY (pid, n))");
    sql.run("INSERT INTO dbo.c VALUES (1, 1), (1, 2), (3, 1)");
  }

  @AfterAll
  void closeLab() {
    lab.close();
  }

  private static Case rows(String sql, String... rows) {
    return new Case(sql, null, List.of(rows));
  }

  private static Case error(int number, String sql) {
    return new Case(sql, number, List.of());
  }

  static Stream<Case> expressions() {
    return Stream.of(
        rows("SELECT 7/2, -7/2, 7%3, 1+2*3", "3|-3|1|7"),
        rows("SELECT 7.0/2", "3.500000"),
        rows("SELECT 5 & 6, 5 | 6, 5 ^ 6, ~5", "4|7|3|-6"),
        rows("SELECT 2147483647 + 0.0", "2147483647.0"),
        rows("SELECT N'a' + 'b', 'a' + NULL", "ab|NULL"),
        rows(
            "SELECT 0x0A, 0x, CAST(1 AS binary(4)), CAST(0x0102 AS int)", "0x0A|0x|0x00000001|258"),
        rows("SELECT CONVERT(varchar(30), 0xAB, 1), CONVERT(varchar(30), 0xAB, 2)", "0xAB|AB"),
        rows(
            "SELECT CONVERT(binary(4), '0x0102', 1), CONVERT(varbinary(4), '0102', 2)",
            "0x01020000|0x0102"),
        rows(
            "SELECT CAST(1.005 AS decimal(9,2)), CAST(2.5 AS int), CAST('12' AS int)", "1.01|2|12"),
        rows("SELECT TRY_CONVERT(int, 'x'), TRY_CAST('7' AS int)", "NULL|7"),
        rows(
            "SELECT CASE WHEN 1=0 THEN 1 WHEN 1=1 THEN 2 END, CASE 3 WHEN 3 THEN 'x' ELSE 'y' END",
            "2|x"),
        rows(
            "SELECT IIF(1=1, 'a', 'b'), ISNULL(NULL, 3), COALESCE(NULL, NULL, 4), NULLIF(1, 1)",
            "a|3|4|NULL"),
        rows(
            "SELECT LEN(N'ab  '), DATALENGTH(N'ab'), SUBSTRING('hello', 2, 3), UPPER('a'),"
                + " LOWER('B')",
            "2|4|ell|A|b"),
        rows("SELECT QUOTENAME('a]b'), CONCAT('a', NULL, 1)", "[a]]b]|a1"));
  }

  static Stream<Case> comparisonsAndDates() {
    return Stream.of(
        rows("SELECT CAST(0x0000 AS binary(2))", "0x0000"),
        rows("SELECT 'x' WHERE 0x01 = 0x0100", "x"),
        rows("SELECT 'x' WHERE 'a' = N'A  '", "x"),
        rows("SELECT 'x' WHERE NULL = NULL"),
        rows("SELECT 'x' WHERE NOT (1 = NULL)"),
        rows("SELECT 'x' WHERE 'abc' LIKE 'A%' AND 'a_c' LIKE 'a[_]c' AND 'abc' NOT LIKE '_'", "x"),
        rows("SELECT 'x' WHERE 5 BETWEEN 1 AND 5 AND 6 NOT BETWEEN 1 AND 5", "x"),
        rows("SELECT 'x' WHERE 1 IN (2, 1) AND 3 NOT IN (1, 2)", "x"),
        rows("SELECT CAST('2026-01-02 03:04:05.678' AS datetime)", "2026-01-02T03:04:05.677"),
        rows(
            "SELECT CAST('2026-01-02 03:04:05.1234567' AS datetime2(3))",
            "2026-01-02T03:04:05.123"),
        rows(
            "SELECT CONVERT(varchar(30), CAST('2026-01-02 03:04:05.677' AS datetime), 121)",
            "2026-01-02 03:04:05.677"),
        rows(
            "SELECT CONVERT(varchar(30), CAST('2026-01-02 03:04:05' AS datetime), 126)",
            "2026-01-02T03:04:05"),
        rows(
            "SELECT CONVERT(varchar(19), CAST('2026-01-02 03:04:05' AS datetime2(0)), 120)",
            "2026-01-02 03:04:05"),
        rows(
            "SELECT CONVERT(varchar(30), CAST('2026-01-02 03:04' AS datetime))",
            "Jan  2 2026  3:04AM"),
        rows(
            "SELECT DATEADD(day, 1, CAST('2026-02-28' AS date)), DATEADD(month, 1,"
                + " CAST('2026-01-31' AS date))",
            "2026-03-01|2026-02-28"),
        rows(
            "SELECT DATEDIFF(day, '2026-01-01', '2026-03-01'), DATEDIFF(second,"
                + " '2026-01-01T00:00:00', '2026-01-01T00:01:00')",
            "59|60"),
        rows("SELECT DATEPART(year, CAST('2026-03-04' AS date)), YEAR('2026-03-04')", "2026|2026"),
        rows(
            "SELECT TODATETIMEOFFSET(CAST('2026-01-02 03:04:05' AS datetime2(0)), -180)",
            "2026-01-02T03:04:05-03:00"),
        rows(
            "SELECT CAST(CAST('2026-01-02 03:04:05.003' AS datetime) AS datetime2(7))",
            "2026-01-02T03:04:05.003333300"));
  }

  static Stream<Case> clockAndServer() {
    return Stream.of(
        rows("SELECT GETDATE(), GETUTCDATE()", "2026-03-10T12:04:05.677|2026-03-10T15:04:05.677"),
        rows(
            "SELECT SYSDATETIME(), SYSUTCDATETIME()",
            "2026-03-10T12:04:05.678|2026-03-10T15:04:05.678"),
        rows("SELECT SYSDATETIMEOFFSET()", "2026-03-10T12:04:05.678-03:00"),
        rows("SELECT DATEPART(TZOFFSET, SYSDATETIMEOFFSET())", "-180"),
        rows("SELECT CURRENT_TIMEZONE_ID()", "E. South America Standard Time"),
        rows(
            "SELECT SERVERPROPERTY('ProductMajorVersion'), SERVERPROPERTY('EngineEdition')",
            "16|3"),
        rows("SELECT 'x' WHERE @@VERSION LIKE '%(lab emulator)%'", "x"),
        rows(
            "SELECT DB_NAME(), OBJECT_NAME(OBJECT_ID('dbo.p')), OBJECT_ID('dbo.nothing'),"
                + " OBJECT_SCHEMA_NAME(OBJECT_ID('p'), DB_ID())",
            "sales|p|NULL|dbo"),
        rows("SELECT SUSER_SNAME(), @@TRANCOUNT, XACT_STATE()", "sa|0|0"),
        rows(
            "SELECT name, is_cdc_enabled, snapshot_isolation_state FROM sys.databases WHERE name ="
                + " 'sales'",
            "sales|false|0"),
        rows(
            "SELECT c.name, t.name, c.max_length, c.is_nullable FROM sys.columns c JOIN sys.types"
                + " t ON t.user_type_id = c.user_type_id WHERE c.object_id = OBJECT_ID('p') ORDER BY"
                + " c.column_id",
            "id|int|4|false",
            "name|nvarchar|40|true",
            "grp|int|4|true",
            "amount|decimal|5|true"),
        rows(
            "SELECT k.type, COL_NAME(ic.object_id, ic.column_id) FROM sys.key_constraints k JOIN"
                + " sys.index_columns ic ON ic.object_id = k.parent_object_id AND ic.index_id ="
                + " k.unique_index_id WHERE k.parent_object_id = OBJECT_ID('c') ORDER BY"
                + " ic.key_ordinal",
            "PK|pid",
            "PK|n"));
  }

  static Stream<Case> queries() {
    return Stream.of(
        rows("SELECT TOP (2) id FROM p ORDER BY id DESC", "4", "3"),
        rows("SELECT TOP 1 id AS x FROM p ORDER BY x", "1"),
        rows("SELECT x = id FROM [dbo].[p] WHERE \"id\" = 2", "2"),
        rows("SELECT id FROM sales.dbo.p WITH (NOLOCK) WHERE id > 3", "4"),
        rows(
            "SELECT COUNT(*), COUNT(name), COUNT_BIG(DISTINCT grp), SUM(amount), MIN(name),"
                + " AVG(id) FROM p",
            "4|3|2|7.70|one|2"),
        rows("SELECT grp, COUNT(*) FROM p GROUP BY grp HAVING MAX(id) > 2", "2|2"),
        rows("SELECT DISTINCT grp FROM p ORDER BY grp", "1", "2"),
        rows("SELECT MAX(id) FROM p WHERE id > 100", "NULL"),
        rows(
            "SELECT p.id, c.n FROM p INNER JOIN c ON c.pid = p.id ORDER BY p.id, c.n",
            "1|1",
            "1|2",
            "3|1"),
        rows(
            "SELECT p.id, c.n FROM p LEFT JOIN c ON c.pid = p.id AND c.n = 1 ORDER BY p.id",
            "1|1",
            "2|NULL",
            "3|1",
            "4|NULL"),
        rows("SELECT COUNT(*) FROM p CROSS JOIN c", "12"),
        rows("SELECT a.id FROM p a, p b WHERE a.id = b.id + 3", "4"),
        rows("SELECT id FROM p WHERE EXISTS (SELECT 1 FROM c WHERE c.pid = p.id)", "1", "3"),
        rows("SELECT id FROM p WHERE id NOT IN (SELECT pid FROM c) ORDER BY id", "2", "4"),
        rows(
            "SELECT id, (SELECT MAX(n) FROM c WHERE c.pid = p.id) FROM p WHERE id < 3",
            "1|2",
            "2|NULL"),
        rows(
            "SELECT d.s FROM (SELECT grp, SUM(id) AS s FROM p GROUP BY grp) AS d ORDER BY d.s",
            "3",
            "7"));
  }

  static Stream<Case> windowsAndBatches() {
    return Stream.of(
        rows(
            "WITH a AS (SELECT id FROM p), b (x) AS (SELECT id * 10 FROM a) SELECT x FROM b WHERE"
                + " x > 20",
            "30",
            "40"),
        rows("SELECT 1 AS a UNION ALL SELECT 2 UNION ALL SELECT 2 ORDER BY a DESC", "2", "2", "1"),
        rows("SELECT v.a FROM (VALUES (1), (2)) AS v (a)", "1", "2"),
        rows(
            "SELECT id, ROW_NUMBER() OVER (PARTITION BY grp ORDER BY id DESC) FROM p ORDER BY id",
            "1|2",
            "2|1",
            "3|2",
            "4|1"),
        rows(
            "SELECT id, LAG(id) OVER (ORDER BY id), LEAD(id, 2, 0) OVER (ORDER BY id) FROM p ORDER"
                + " BY id",
            "1|NULL|3",
            "2|1|4",
            "3|2|0",
            "4|3|0"),
        rows(
            "SELECT id, MAX(amount) OVER (ORDER BY id ROWS BETWEEN UNBOUNDED PRECEDING AND 1"
                + " PRECEDING) FROM p ORDER BY id",
            "1|NULL",
            "2|1.10",
            "3|2.20",
            "4|2.20"),
        rows(
            "SELECT NTILE(3) OVER (ORDER BY id), id FROM p ORDER BY id",
            "1|1",
            "1|2",
            "2|3",
            "3|4"),
        rows("SELECT SUM(n) OVER (PARTITION BY pid) FROM c ORDER BY pid, n", "3", "3", "1"),
        rows(
            "DECLARE @a int = 2, @b int; SELECT @b = MAX(id) FROM p WHERE id <= @a; SELECT @b",
            "2"),
        rows(
            "DECLARE @i int = 0; WHILE @i < 10 BEGIN SET @i += 1; IF @i = 5 BREAK; END; SELECT @i",
            "5"),
        rows("IF EXISTS (SELECT 1 FROM p WHERE id = 9) SELECT 'yes' ELSE SELECT 'no'", "no"),
        rows("EXEC sys.sp_executesql N'SELECT @x + 1', N'@x int', @x = 4", "5"),
        rows(
            "DECLARE @r int; EXEC sp_executesql N'SET @o = 7', N'@o int OUTPUT', @o = @r OUTPUT;"
                + " SELECT @r",
            "7"),
        rows(
            "DECLARE @t TABLE (a int, b sysname NULL); INSERT INTO @t EXEC sp_executesql N'SELECT"
                + " 1, N''x'''; SELECT b, a FROM @t",
            "x|1"),
        rows("SELECT id FROM p ORDER BY id OFFSET 1 ROWS FETCH NEXT 2 ROWS ONLY", "2", "3"));
  }

  static Stream<Case> errors() {
    return Stream.of(
        error(102, "SELECT * FORM p"),
        error(102, "SELECT id FROM p WHERE id = = 1"),
        error(156, "SELECT FROM p"),
        error(156, "SELECT id FROM WHERE id = 1"),
        error(102, "FROBNICATE 1 2"),
        error(105, "SELECT 'abc"),
        error(137, "SELECT @nope"),
        error(134, "DECLARE @a int; DECLARE @a int"),
        error(4145, "SELECT 1 WHERE 1"),
        error(195, "SELECT NO_SUCH_FUNCTION(1)"),
        error(4121, "SELECT dbo.fn_nope(1)"),
        error(207, "SELECT nope FROM p"),
        error(208, "SELECT 1 FROM dbo.nope"),
        error(208, "SELECT 1 FROM sys.nope"),
        error(209, "SELECT id FROM p a JOIN p b ON a.id = b.id"),
        error(4104, "SELECT x.id FROM p"),
        error(8120, "SELECT name, COUNT(*) FROM p"),
        error(2812, "EXEC dbo.no_such_procedure"),
        error(911, "USE nowhere"),
        error(8134, "SELECT 1/0"),
        error(245, "SELECT CAST('x' AS int)"),
        error(8114, "SELECT CAST('x' AS decimal(9,2))"),
        error(241, "SELECT CAST('x' AS date)"),
        error(8115, "SELECT CAST(100000 AS decimal(4,0))"),
        error(8115, "SELECT 2147483647 + 1"),
        error(220, "SELECT CAST(300 AS tinyint)"),
        error(512, "SELECT (SELECT id FROM p)"),
        error(205, "SELECT 1 UNION ALL SELECT 1, 2"),
        error(515, "INSERT INTO p (name) VALUES ('x')"),
        error(2627, "INSERT INTO p (id) VALUES (1)"),
        error(2628, "INSERT INTO p (id, name) VALUES (9, REPLICATE('x', 21))"),
        error(213, "INSERT INTO p VALUES (1)"),
        error(2714, "CREATE TABLE p (id int)"),
        error(3701, "DROP TABLE nope"),
        error(3902, "COMMIT"),
        error(3903, "ROLLBACK"),
        error(50000, "RAISERROR('no', 16, 1)"),
        error(51000, "THROW 51000, 'no', 1"),
        error(243, "SELECT CAST(1 AS nosuchtype)"),
        error(257, "DECLARE @b varbinary(4) = 'abc'"),
        error(102, "MERGE p USING c ON 1=1".replace("MERGE", "MERGEX")));
  }

  @ParameterizedTest
  @MethodSource({
    "expressions",
    "comparisonsAndDates",
    "clockAndServer",
    "queries",
    "windowsAndBatches",
    "errors"
  })
  void answersAsSqlServerDoes(Case expected) {
    LabRecording recording = sql.record(expected.sql());

    if (expected.error() != null) {
      assertThat(recording.errors()).isNotEmpty();
      assertThat(recording.errors().get(0).number()).isEqualTo(expected.error());
    } else {
      assertThat(recording.errors()).isEmpty();
      LabResult last = recording.results().get(recording.results().size() - 1);
      assertThat(ResultText.rows(last)).isEqualTo(expected.rows());
    }
  }
}
