package io.strandline.lab;

import static org.assertj.core.api.Assertions.assertThat;

import io.strandline.lab.session.SqlMessage;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Definitions of tables, columns, constraints and principals, item by item of the grammar. */
class DefinitionGrammarTest {

  private Lab lab;
  private LabSqlRunner sql;

  @BeforeEach
  void startLab() {
    lab = Lab.start(LabConfig.stepped());
    sql = lab.admin("sales");
  }

  @AfterEach
  void closeLab() {
    sql.close();
    lab.close();
  }

  private void rows(String query, String... expected) {
    assertThat(ResultText.rows(sql.query(query))).containsExactly(expected);
  }

  private SqlMessage error(int number, String text) {
    List<SqlMessage> errors = sql.record(text).errors();
    assertThat(errors).as(text).extracting(SqlMessage::number).containsExactly(number);
    return errors.get(0);
  }

  @Test
  @Tag("W7")
  void computedColumnsFollowTheirRow() {
    sql.run(
        "CREATE TABLE c (id int NOT NULL PRIMARY KEY, q int, p decimal(9,2), total AS (q * p)"
            + " PERSISTED, label AS 'n' + CAST(id AS varchar(5)))");
    sql.run("INSERT c VALUES (1, 2, 1.50); INSERT c (id, q) VALUES (2, 3)");
    rows("SELECT * FROM c", "1|2|1.50|3.00|n1", "2|3|NULL|NULL|n2");

    sql.run("UPDATE c SET q = 10 WHERE id = 1; UPDATE c SET id = 9 WHERE id = 2");

    rows("SELECT id, total, label FROM c", "1|15.00|n1", "9|NULL|n9");
    error(271, "INSERT c (id, total) VALUES (3, 1)");
    error(271, "UPDATE c SET total = 1");
    error(4936, "CREATE TABLE x (a int, b AS GETDATE())");
    error(4922, "ALTER TABLE c DROP COLUMN q");
  }

  @Test
  @Tag("W8")
  void computedColumnAddedLaterIsComputedForRowsThatAreThere() {
    sql.run("CREATE TABLE c (id int NOT NULL); INSERT c VALUES (4), (5)");

    sql.run("ALTER TABLE c ADD twice AS id * 2");

    rows("SELECT id, twice FROM c", "4|8", "5|10");
    sql.run("ALTER TABLE c DROP COLUMN twice");
    rows("SELECT * FROM c", "4", "5");
  }

  @Test
  @Tag("W7")
  void checkRefusesWhatIsFalseButNotUnknown() {
    sql.run("CREATE TABLE k (id int CONSTRAINT ck_id CHECK (id > 0), a int, b int, CHECK (a < b))");
    sql.run("INSERT k VALUES (1, 1, 2), (NULL, 5, NULL)");

    SqlMessage error = error(547, "INSERT k VALUES (0, 1, 2)");

    assertThat(error.text())
        .isEqualTo(
            "The INSERT statement conflicted with the CHECK constraint \"ck_id\". The conflict"
                + " occurred in database \"sales\", table \"dbo.k\", column 'id'.");
    assertThat(List.of(error.severity(), error.state())).containsExactly(16, 0);
    error(547, "UPDATE k SET a = 3 WHERE id = 1");
    rows("SELECT COUNT(*) FROM k", "2");
  }

  @Test
  @Tag("W7")
  void foreignKeysHoldBothSides() {
    sql.run("CREATE TABLE p (id int NOT NULL PRIMARY KEY); INSERT p VALUES (1), (2)");
    sql.run(
        "CREATE TABLE f (id int, pid int CONSTRAINT fk_p REFERENCES p (id));"
            + " INSERT f VALUES (1, 1), (2, NULL)");

    assertThat(error(547, "INSERT f VALUES (3, 9)").text())
        .isEqualTo(
            "The INSERT statement conflicted with the FOREIGN KEY constraint \"fk_p\". The conflict"
                + " occurred in database \"sales\", table \"dbo.p\", column 'id'.");
    assertThat(error(547, "DELETE p WHERE id = 1").text())
        .isEqualTo(
            "The DELETE statement conflicted with the REFERENCE constraint \"fk_p\". The conflict"
                + " occurred in database \"sales\", table \"dbo.f\", column 'pid'.");
    sql.run("DELETE p WHERE id = 2");
    error(547, "UPDATE p SET id = 5");
    error(4712, "TRUNCATE TABLE p");
    error(3726, "DROP TABLE p");
    error(3725, "ALTER TABLE p DROP CONSTRAINT " + primaryKeyOf("p"));
    sql.run("ALTER TABLE f DROP CONSTRAINT fk_p; DELETE p");
    error(547, "ALTER TABLE f ADD CONSTRAINT fk_p FOREIGN KEY (pid) REFERENCES p");
    error(1785, "CREATE TABLE g (pid int REFERENCES p (id) ON DELETE CASCADE)");
    error(1767, "CREATE TABLE g (pid int REFERENCES nope (id))");
    error(1776, "CREATE TABLE g (pid int REFERENCES f (id))");
  }

