package io.strandline.lab;

import static io.strandline.lab.WireFixture.rows;
import static io.strandline.lab.WireFixture.run;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.strandline.lab.faults.Effect;
import io.strandline.lab.faults.Fault;
import io.strandline.lab.faults.FaultPoint;
import io.strandline.lab.faults.FaultPoint.Kind;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Faults at every point, on the whole lab, as the driver sees them. */
@Timeout(60)
class FaultPointsTest {

  private WireFixture wire;
  private Connection connection;

  @BeforeEach
  void open() throws Exception {
    wire = new WireFixture();
    connection = wire.connect();
    run(connection, "CREATE TABLE dbo.t (id int NOT NULL PRIMARY KEY, v nvarchar(20) NULL)");
    run(connection, "INSERT INTO dbo.t VALUES (1, N'a'), (2, N'b'), (3, N'c'), (4, N'd')");
  }

  @AfterEach
  void close() throws Exception {
    wire.lab.faults().clear();
    connection.close();
    wire.close();
  }

  private void arm(Fault fault) {
    wire.lab.faults().add(fault);
  }

  private static void isReset(org.assertj.core.api.ThrowableAssert.ThrowingCallable call) {
    assertThatThrownBy(call)
        .isInstanceOfSatisfying(
            SQLException.class, e -> assertThat(e.getSQLState()).startsWith("08"));
  }

  private List<String> ids() throws SQLException {
    try (Connection other = wire.connect()) {
      return rows(other, "SELECT id FROM dbo.t ORDER BY id");
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"ACCEPT", "PRELOGIN", "LOGIN"})
  void aConnectionIsKilledBeforeItsLogin(Kind point) throws Exception {
    // A driver may try again by itself within its login timeout.
    arm(Fault.of(point, new Effect.Kill()).times(1_000));
    assertThatThrownBy(wire::connect).isInstanceOf(SQLException.class);
    assertThat(wire.lab.faults().firedCount()).isPositive();
    wire.lab.faults().clear();
    wire.connect().close();
  }

  @Test
  void aTlsHandshakeIsKilled() throws Exception {
    try (WireFixture secure = new WireFixture(LabConfig.stepped().withTls(true))) {
      secure.lab.faults().add(Fault.of(Kind.TLS_HANDSHAKE, new Effect.Kill()));
      assertThatThrownBy(secure::connect).isInstanceOf(SQLException.class);
      assertThat(secure.lab.faults().firedCount()).isOne();
      secure.connect().close();
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"ACCEPT", "PRELOGIN", "LOGIN"})
  void aSilentServerMakesTheClientGiveUp(Kind point) throws Exception {
    arm(Fault.of(point, new Effect.Blackhole()).times(100));
    assertThatThrownBy(() -> wire.connect("loginTimeout=1")).isInstanceOf(SQLException.class);
    assertThat(wire.lab.faults().firedCount()).isPositive();
    wire.lab.faults().clear();
    wire.connect().close();
  }

  @Test
  void aLoginIsRefusedForAUserAndAProgram() throws Exception {
    arm(Fault.of(Kind.LOGIN, Effect.refuseLogin("sa")).ofUser("sa").ofProgram("blocked"));
    assertThatThrownBy(() -> wire.connect("applicationName=blocked"))
        .isInstanceOfSatisfying(
            SQLException.class, e -> assertThat(e.getErrorCode()).isEqualTo(18456));
    wire.connect("applicationName=blocked").close();
    wire.connect().close();
  }

  @Test
  void aConnectionIsChosenByItsNumber() throws Exception {
    arm(Fault.of(Kind.ACCEPT, new Effect.Kill()).onConnection(3));
    wire.connect().close();
    assertThatThrownBy(wire::connect).isInstanceOf(SQLException.class);
    wire.connect().close();
  }

  @ParameterizedTest
  @EnumSource(names = {"BEFORE_COLUMNS", "BEFORE_DONE"})
  void anErrorWithinAQueryIsTheStatementsOwn(Kind point) throws Exception {
    arm(Fault.always(Effect.error(823, 24, 2, "I/O")).onTable("dbo.t").at(point));
    assertThatThrownBy(() -> rows(connection, "SELECT id FROM dbo.t"))
        .isInstanceOfSatisfying(
            SQLException.class, e -> assertThat(e.getErrorCode()).isEqualTo(823));
    assertThat(ids()).hasSize(4);
  }

