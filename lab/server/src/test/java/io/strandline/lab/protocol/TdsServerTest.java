package io.strandline.lab.protocol;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.strandline.lab.session.RequestTrace;
import io.strandline.lab.session.SqlRequest;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Start, stop, kill and trace. */
@Timeout(60)
class TdsServerTest {

  @Test
  void closeEndsIdleAndBusyConnectionsAndAllThreads() throws Exception {
    ScriptedEngine engine =
        new ScriptedEngine().on("waits", (request, out, session) -> session.await());
    Lab lab = Lab.plain(engine);
    Connection idle = lab.connect();
    Connection busy = lab.connect();
    CompletableFuture<Throwable> failure =
        CompletableFuture.supplyAsync(
            () -> {
              try (Statement statement = busy.createStatement()) {
                statement.execute("waits");
                return new AssertionError("ran to its end");
              } catch (SQLException e) {
                return e;
              }
            });
    assertThat(engine.sessions.get(1).waiting.tryAcquire(10, TimeUnit.SECONDS)).isTrue();
    lab.close();
    assertThat(failure.get(10, TimeUnit.SECONDS)).isInstanceOf(SQLException.class);
    assertThat(idle.isValid(5)).isFalse();
    assertThat(BrokenBytesTest.connectionThreads()).isEmpty();
    assertThat(lab.server.connectionCount()).isZero();
    for (ScriptedEngine.Session session : engine.sessions) {
      assertThat(session.awaitClosed()).isTrue();
    }
    assertThatThrownBy(lab::connect).isInstanceOf(SQLException.class);
    idle.close();
    busy.close();
  }

  @Test
  void killedConnectionsAreGoneAndNewOnesWork() throws Exception {
    ScriptedEngine engine = new ScriptedEngine();
    try (Lab lab = Lab.plain(engine);
        Connection first = lab.connect();
        Connection second = lab.connect()) {
      lab.server.killConnections();
      for (Connection killed : List.of(first, second)) {
        assertThatThrownBy(() -> killed.createStatement().execute("select"))
            .isInstanceOf(SQLException.class)
            .extracting(e -> ((SQLException) e).getSQLState())
            .asString()
            .startsWith("08");
      }
      assertThat(engine.sessions.get(0).awaitClosed()).isTrue();
      assertThat(engine.sessions.get(1).awaitClosed()).isTrue();
      try (Connection next = lab.connect()) {
        assertThat(next.isValid(5)).isTrue();
      }
    }
  }

  @Test
  void theTraceSeesEveryRequestWithItsUser() throws Exception {
    List<String> seen = new CopyOnWriteArrayList<>();
    RequestTrace trace =
        (client, request) -> seen.add(client.user() + ": " + ((SqlRequest.Text) request).sql());
    TdsServerConfig config = TdsServerConfig.defaults().withTrace(trace);
    try (Lab lab = new Lab(new ScriptedEngine(), config);
        Connection connection = lab.connect();
        Statement statement = connection.createStatement()) {
      statement.execute("one");
      statement.execute("two");
    }
    assertThat(seen).containsExactly("reader: one", "reader: two");
  }

  @Test
  void onlyLoopbackAddressesAreTaken() throws Exception {
    InetAddress any = InetAddress.getByAddress(new byte[4]);
    TdsServerConfig good = TdsServerConfig.defaults();
    assertThatThrownBy(
            () ->
                new TdsServerConfig(
                    any,
                    0,
                    null,
                    good.version(),
                    "S",
                    good.trace(),
                    good.faults(),
                    1,
                    4_096,
                    good.loginTimeout()))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("not a loopback address");
  }

  @Test
  void aPortInUseIsAnError() throws Exception {
    try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      TdsServerConfig config = TdsServerConfig.defaults().withPort(taken.getLocalPort());
      assertThatThrownBy(() -> TdsServer.start(new ScriptedEngine(), config))
          .isInstanceOf(java.io.UncheckedIOException.class)
          .hasMessageContaining(Integer.toString(taken.getLocalPort()));
    }
  }
}
