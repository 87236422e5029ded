package io.strandline.lab.protocol;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.microsoft.sqlserver.jdbc.SQLServerException;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.DriverManager;
import java.sql.SQLException;
import org.junit.jupiter.api.Test;

/** Logins, refused ones, and what the client learns from the reply. */
class LoginTest {

  @Test
  void theEngineGetsTheLoginAndTheClientTheServersVersion() throws Exception {
    ScriptedEngine engine = new ScriptedEngine();
    TdsServerConfig config = TdsServerConfig.defaults().withVersion(ServerVersion.SQL_SERVER_2019);
    try (Lab lab = new Lab(engine, config);
        Connection connection =
            lab.connect("encrypt=false;applicationName=nightly;applicationIntent=ReadOnly")) {
      DatabaseMetaData metaData = connection.getMetaData();
      assertThat(metaData.getDatabaseMajorVersion()).isEqualTo(15);
      assertThat(metaData.getDatabaseProductVersion()).isEqualTo("15.00.2000");
      assertThat(connection.getCatalog()).isEqualTo("sales");
    }
    assertThat(engine.logins).hasSize(1);
    assertThat(engine.logins.get(0).user()).isEqualTo("reader");
    assertThat(engine.logins.get(0).password()).isEqualTo(ScriptedEngine.PASSWORD);
    assertThat(engine.logins.get(0).database()).isEqualTo("sales");
    assertThat(engine.logins.get(0).application()).isEqualTo("nightly");
    assertThat(engine.logins.get(0).readOnlyIntent()).isTrue();
    assertThat(engine.sessions.get(0).awaitClosed()).isTrue();
  }

  @Test
  void aWrongPasswordIsRefused() {
    try (Lab lab = Lab.plain(new ScriptedEngine())) {
      assertThatThrownBy(
              () -> DriverManager.getConnection(lab.url("encrypt=false"), "reader", "wrong"))
          .isInstanceOfSatisfying(
              SQLServerException.class,
              e -> {
                assertThat(e.getErrorCode()).isEqualTo(18456);
                assertThat(e.getSQLState()).isEqualTo("S0001");
                assertThat(e.getMessage()).contains("Login failed for user 'reader'.");
              });
    }
  }

  @Test
  void anUnknownDatabaseIsRefused() {
    try (Lab lab = Lab.plain(new ScriptedEngine())) {
      assertThatThrownBy(() -> lab.connect("encrypt=false;databaseName=nowhere"))
          .extracting(e -> ((SQLException) e).getErrorCode())
          .isEqualTo(4060);
    }
  }

  @Test
  void packetSizesAreAgreed() throws Exception {
    byte[] large = new byte[200_000];
    new java.util.Random(5).nextBytes(large);
    ScriptedEngine engine = new ScriptedEngine().on("echo", Echo::parameters);
    try (Lab lab = Lab.plain(engine)) {
      for (int size : new int[] {512, 513, 4_096, 8_000, 32_767}) {
        try (Connection connection = lab.connect("encrypt=false;packetSize=" + size)) {
          assertThat(Echo.bytes(connection, large)).as("packet size %d", size).isEqualTo(large);
        }
      }
    }
  }

  @Test
  void furtherConnectionsAreClosed() throws Exception {
    TdsServerConfig config = TdsServerConfig.defaults().withMaxConnections(1);
    try (Lab lab = new Lab(new ScriptedEngine(), config)) {
      try (Connection first = lab.connect()) {
        assertThat(first.isValid(5)).isTrue();
        assertThatThrownBy(lab::connect).isInstanceOf(SQLException.class);
        assertThat(first.isValid(5)).isTrue();
      }
    }
  }
}
