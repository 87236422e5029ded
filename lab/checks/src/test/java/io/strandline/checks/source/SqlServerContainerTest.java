package io.strandline.checks.source;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.strandline.checks.scene.Waits;
import io.strandline.lab.workload.FlightsWorkload;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.testcontainers.DockerClientFactory;
import org.testcontainers.mssqlserver.MSSQLServerContainer;

/** The contract on a real SQL Server in a container; skipped where no engine can run one. */
final class SqlServerContainerTest extends SourceContract {

  private static final String IMAGE = "mcr.microsoft.com/mssql/server:2022-latest";
  private static final Duration PATIENCE = Duration.ofMinutes(3);
  private static final int AGENT_STARTS = 14258;
  private static final String NOT_CHECKED =
      "NO CONTAINER ENGINE IS THERE, SO NOTHING WAS CHECKED AGAINST A REAL SQL SERVER: not its"
          + " polls, measurements, reads, permissions and errors. Only the stand-in carries them."
          + " Start Docker or Podman and run SqlServerContainerTest again.";

  private static MSSQLServerContainer server;
  private static Place place;

  @AfterAll
  static void stop() {
    if (server != null) {
      server.stop();
    }
  }

  @Override
  Place place() throws SQLException {
    assumeTrue(DockerClientFactory.instance().isDockerAvailable(), NOT_CHECKED);
    if (place == null) {
      place = start();
    }
    return place;
  }

  private static Place start() throws SQLException {
    String password = "Aa1!" + UUID.randomUUID();
    server =
        new MSSQLServerContainer(IMAGE)
            .acceptLicense()
            .withPassword(password)
            .withEnv("MSSQL_AGENT_ENABLED", "true");
    server.start();
    String url =
        "jdbc:sqlserver://"
            + server.getHost()
            + ":"
            + server.getMappedPort(MSSQLServerContainer.MS_SQL_SERVER_PORT)
            // The image makes a certificate of its own at its first start.
            + ";encrypt=true;trustServerCertificate=true;databaseName=flights";
    try (Connection sa = server.createConnection("")) {
      run(sa, "CREATE DATABASE flights");
      run(sa, "USE flights");
      run(sa, "EXEC sys.sp_cdc_enable_db");
      run(sa, FlightsWorkload.tableDdl());
      assertThat(Waits.until(PATIENCE, () -> enabled(sa))).isTrue();
      for (String login : new String[] {"reader", "half"}) {
        run(sa, "CREATE LOGIN " + login + " WITH PASSWORD = N'" + password + "'");
        run(sa, "CREATE USER " + login + " FOR LOGIN " + login);
        run(sa, "GRANT SELECT ON dbo.flights TO " + login);
      }
      run(sa, "GRANT SELECT ON cdc.dbo_flights_CT TO reader");
    }
    return new Place(url, password, password);
  }

  /** Whether the table is tracked; not while SQL Server Agent is still starting. */
  private static boolean enabled(Connection sa) {
    try {
      run(
          sa,
          "EXEC sys.sp_cdc_enable_table @source_schema = N'dbo', @source_name = N'flights',"
              + " @role_name = NULL");
      return true;
    } catch (SQLException e) {
      assertThat(e.getErrorCode()).as(e.getMessage()).isEqualTo(AGENT_STARTS);
      return false;
    }
  }

  /** The last transaction deletes its rows, so their deletes come last. */
  @Override
  void awaitCapture(Connection sa) throws SQLException {
    String last = "SELECT COUNT(*) FROM cdc.dbo_flights_CT WHERE __$operation = 1 AND flight_id = ";
    assertThat(Waits.until(PATIENCE, () -> number(sa, last + lastId()) == 1)).isTrue();
  }

  @Override
  long otherSessions(Connection sa) throws SQLException {
    return number(
        sa, "SELECT COUNT(*) FROM sys.dm_exec_sessions WHERE login_name IN (N'reader', N'half')");
  }
}