  @Test
  void aDeadlockAmongTheRowsRollsTheTransactionBack() throws Exception {
    connection.setAutoCommit(false);
    run(connection, "DELETE FROM dbo.t WHERE id = 1");
    arm(Fault.on("SELECT", Effect.deadlock()).at(FaultPoint.beforeRow(3)));
    assertThatThrownBy(() -> rows(connection, "SELECT id FROM dbo.t"))
        .isInstanceOfSatisfying(
            SQLException.class, e -> assertThat(e.getSQLState()).isEqualTo("40001"));
    assertThat(rows(connection, "SELECT @@TRANCOUNT")).containsExactly("0");
    connection.setAutoCommit(true);
    assertThat(ids()).containsExactly("1", "2", "3", "4");
  }

  @Test
  void aRowThatIsNotThereHasNoFault() throws Exception {
    arm(Fault.on("SELECT", new Effect.Kill()).at(FaultPoint.beforeRow(5)));
    assertThat(rows(connection, "SELECT id FROM dbo.t")).hasSize(4);
    arm(Fault.on("SELECT", new Effect.Kill()).at(FaultPoint.afterRows(4)));
    isReset(() -> rows(connection, "SELECT id FROM dbo.t"));
  }

  @Test
  void aPacketEndsInItsMiddle() {
    arm(Fault.on("SELECT", new Effect.HalfPacket()).at(FaultPoint.afterRows(2)));
    isReset(() -> rows(connection, "SELECT id FROM dbo.t"));
    assertThat(wire.lab.faults().firedCount()).isOne();
  }

  @Test
  void aKillBeforeTheCommitUndoesAndOneAfterItDoesNot() throws Exception {
    arm(Fault.on("DELETE", new Effect.Kill()).at(Kind.BEFORE_COMMIT));
    isReset(() -> run(connection, "DELETE FROM dbo.t WHERE id = 1"));
    assertThat(ids()).hasSize(4);
    connection = wire.connect();
    arm(Fault.on("DELETE", new Effect.Kill()).at(Kind.AFTER_COMMIT));
    isReset(() -> run(connection, "DELETE FROM dbo.t WHERE id = 1"));
    assertThat(ids()).containsExactly("2", "3", "4");
  }

  @Test
  void anExplicitCommitHasTheSamePoints() throws Exception {
    connection.setAutoCommit(false);
    run(connection, "DELETE FROM dbo.t WHERE id = 1");
    arm(Fault.on("COMMIT", Effect.error(9002, 17, 4, "log full")).at(Kind.BEFORE_COMMIT));
    assertThatThrownBy(connection::commit)
        .isInstanceOfSatisfying(
            SQLException.class, e -> assertThat(e.getErrorCode()).isEqualTo(9002));
    assertThat(rows(connection, "SELECT @@TRANCOUNT")).as("still open").containsExactly("1");
    arm(Fault.on("COMMIT", new Effect.Kill()).at(Kind.AFTER_COMMIT));
    isReset(connection::commit);
    assertThat(ids()).containsExactly("2", "3", "4");
  }

  @Test
  void silenceLastsUntilTheClientGoes() throws Exception {
    arm(Fault.on("SELECT 1", new Effect.Blackhole()));
    try (Connection patient = wire.connect("socketTimeout=300");
        Statement statement = patient.createStatement()) {
      isReset(() -> statement.execute("SELECT 1"));
    }
    assertThat(ids()).hasSize(4);
    assertThat(wire.lab.faults().waiting()).isZero();
  }

  @Test
  void everyConditionOfTheLinkLeavesResultsRight() throws Exception {
    wire.lab.faults().link().splitPackets(3);
    wire.lab.faults().link().latency(Duration.ofMillis(1), Duration.ofMillis(3), 5);
    wire.lab.faults().link().throttle(4_000_000);
    String wide = "REPLICATE(CAST(N'x' AS nvarchar(max)), 20000)";
    try (Connection slow = wire.connect()) {
      for (int i = 0; i < 5; i++) {
        assertThat(rows(slow, "SELECT id, LEN(" + wide + ") FROM dbo.t ORDER BY id"))
            .containsExactly("1|20000", "2|20000", "3|20000", "4|20000");
        assertThat(rows(slow, "SELECT " + wide)).containsExactly("x".repeat(20_000));
      }
    } finally {
      wire.lab.faults().link().clear();
    }
  }

  @Test
  void aThrottledLinkTakesItsTime() throws Exception {
    wire.lab.faults().link().throttle(100_000);
    long start = System.nanoTime();
    rows(connection, "SELECT REPLICATE(CAST('x' AS varchar(max)), 20000)");
    assertThat(Duration.ofNanos(System.nanoTime() - start)).isGreaterThan(Duration.ofMillis(150));
  }
}
