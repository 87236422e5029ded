package io.strandline.lab;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.strandline.lab.session.Parameter;
import io.strandline.lab.session.SqlType;
import io.strandline.lab.store.SessionWaits;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Facts 10: waits, what they are called and how they end; and table hints. */
class LockTest {

  private static final long LIMIT_NANOS = TimeUnit.SECONDS.toNanos(20);

  private Lab lab;
  private LabSqlRunner one;
  private LabSqlRunner two;
  private int spid;

  @BeforeEach
  void start() {
    lab = Lab.start(LabConfig.stepped());
    one = lab.admin("sales");
    two = lab.admin("sales");
    one.run("CREATE TABLE t (id int NOT NULL PRIMARY KEY, v int NULL)");
    one.run("INSERT t VALUES (1, 10), (2, 20)");
    spid = ((Number) two.value("SELECT @@SPID")).intValue();
  }

  @AfterEach
  void close() {
    one.close();
    two.close();
    lab.close();
  }

  private CompletableFuture<LabRecording> waiting(String sql) {
    CompletableFuture<LabRecording> future = CompletableFuture.supplyAsync(() -> two.record(sql));
    long start = System.nanoTime();
    while (lab.server().store().sessionWaits().current(spid) == null) {
      assertThat(future).as(sql).isNotDone();
      assertThat(System.nanoTime() - start).isLessThan(LIMIT_NANOS);
      Thread.onSpinWait();
    }
    return future;
  }

  private static LabRecording get(CompletableFuture<LabRecording> future) throws Exception {
    return future.get(20, TimeUnit.SECONDS);
  }

  @Test
  @Tag("F10.1")
  @DisplayName("facts 10: a read of a locked row waits with LCK_M_S; so does a count and a seek")
  void readersWaitForALockedRow() throws Exception {
    for (String read :
        new String[] {
          "SELECT v FROM t WHERE id = 1",
          "SELECT COUNT(*) FROM t",
          "SELECT MIN(id) FROM t",
          "SELECT TOP 1 id FROM t ORDER BY id"
        }) {
      one.run("BEGIN TRAN; UPDATE t SET v = v + 1 WHERE id = 1");

      CompletableFuture<LabRecording> reading = waiting(read);
      assertThat(
              ResultText.rows(
                  one.query(
                      "SELECT wait_type, blocking_session_id, status FROM sys.dm_exec_requests"
                          + " WHERE session_id = "
                          + spid)))
          .as(read)
          .containsExactly("LCK_M_S|" + one.value("SELECT @@SPID") + "|suspended");
      one.run("COMMIT");
      assertThat(get(reading).errors()).as(read).isEmpty();
    }
    assertThat(
            two.value(
                "SELECT waiting_tasks_count FROM sys.dm_exec_session_wait_stats WHERE session_id ="
                    + " @@SPID AND wait_type = 'LCK_M_S'"))
        .isEqualTo(4L);
  }