  private String primaryKeyOf(String table) {
    return (String)
        sql.value(
            "SELECT name FROM sys.key_constraints WHERE parent_object_id = OBJECT_ID('"
                + table
                + "')");
  }

  @Test
  @Tag("W8")
  void constraintsAreAddedAndDropped() {
    sql.run("CREATE TABLE t (id int NOT NULL, v int, w int); INSERT t VALUES (1, 1, 1), (2, 1, 2)");
    sql.run(
        "ALTER TABLE t ADD CONSTRAINT uq UNIQUE (w); ALTER TABLE t ADD CONSTRAINT df DEFAULT 7 FOR"
            + " v; ALTER TABLE t ADD CONSTRAINT ck CHECK (v < 100)");

    sql.run("INSERT t (id, w) VALUES (3, 3)");

    rows("SELECT v FROM t WHERE id = 3", "7");
    error(2627, "INSERT t VALUES (4, 1, 3)");
    error(547, "INSERT t VALUES (4, 100, 4)");
    error(1505, "ALTER TABLE t ADD UNIQUE (v)");
    error(547, "ALTER TABLE t ADD CHECK (v < 7)");
    error(1781, "ALTER TABLE t ADD DEFAULT 8 FOR v");
    error(2714, "ALTER TABLE t ADD CONSTRAINT uq CHECK (id > 0)");
    error(3728, "ALTER TABLE t DROP CONSTRAINT nope");
    sql.run("ALTER TABLE t DROP CONSTRAINT uq, ck, df");
    sql.run("INSERT t (id, w) VALUES (5, 3)");
    rows("SELECT v FROM t WHERE id = 5", "NULL");
  }

  @Test
  @Tag("W8")
  void primaryKeyIsAddedToRowsThatAreThereAndDropped() {
    sql.run("CREATE TABLE t (id int NOT NULL, v int NULL, k int NOT NULL)");
    sql.run("INSERT t VALUES (3, 1, 7), (1, 2, 7), (2, 3, 8); CREATE INDEX ix ON t (v)");
    error(8111, "ALTER TABLE t ADD PRIMARY KEY (v)");
    error(1505, "ALTER TABLE t ADD PRIMARY KEY (k)");

    sql.run("ALTER TABLE t ADD CONSTRAINT pk PRIMARY KEY CLUSTERED (id DESC)");

    rows("SELECT id FROM t WHERE id < 3 ORDER BY id DESC", "2", "1");
    rows("SELECT id FROM t WHERE v = 3", "2");
    error(2627, "INSERT t VALUES (3, 1, 1)");
    error(1779, "ALTER TABLE t ADD PRIMARY KEY (k)");
    sql.run("DELETE t WHERE id = 3; UPDATE t SET id = 9 WHERE id = 1; INSERT t VALUES (3, 4, 1)");
    rows("SELECT id, v FROM t ORDER BY id", "2|3", "3|4", "9|2");

    sql.run("ALTER TABLE t DROP CONSTRAINT pk; INSERT t VALUES (3, 5, 1)");
    rows("SELECT COUNT(*) FROM t WHERE id = 3", "2");
    rows("SELECT k FROM t WHERE v = 5", "1");
  }

  @Test
  @Tag("W8")
  void keysComeBackWithTheirRowsAfterARollback() {
    sql.run("CREATE TABLE t (id int NOT NULL CONSTRAINT pk PRIMARY KEY, v int)");
    sql.run("INSERT t VALUES (2, 20), (1, 10); CREATE INDEX ix ON t (v)");

    sql.run(
        "BEGIN TRAN; DROP INDEX ix ON t; ALTER TABLE t DROP CONSTRAINT pk; INSERT t VALUES (2, 30);"
            + " ROLLBACK");

    rows("SELECT id FROM t WHERE v >= 10 ORDER BY id", "1", "2");
    rows("SELECT v FROM t WHERE id = 2", "20");
    error(2627, "INSERT t VALUES (2, 1)");
  }

  @Test
  @Tag("W8")
  void defaultConstraintKeepsItsColumn() {
    sql.run("CREATE TABLE t (id int, v int CONSTRAINT df DEFAULT 1)");

    error(4922, "ALTER TABLE t DROP COLUMN v");
    sql.run("ALTER TABLE t DROP CONSTRAINT df; ALTER TABLE t DROP COLUMN v");
    error(4924, "ALTER TABLE t DROP COLUMN v");
    sql.run("ALTER TABLE t DROP COLUMN IF EXISTS v");
  }

