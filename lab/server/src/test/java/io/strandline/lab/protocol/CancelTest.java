package io.strandline.lab.protocol;

import static io.strandline.lab.protocol.ScriptedEngine.column;
import static io.strandline.lab.protocol.ScriptedEngine.rows;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.strandline.lab.session.Column;
import io.strandline.lab.session.ResultSink.StatementKind;
import io.strandline.lab.session.SqlType;
import io.strandline.lab.session.SqlType.Kind;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLTimeoutException;
import java.sql.Statement;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Cancels and time-outs: the connection stays usable. */
@Timeout(60)
class CancelTest {

  private static final List<Column> NUMBER = List.of(column("n", SqlType.of(Kind.INT)));

  private final ScriptedEngine engine = new ScriptedEngine();
  private Lab lab;
  private Connection connection;

  @BeforeEach
  void open() throws Exception {
    engine.on("waits", (request, out, session) -> session.await());
    engine.on(
        "endless",
        (request, out, session) -> {
          out.columns(NUMBER);
          for (int i = 0; i < 1_000_000_000; i++) {
            out.row(new Object[] {i});
          }
          out.done(StatementKind.SELECT, 0);
        });
    engine.on("one", (request, out, session) -> rows(out, NUMBER, new Object[] {1}));
    lab = Lab.plain(engine);
    connection = lab.connect();
  }

  @AfterEach
  void close() throws Exception {
    connection.close();
    lab.close();
  }

  private void checkUsable() throws Exception {
    try (Statement statement = connection.createStatement();
        ResultSet result = statement.executeQuery("one")) {
      assertThat(result.next()).isTrue();
      assertThat(result.getInt(1)).isEqualTo(1);
    }
  }

  @Test
  void aBatchTimesOut() throws Exception {
    try (Statement statement = connection.createStatement()) {
      statement.setQueryTimeout(1);
      assertThatThrownBy(() -> statement.execute("waits"))
          .isInstanceOf(SQLTimeoutException.class)
          .hasMessageContaining("timed out");
    }
    checkUsable();
  }

  @Test
  void aCallTimesOut() throws Exception {
    try (PreparedStatement statement = connection.prepareStatement("waits ?")) {
      statement.setInt(1, 1);
      statement.setQueryTimeout(1);
      assertThatThrownBy(statement::execute).isInstanceOf(SQLTimeoutException.class);
    }
    checkUsable();
  }

  @Test
  void aWaitingStatementIsCancelled() throws Exception {
    for (int round = 0; round < 20; round++) {
      try (Statement statement = connection.createStatement()) {
        ScriptedEngine.Session session = engine.sessions.get(0);
        CompletableFuture<Void> cancel =
            CompletableFuture.runAsync(
                () -> {
                  try {
                    assertThat(session.waiting.tryAcquire(10, TimeUnit.SECONDS)).isTrue();
                    statement.cancel();
                  } catch (Exception e) {
                    throw new AssertionError(e);
                  }
                });
        assertThatThrownBy(() -> statement.execute("waits"))
            .hasMessageContaining("The query was canceled");
        cancel.get(10, TimeUnit.SECONDS);
      }
      checkUsable();
    }
  }

  @Test
  void aStreamOfRowsIsCancelled() throws Exception {
    try (Statement statement = connection.createStatement();
        ResultSet result = statement.executeQuery("endless")) {
      for (int i = 0; i < 5_000; i++) {
        assertThat(result.next()).isTrue();
        assertThat(result.getInt(1)).isEqualTo(i);
      }
      statement.cancel();
      assertThatThrownBy(
              () -> {
                while (result.next()) {
                  result.getInt(1);
                }
              })
          .hasMessageContaining("The query was canceled");
    }
    checkUsable();
  }

  @Test
  void cancelsThatRaceWithTheEndDoNoHarm() throws Exception {
    for (int round = 0; round < 300; round++) {
      try (Statement statement = connection.createStatement()) {
        CompletableFuture<Void> cancel =
            CompletableFuture.runAsync(
                () -> {
                  try {
                    statement.cancel();
                  } catch (Exception e) {
                    throw new AssertionError(e);
                  }
                });
        try (ResultSet result = statement.executeQuery("one")) {
          assertThat(result.next()).isTrue();
        } catch (java.sql.SQLException e) {
          assertThat(e.getMessage()).contains("The query was canceled");
        }
        cancel.get(10, TimeUnit.SECONDS);
      }
      checkUsable();
    }
  }

  @Test
  void aClosedConnectionEndsItsStatementAndSession() throws Exception {
    ScriptedEngine.Session session = engine.sessions.get(0);
    CompletableFuture<Void> run =
        CompletableFuture.runAsync(
            () -> {
              try (Statement statement = connection.createStatement()) {
                statement.execute("waits");
              } catch (java.sql.SQLException expected) {
                return;
              }
            });
    assertThat(session.waiting.tryAcquire(10, TimeUnit.SECONDS)).isTrue();
    connection.abort(Runnable::run);
    assertThat(session.awaitClosed()).isTrue();
    run.get(10, TimeUnit.SECONDS);
  }
}