  @Test
  @Tag("F10.1")
  @DisplayName("facts 10: after the commit the waiting reader returns the new image")
  void theWaitingReaderReturnsTheNewImage() throws Exception {
    one.run("BEGIN TRAN; UPDATE t SET v = 11 WHERE id = 1; DELETE t WHERE id = 2;");
    one.run("INSERT t VALUES (3, 30)");

    CompletableFuture<LabRecording> reading = waiting("SELECT id, v FROM t");
    one.run("COMMIT");

    assertThat(ResultText.rows(get(reading).results().get(0))).containsExactly("1|11", "3|30");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "UPDATE t SET v = 1 WHERE id = 1; LCK_M_U",
        "DELETE t WHERE id = 1; LCK_M_U",
        "INSERT t VALUES (3, 1); LCK_M_X",
        "SELECT * FROM t WITH (TABLOCKX); LCK_M_X",
        "SELECT * FROM t WITH (HOLDLOCK); LCK_M_S",
        "SELECT * FROM t WITH (TABLOCK); LCK_M_S",
        "SELECT * FROM t WITH (UPDLOCK); LCK_M_U",
        "ALTER TABLE t ADD w int NULL; LCK_M_SCH_M"
      })
  void waitsHaveTheirNames(String statement, String type) throws Exception {
    one.run("BEGIN TRAN; UPDATE t SET v = 11 WHERE id = 1; INSERT t VALUES (3, 30)");

    CompletableFuture<LabRecording> waiting = waiting(statement);
    SessionWaits.Current wait = lab.server().store().sessionWaits().current(spid);
    one.run("ROLLBACK");

    assertThat(wait).isNotNull();
    assertThat(wait.type()).isEqualTo(type);
    assertThat(get(waiting).errors()).isEmpty();
  }

  @Test
  @Tag("S5")
  void updlockKeepsOthersFromMeaningToWriteButNotFromReading() throws Exception {
    one.run("BEGIN TRAN; SELECT * FROM t WITH (UPDLOCK)");

    assertThat(two.value("SELECT COUNT(*) FROM t")).isEqualTo(2);
    CompletableFuture<LabRecording> other = waiting("SELECT * FROM t WITH (UPDLOCK)");
    one.run("UPDATE t SET v = 0; COMMIT");

    assertThat(get(other).errors()).isEmpty();
  }

  @Test
  @Tag("S5")
  void tablockxKeepsReadersOutAndNolockPassesIt() throws Exception {
    one.run("BEGIN TRAN; SELECT * FROM t WITH (TABLOCKX)");

    assertThat(two.value("SELECT COUNT(*) FROM t WITH (NOLOCK)")).isEqualTo(2);
    CompletableFuture<LabRecording> reader = waiting("SELECT COUNT(*) FROM t");
    one.run("COMMIT");

    assertThat(get(reader).errors()).isEmpty();
  }

  @Test
  @Tag("F10.2")
  @DisplayName("facts 10: SET in a batch stays, in a text with parameters it ends with the text")
  void isolationLevelOfTheSession() {
    String level =
        "SELECT transaction_isolation_level FROM sys.dm_exec_sessions WHERE session_id = @@SPID";
    assertThat(two.value(level)).isEqualTo(2);

    two.query(
        "SET TRANSACTION ISOLATION LEVEL SNAPSHOT; SELECT @p",
        new Parameter("@p", SqlType.of(SqlType.Kind.INT), 1, false));
    assertThat(two.value(level)).isEqualTo(2);
    two.run("SET TRANSACTION ISOLATION LEVEL SNAPSHOT");
    assertThat(two.value(level)).isEqualTo(5);
  }

  @Test
  @Tag("F10.4")
  @DisplayName("facts 10: change tables are read under READ COMMITTED, and writers stop nobody")
  void changeTablesAreReadWhileTheirSourceIsLocked() {
    one.run("EXEC sys.sp_cdc_enable_db");
    one.run("EXEC sys.sp_cdc_enable_table N'dbo', N't', @role_name = NULL");
    one.run("UPDATE t SET v = 11 WHERE id = 1; BEGIN TRAN; UPDATE t SET v = 12");
    lab.database("sales").capture().drain();
    two.run("SET LOCK_TIMEOUT 0");

    String changes = "SELECT __$operation, id, v FROM cdc.dbo_t_CT ORDER BY __$operation";
    assertThat(ResultText.rows(two.query(changes))).containsExactly("3|1|10", "4|1|11");
    one.run("COMMIT");
    assertThat(ResultText.rows(two.query(changes))).hasSize(2);
    lab.database("sales").capture().drain();
    assertThat(ResultText.rows(two.query(changes))).hasSize(6);
  }

  @Test
  @DisplayName("dirty reads see what is undone later; READ UNCOMMITTED is NOLOCK everywhere")
  void uncommittedRows() {
    one.run("BEGIN TRAN; UPDATE t SET v = 11 WHERE id = 1; DELETE t WHERE id = 2");

    two.run("SET TRANSACTION ISOLATION LEVEL READ UNCOMMITTED");
    assertThat(ResultText.rows(two.query("SELECT id, v FROM t"))).containsExactly("1|11");
    one.run("ROLLBACK");
    assertThat(ResultText.rows(two.query("SELECT id, v FROM t"))).containsExactly("1|10", "2|20");
  }

  @Test
  @Tag("F10.3")
  @DisplayName("facts 10: 1222 leaves the transaction open and its changes in place")
  void lockTimeoutKeepsTheTransaction() {
    one.run("BEGIN TRAN; UPDATE t SET v = 11 WHERE id = 1");
    two.run("SET LOCK_TIMEOUT 0; BEGIN TRAN; UPDATE t SET v = 21 WHERE id = 2");

    assertThat(two.record("SELECT v FROM t WHERE id = 1").errors().get(0).number()).isEqualTo(1222);
    assertThat(two.value("SELECT v FROM t WHERE id = 2")).isEqualTo(21);
    two.run("COMMIT");
    one.run("ROLLBACK");
    assertThat(ResultText.rows(one.query("SELECT v FROM t"))).containsExactly("10", "21");
  }

  @Test
  @Tag("F10.3")
  @DisplayName("facts 10: a victim is SQLSTATE 40001; a killed session without retry is 08S01")
  void statesOfAVictimAndOfAKilledSession() throws Exception {
    int other = ((Number) one.value("SELECT @@SPID")).intValue();
    one.run("BEGIN TRAN; UPDATE t SET v = 0 WHERE id = 1");
    try (Connection connection =
        DriverManager.getConnection(
            lab.jdbcUrl("sales") + ";connectRetryCount=0",
            Lab.SA,
            lab.config().server().saPassword())) {
      java.sql.Statement statement = connection.createStatement();
      statement.execute("BEGIN TRAN; UPDATE t SET v = 0 WHERE id = 2");
      CompletableFuture<LabRecording> first =
          CompletableFuture.supplyAsync(() -> one.record("UPDATE t SET v = 1 WHERE id = 2"));
      long start = System.nanoTime();
      while (lab.server().store().sessionWaits().current(other) == null) {
        assertThat(System.nanoTime() - start).isLessThan(LIMIT_NANOS);
        Thread.onSpinWait();
      }

      assertThatThrownBy(() -> statement.execute("UPDATE t SET v = 1 WHERE id = 1"))
          .isInstanceOfSatisfying(
              SQLException.class,
              e -> {
                assertThat(e.getErrorCode()).isEqualTo(1205);
                assertThat(e.getSQLState()).isEqualTo("40001");
              });
      assertThat(get(first).errors()).isEmpty();
      lab.restart();
      assertThatThrownBy(() -> statement.execute("SELECT 1"))
          .isInstanceOfSatisfying(
              SQLException.class, e -> assertThat(e.getSQLState()).isEqualTo("08S01"));
    }
  }

  @Test
  @Tag("F10.3")
  @DisplayName("facts 10: of three transactions in a circle one is the victim, the others go on")
  void deadlockOfThree() throws Exception {
    one.run("INSERT t VALUES (3, 30)");
    try (LabSqlRunner three = lab.admin("sales")) {
      one.run("BEGIN TRAN; UPDATE t SET v = 0 WHERE id = 1");
      two.run("BEGIN TRAN; UPDATE t SET v = 0 WHERE id = 2");
      three.run("BEGIN TRAN; UPDATE t SET v = 0 WHERE id = 3");
      CompletableFuture<LabRecording> second = waiting("UPDATE t SET v = 1 WHERE id = 1");
      CompletableFuture<LabRecording> third =
          CompletableFuture.supplyAsync(() -> three.record("UPDATE t SET v = 1 WHERE id = 2"));
      LabRecording first = one.record("UPDATE t SET v = 1 WHERE id = 3");

      // Whoever closed the circle is the victim; each of the others waits for one to end.
      one.record("IF @@TRANCOUNT > 0 COMMIT");
      LabRecording ofTwo = get(second);
      two.record("IF @@TRANCOUNT > 0 COMMIT");
      LabRecording ofThree = get(third);

      assertThat(
              java.util.stream.Stream.of(first, ofTwo, ofThree)
                  .flatMap(recording -> recording.errors().stream())
                  .map(error -> error.number()))
          .containsExactly(1205);
    }
  }
}