  @Test
  @Tag("W10")
  void indexesAreMadeAndDropped() {
    sql.run("CREATE TABLE t (id int NOT NULL PRIMARY KEY, v int); INSERT t VALUES (1, 1), (2, 1)");
    error(1505, "CREATE UNIQUE INDEX ux ON t (v)");
    sql.run("CREATE NONCLUSTERED INDEX ix ON t (v DESC) INCLUDE (id) WITH (FILLFACTOR = 80)");
    error(1913, "CREATE INDEX ix ON t (id)");

    rows(
        "SELECT name, type_desc, is_unique FROM sys.indexes WHERE object_id = OBJECT_ID('t') AND"
            + " name = 'ix'",
        "ix|NONCLUSTERED|false");

    sql.run("DROP INDEX ix ON t");
    error(3701, "DROP INDEX ix ON t");
    sql.run("DROP INDEX IF EXISTS ix ON t");
    error(3723, "DROP INDEX " + primaryKeyOf("t") + " ON t");
    error(156, "CREATE INDEX fx ON t (v) WHERE v > 1");
  }

  @Test
  @Tag("W11")
  void schemasAreMadeAndDropped() {
    sql.run("CREATE SCHEMA ops AUTHORIZATION dbo");
    sql.run("CREATE TABLE ops.t (id int)");
    error(3729, "DROP SCHEMA ops");
    sql.run("DROP TABLE ops.t; DROP SCHEMA ops; DROP SCHEMA IF EXISTS ops");
    error(15151, "DROP SCHEMA ops");
    error(2760, "CREATE TABLE ops.t (id int)");
  }

  @Test
  @Tag("W9")
  void tablesAreDropped() {
    sql.run("CREATE TABLE t (id int); CREATE TABLE u (id int)");
    sql.run("DROP TABLE t, u");
    error(3701, "DROP TABLE t");
    sql.run("DROP TABLE IF EXISTS t");
  }

  @Test
  @Tag("W12")
  void renameTablesColumnsAndIndexes() {
    sql.run("CREATE TABLE t (id int NOT NULL CONSTRAINT pk PRIMARY KEY, v int UNIQUE)");
    sql.run("INSERT t VALUES (1, 2); CREATE INDEX ix ON t (v)");

    LabRecording recording = sql.run("EXEC sp_rename 'dbo.t', 'renamed'");

    assertThat(recording.infos()).extracting(SqlMessage::number).containsExactly(15477);
    sql.run("EXEC sp_rename 'renamed.v', 'w', 'COLUMN'");
    sql.run("EXEC sp_rename N'renamed.ix', N'jx', N'INDEX'; EXEC sp_rename 'pk', 'pk2'");
    rows("SELECT id, w FROM renamed", "1|2");
    error(208, "SELECT * FROM t");
    error(2627, "INSERT renamed VALUES (2, 2)");
    rows(
        "SELECT name FROM sys.indexes WHERE object_id = OBJECT_ID('renamed') AND name IN ('jx',"
            + " 'pk2') ORDER BY name",
        "jx",
        "pk2");
    error(15225, "EXEC sp_rename 'nope', 'x'");
    error(15248, "EXEC sp_rename 'renamed.nope', 'x', 'COLUMN'");
    error(15249, "EXEC sp_rename 'renamed', 'x', 'THING'");
    sql.run("CREATE TABLE t (id int)");
    error(15335, "EXEC sp_rename 't', 'renamed'");
    error(15335, "EXEC sp_rename 'renamed.w', 'id', 'COLUMN'");
  }

  @Test
  @Tag("W12")
  void renameIsUndoneWithItsTransaction() {
    sql.run("CREATE TABLE t (id int); BEGIN TRAN; EXEC sp_rename 't', 'u'; ROLLBACK");

    rows("SELECT COUNT(*) FROM t", "0");
    error(208, "SELECT * FROM u");
  }

  @Test
  void principalsAreDropped() {
    sql.run("CREATE LOGIN l WITH PASSWORD = 'x'; CREATE USER u FOR LOGIN l; CREATE ROLE r");
    sql.run("ALTER ROLE r ADD MEMBER u");
    error(15144, "DROP ROLE r");
    sql.run("ALTER ROLE r DROP MEMBER u; DROP ROLE r; DROP USER u; DROP LOGIN l");
    error(15151, "DROP USER u");
    error(15151, "DROP LOGIN l");
    sql.run("DROP USER IF EXISTS u; DROP ROLE IF EXISTS r");
  }
}
