package io.strandline.lab.protocol;

import static io.strandline.lab.protocol.ScriptedEngine.column;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.strandline.lab.faults.Effect;
import io.strandline.lab.faults.Fault;
import io.strandline.lab.faults.FaultPlan;
import io.strandline.lab.faults.FaultPoint;
import io.strandline.lab.session.ResultSink.StatementKind;
import io.strandline.lab.session.SqlType;
import io.strandline.lab.session.SqlType.Kind;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.SQLTimeoutException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Faults as the driver sees them. */
@Timeout(60)
class FaultsTest {

  private final FaultPlan plan = new FaultPlan();
  private final ScriptedEngine engine = new ScriptedEngine();
  private Lab lab;
  private Connection connection;

  @BeforeEach
  void open() throws Exception {
    engine.on(
        "rows",
        (request, out, session) -> {
          out.columns(List.of(column("n", SqlType.of(Kind.INT))));
          for (int i = 0; i < 2_000; i++) {
            out.row(new Object[] {i});
          }
          out.done(StatementKind.SELECT, 2_000);
        });
    engine.on("update", (request, out, session) -> out.done(StatementKind.UPDATE, 1));
    lab = new Lab(engine, TdsServerConfig.defaults().withFaults(plan));
    connection = lab.connect();
  }

  @AfterEach
  void close() throws Exception {
    connection.close();
    lab.close();
  }

  private int update() throws SQLException {
    try (Statement statement = connection.createStatement()) {
      return statement.executeUpdate("update t");
    }
  }

  @Test
  void anErrorKeepsTheStatementFromRunning() throws Exception {
    plan.add(Fault.on("UPDATE", Effect.error(50_001, "injected")));
    assertThatThrownBy(this::update)
        .hasMessage("injected")
        .extracting(e -> ((SQLException) e).getErrorCode())
        .isEqualTo(50_001);
    assertThat(engine.requests).isEmpty();
    assertThat(update()).isEqualTo(1);
    assertThat(plan.fired()).extracting(fired -> fired.client().user()).containsExactly("reader");
  }

  @Test
  void aDeadlockVictimIsRolledBack() throws Exception {
    plan.add(Fault.on("update", Effect.deadlock()));
    try (PreparedStatement statement = connection.prepareStatement("update t set a = ?")) {
      statement.setInt(1, 1);
      assertThatThrownBy(statement::executeUpdate)
          .isInstanceOfSatisfying(
              SQLException.class,
              e -> {
                assertThat(e.getErrorCode()).isEqualTo(1205);
                assertThat(e.getSQLState()).isEqualTo("40001");
              });
      assertThat(engine.texts("")).containsExactly("IF @@TRANCOUNT > 0 ROLLBACK TRAN");
      assertThat(statement.executeUpdate()).isEqualTo(1);
    }
  }

  @Test
  void aKillBeforeTheStatement() throws Exception {
    plan.add(Fault.on("update", new Effect.Kill()));
    assertThatThrownBy(this::update)
        .extracting(e -> ((SQLException) e).getSQLState())
        .asString()
        .startsWith("08");
    assertThat(engine.requests).isEmpty();
    assertThat(engine.sessions.get(0).awaitClosed()).isTrue();
  }

  @Test
  void aKillAfterSomeRows() throws Exception {
    plan.add(Fault.on("rows", new Effect.Kill()).at(FaultPoint.afterRows(700)));
    int read = 0;
    try (Statement statement = connection.createStatement()) {
      ResultSet result = statement.executeQuery("rows");
      while (result.next()) {
        assertThat(result.getInt(1)).isEqualTo(read);
        read++;
      }
      throw new AssertionError("read " + read + " rows to the end");
    } catch (SQLException e) {
      assertThat(e.getSQLState()).startsWith("08");
    }
    assertThat(read).isLessThanOrEqualTo(700);
    assertThat(plan.firedCount()).isEqualTo(1);
    assertThat(engine.sessions.get(0).awaitClosed()).isTrue();
  }

  @Test
  void aDroppedReplyComesAfterTheStatementRan() throws Exception {
    plan.add(Fault.on("update", new Effect.DropReply()));
    assertThatThrownBy(this::update)
        .extracting(e -> ((SQLException) e).getSQLState())
        .asString()
        .startsWith("08");
    assertThat(engine.texts("update")).hasSize(1);
  }

  @Test
  void aDelayEndsWithTheClientsTimeout() throws Exception {
    plan.add(Fault.on("update", new Effect.Delay(Duration.ofMinutes(5))));
    try (Statement statement = connection.createStatement()) {
      statement.setQueryTimeout(1);
      assertThatThrownBy(() -> statement.executeUpdate("update t"))
          .isInstanceOf(SQLTimeoutException.class);
    }
    assertThat(engine.requests).isEmpty();
    assertThat(update()).isEqualTo(1);
  }

  @Test
  void aShortDelayOnlyDelays() throws Exception {
    plan.add(Fault.on("update", new Effect.Delay(Duration.ofMillis(20))));
    assertThat(update()).isEqualTo(1);
    assertThat(plan.firedCount()).isEqualTo(1);
  }
}
