package io.strandline.lab;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Facts 10: locking and isolation. */
class IsolationTest {

  private Lab lab;
  private LabSqlRunner one;
  private LabSqlRunner two;

  @BeforeEach
  void start() {
    lab = Lab.start(LabConfig.stepped());
    one = lab.admin("sales");
    two = lab.admin("sales");
    one.run("CREATE TABLE t (id int NOT NULL PRIMARY KEY, v int NULL)");
    one.run("INSERT t VALUES (1, 10), (2, 20)");
  }

  @AfterEach
  void close() {
    one.close();
    two.close();
    lab.close();
  }

  private CompletableFuture<LabRecording> later(LabSqlRunner session, String sql) {
    return CompletableFuture.supplyAsync(() -> session.record(sql));
  }

  private static void assertWaits(CompletableFuture<?> future)
      throws InterruptedException, ExecutionException {
    try {
      future.get(100, TimeUnit.MILLISECONDS);
      throw new AssertionError("it did not wait");
    } catch (TimeoutException expected) {
      assertThat(future).isNotDone();
    }
  }

  private static LabRecording get(CompletableFuture<LabRecording> future) throws Exception {
    return future.get(10, TimeUnit.SECONDS);
  }

  @Test
  @DisplayName("facts 10: READ COMMITTED waits for the writer and returns the new image")
  void readCommittedWaits() throws Exception {
    one.run("BEGIN TRAN; UPDATE t SET v = 11 WHERE id = 1");

    CompletableFuture<LabRecording> read = later(two, "SELECT v FROM t WHERE id = 1");
    assertWaits(read);
    one.run("COMMIT");

    assertThat(get(read).results().get(0).value()).isEqualTo(11);
  }

  @Test
  void rowsThatNobodyHoldsAreReadWithoutWaiting() {
    one.run("BEGIN TRAN; UPDATE t SET v = 11 WHERE id = 1");

    assertThat(two.value("SELECT v FROM t WHERE id = 2")).isEqualTo(20);
    assertThat(two.value("SELECT v FROM t WITH (NOLOCK) WHERE id = 1")).isEqualTo(11);
  }

  @Test
  void readCommittedSnapshotDoesNotWait() {
    one.run("ALTER DATABASE CURRENT SET READ_COMMITTED_SNAPSHOT ON");
    one.run("BEGIN TRAN; UPDATE t SET v = 11 WHERE id = 1; DELETE t WHERE id = 2");

    assertThat(ResultText.rows(two.query("SELECT v FROM t"))).containsExactly("10", "20");
  }

  @Test
  @DisplayName("facts 10: SNAPSHOT is refused with 3952 until it is allowed, then reads the past")
  void snapshotReadsThePast() {
    two.run("SET TRANSACTION ISOLATION LEVEL SNAPSHOT");
    assertThat(two.record("SELECT * FROM t").errors().get(0).number()).isEqualTo(3952);

    one.run("ALTER DATABASE sales SET ALLOW_SNAPSHOT_ISOLATION ON");
    two.run("BEGIN TRAN");
    assertThat(two.value("SELECT SUM(v) FROM t")).isEqualTo(30);
    one.run("UPDATE t SET v = v + 1");
    assertThat(two.value("SELECT SUM(v) FROM t")).isEqualTo(30);
    assertThat(two.record("UPDATE t SET v = 0 WHERE id = 1").errors().get(0).number())
        .isEqualTo(3960);
    assertThat(two.value("SELECT @@TRANCOUNT")).isEqualTo(0);
    assertThat(two.value("SELECT SUM(v) FROM t")).isEqualTo(32);
  }

  @Test
  @DisplayName("facts 10: LOCK_TIMEOUT expiry is 1222 and leaves the transaction open")
  void lockTimeout() {
    one.run("BEGIN TRAN; UPDATE t SET v = 11 WHERE id = 1");
    two.run("SET LOCK_TIMEOUT 20; BEGIN TRAN");

    assertThat(two.record("SELECT v FROM t WHERE id = 1").errors().get(0).number()).isEqualTo(1222);
    assertThat(two.record("UPDATE t SET v = 12 WHERE id = 1").errors().get(0).number())
        .isEqualTo(1222);
    assertThat(two.value("SELECT @@TRANCOUNT")).isEqualTo(1);
  }

