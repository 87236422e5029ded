package io.strandline.lab;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A rollback to a savepoint lets go of locks, as the page of ROLLBACK TRANSACTION documents. */
class SavepointTest {

  private Lab lab;
  private LabSqlRunner one;
  private LabSqlRunner two;

  @BeforeEach
  void start() {
    lab = Lab.start(LabConfig.stepped());
    one = lab.admin("sales");
    two = lab.admin("sales");
    one.run("CREATE TABLE t (id int NOT NULL PRIMARY KEY, v int NULL)");
    one.run("INSERT t VALUES (1, 10)");
    two.run("SET LOCK_TIMEOUT 0");
  }

  @AfterEach
  void close() {
    one.close();
    two.close();
    lab.close();
  }

  @Test
  @Tag("B3")
  void releasesTablesTakenSince() {
    one.run("BEGIN TRAN; SAVE TRAN s; SELECT v FROM t WITH (TABLOCKX)");
    assertThat(two.record("UPDATE t SET v = 11").errors()).extracting("number").contains(1222);

    one.run("ROLLBACK TRAN s");

    two.run("UPDATE t SET v = 11");
    assertThat(one.value("SELECT @@TRANCOUNT")).isEqualTo(1);
  }

  @Test
  @Tag("B3")
  void keepsTablesTakenBefore() {
    one.run("BEGIN TRAN; SELECT v FROM t WITH (TABLOCKX); SAVE TRAN s; UPDATE t SET v = 12");

    one.run("ROLLBACK TRAN s");

    assertThat(two.record("UPDATE t SET v = 11").errors()).extracting("number").contains(1222);
    assertThat(one.value("SELECT v FROM t")).isEqualTo(10);
  }
}
