package io.strandline.lab;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** SNAPSHOT isolation and its refusals, and what old versions cost. */
class SnapshotTest {

  private Lab lab;
  private LabSqlRunner one;
  private LabSqlRunner two;

  @BeforeEach
  void start() {
    lab = Lab.start(LabConfig.stepped());
    one = lab.admin("sales");
    two = lab.admin("sales");
    one.run("ALTER DATABASE sales SET ALLOW_SNAPSHOT_ISOLATION ON");
    one.run(
        "CREATE TABLE t (id int NOT NULL PRIMARY KEY, code varchar(10) NULL UNIQUE, v int NULL)");
    one.run("INSERT t VALUES (1, 'a', 10), (2, 'b', 20), (3, 'c', 30)");
    two.run("SET TRANSACTION ISOLATION LEVEL SNAPSHOT");
  }

  @AfterEach
  void close() {
    one.close();
    two.close();
    lab.close();
  }

  private static int error(LabRecording recording) {
    return recording.errors().isEmpty() ? 0 : recording.errors().get(0).number();
  }

  @Test
  @Tag("F10.2")
  void snapshotsReadCommittedVersionsWithoutWaiting() {
    one.run("BEGIN TRAN; UPDATE t SET v = 0 WHERE id = 1; DELETE t WHERE id = 2");

    assertThat(ResultText.rows(two.query("SELECT id, v FROM t")))
        .containsExactly("1|10", "2|20", "3|30");
    one.run("COMMIT");
    assertThat(ResultText.rows(two.query("SELECT id, v FROM t"))).containsExactly("1|0", "3|30");
  }

  @Test
  void theSnapshotIsOfTheFirstReadAndSeesOwnChanges() {
    two.run("BEGIN TRAN");
    one.run("UPDATE t SET v = 11 WHERE id = 1");
    assertThat(two.value("SELECT v FROM t WHERE id = 1")).isEqualTo(11);
    one.run("UPDATE t SET v = 12 WHERE id = 1; INSERT t VALUES (4, 'd', 40)");
    two.run("UPDATE t SET v = 21 WHERE id = 2; INSERT t VALUES (5, 'e', 50)");

    assertThat(ResultText.rows(two.query("SELECT id, v FROM t")))
        .containsExactly("1|11", "2|21", "3|30", "5|50");
    two.run("COMMIT");
    assertThat(two.value("SELECT SUM(v) FROM t")).isEqualTo(12 + 21 + 30 + 40 + 50);
  }

  @Test
  void oldKeysOfAnIndexAreFoundInTheSnapshot() {
    two.run("BEGIN TRAN");
    two.query("SELECT * FROM t");
    one.run("UPDATE t SET code = 'z' WHERE id = 1; DELETE t WHERE id = 2");
    one.run("INSERT t VALUES (9, 'a', 90)");

    assertThat(ResultText.rows(two.query("SELECT id FROM t WHERE code = 'a'")))
        .containsExactly("1");
    assertThat(ResultText.rows(two.query("SELECT id FROM t WHERE code >= 'b' ORDER BY code")))
        .containsExactly("2", "3");
    two.run("COMMIT");
    assertThat(ResultText.rows(two.query("SELECT id FROM t WHERE code = 'a'")))
        .containsExactly("9");
    assertThat(ResultText.rows(two.query("SELECT id FROM t WHERE code >= 'b' ORDER BY code")))
        .containsExactly("3", "1");
  }

  @Test
  void updateDeleteAndInsertConflicts() {
    for (String change :
        new String[] {
          "UPDATE t SET v = 0 WHERE id = 1",
          "DELETE t WHERE id = 2",
          "DELETE t WHERE id = 3",
          "INSERT t VALUES (4, 'x', 1)"
        }) {
      two.run("BEGIN TRAN");
      two.query("SELECT * FROM t");
      one.run("UPDATE t SET v = v + 1 WHERE id <> 3");
      one.run("DELETE t WHERE id = 3");
      one.run("INSERT t VALUES (4, 'd', 40); DELETE t WHERE id = 4");

      assertThat(error(two.record(change))).as(change).isEqualTo(3960);
      assertThat(two.value("SELECT @@TRANCOUNT")).as(change).isEqualTo(0);
      one.run("IF NOT EXISTS (SELECT * FROM t WHERE id = 3) INSERT t VALUES (3, 'c', 30)");
    }
  }

  @Test
  void aTransactionCannotTurnToSnapshotLater() {
    two.run("SET TRANSACTION ISOLATION LEVEL READ COMMITTED; BEGIN TRAN");
    two.query("SELECT * FROM t");
    two.run("SET TRANSACTION ISOLATION LEVEL SNAPSHOT");

    assertThat(error(two.record("SELECT * FROM t"))).isEqualTo(3951);
    assertThat(two.value("SELECT @@TRANCOUNT")).isEqualTo(0);
  }

  @Test
  void snapshotWritesAreRefusedWhereItIsNotAllowed() {
    one.run("ALTER DATABASE sales SET ALLOW_SNAPSHOT_ISOLATION OFF");

    assertThat(error(two.record("INSERT t VALUES (7, 'g', 70)"))).isEqualTo(3952);
    assertThat(error(two.record("UPDATE t SET v = 0"))).isEqualTo(3952);
    assertThat(one.value("SELECT SUM(v) FROM t")).isEqualTo(60);
  }

  @Test
  void definitionsAreNotVersioned() {
    two.run("BEGIN TRAN");
    two.query("SELECT * FROM t");
    one.run("CREATE TABLE u (id int NOT NULL PRIMARY KEY)");
    one.run("ALTER TABLE t ADD w int NULL");

    assertThat(error(two.record("SELECT * FROM t"))).isEqualTo(3961);
    assertThat(two.query("SELECT * FROM t").columns()).hasSize(4);
  }

  @Test
  void versionsThatNobodyNeedsAreDropped() {
    two.run("BEGIN TRAN");
    two.query("SELECT * FROM t");
    for (int i = 0; i < 500; i++) {
      one.run("UPDATE t SET v = v + 1, code = 'k" + i + "' WHERE id = 1");
      one.run("INSERT t VALUES (9, 'n', 1); DELETE t WHERE id = 9");
    }
    assertThat(two.value("SELECT v FROM t WHERE id = 1")).isEqualTo(10);
    assertThat(lab.server().store().uncollected()).isPositive();

    two.run("COMMIT");
    for (int i = 0; i < 20; i++) {
      one.run("UPDATE t SET v = v WHERE id = 2");
    }

    assertThat(lab.server().store().uncollected()).isZero();
    var table = lab.database("sales").table("dbo", "t");
    long before = table.visitedRows();
    assertThat(one.query("SELECT id FROM t WHERE code > ''").rows()).hasSize(3);
    assertThat(table.visitedRows() - before).isEqualTo(3);
  }
}