  @Test
  @DisplayName("facts 10: a deadlock has one victim, error 1205, rolled back")
  void deadlock() throws Exception {
    one.run("BEGIN TRAN; UPDATE t SET v = 11 WHERE id = 1");
    two.run("BEGIN TRAN; UPDATE t SET v = 21 WHERE id = 2");

    CompletableFuture<LabRecording> first = later(one, "UPDATE t SET v = 12 WHERE id = 2");
    assertWaits(first);
    LabRecording victim = two.record("UPDATE t SET v = 22 WHERE id = 1");

    assertThat(victim.errors().get(0).number()).isEqualTo(1205);
    assertThat(victim.events()).containsExactly("rolled back");
    assertThat(get(first).errors()).isEmpty();
    one.run("COMMIT");
    assertThat(ResultText.rows(two.query("SELECT v FROM t"))).containsExactly("11", "12");
  }

  @Test
  void writersOfOneRowTakeTurnsAndLookAgain() throws Exception {
    one.run("BEGIN TRAN; UPDATE t SET v = v + 1 WHERE id = 1");

    CompletableFuture<LabRecording> second = later(two, "UPDATE t SET v = v + 1 WHERE v = 10");
    assertWaits(second);
    one.run("COMMIT");

    assertThat(get(second).dones().get(0).count()).isZero();
    assertThat(one.value("SELECT v FROM t WHERE id = 1")).isEqualTo(11);
  }

  @Test
  void insertOfAnUncommittedKeyWaitsForItsFate() throws Exception {
    one.run("BEGIN TRAN; INSERT t VALUES (3, 1)");
    CompletableFuture<LabRecording> second = later(two, "INSERT t VALUES (3, 2)");
    assertWaits(second);
    one.run("ROLLBACK");

    assertThat(get(second).errors()).isEmpty();
    assertThat(two.value("SELECT v FROM t WHERE id = 3")).isEqualTo(2);
  }

  @Test
  @DisplayName("facts 7: enabling waits for a transaction that already wrote the table")
  void enableWaitsForWriters() throws Exception {
    one.run("EXEC sys.sp_cdc_enable_db");
    one.run("BEGIN TRAN; INSERT t VALUES (3, 1)");

    CompletableFuture<LabRecording> enable =
        later(two, "EXEC sys.sp_cdc_enable_table N'dbo', N't', NULL, 1, NULL");
    assertWaits(enable);
    one.run("COMMIT");

    assertThat(get(enable).errors()).isEmpty();
    lab.database("sales").capture().drain();
    assertThat(two.value("SELECT COUNT(*) FROM cdc.dbo_t_CT")).isEqualTo(0);
  }

  @Test
  void cancelEndsAWait() throws Exception {
    one.run("BEGIN TRAN; UPDATE t SET v = 11 WHERE id = 1");
    CompletableFuture<LabRecording> read = later(two, "SELECT v FROM t WHERE id = 1");
    assertWaits(read);

    two.session().cancel();

    assertThat(read.handle((result, error) -> error.getCause()).get(10, TimeUnit.SECONDS))
        .isInstanceOf(io.strandline.lab.session.CancelledException.class);
    assertThat(two.value("SELECT v FROM t WHERE id = 2")).isEqualTo(20);
  }

  @Test
  void serializableKeepsOthersFromWriting() throws Exception {
    one.run("SET TRANSACTION ISOLATION LEVEL SERIALIZABLE; BEGIN TRAN; SELECT * FROM t");

    CompletableFuture<LabRecording> write = later(two, "INSERT t VALUES (3, 1)");
    assertWaits(write);
    one.run("COMMIT");

    assertThat(get(write).errors()).isEmpty();
  }

  @Test
  void closingASessionRollsBack() {
    LabSqlRunner third = lab.admin("sales");
    third.run("BEGIN TRAN; DELETE t");
    third.close();

    assertThat(one.value("SELECT COUNT(*) FROM t")).isEqualTo(2);
  }
}
