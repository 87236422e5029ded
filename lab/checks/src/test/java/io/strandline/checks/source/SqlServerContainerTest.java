package io.strandline.checks.source;

import static org.assertj.core.api.Assertions.assertThat;

import io.strandline.checks.scene.RealServer;
import io.strandline.checks.scene.Waits;
import io.strandline.lab.workload.FlightsWorkload;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;

/** The contract on a real SQL Server; skipped where there is none. */
final class SqlServerContainerTest extends SourceContract {

  private static final Duration PATIENCE = Duration.ofMinutes(3);
  private static final int AGENT_STARTS = 14258;

  private static RealServer server;
  private static Place place;

  /** The server may be someone's, so that nothing stays. */
  @AfterAll
  static void cleanUp() throws SQLException {
    if (place == null) {
      return;
    }
    try (Connection sa = server.connect()) {
      run(sa, "USE " + place.database());
      run(sa, "EXEC sys.sp_cdc_disable_db");
      run(sa, "USE master");
      assertThat(Waits.until(PATIENCE, () -> dropped(sa))).isTrue();
      for (String login : List.of(place.reader(), place.half())) {
        run(sa, "DROP LOGIN " + login);
      }
    }
  }

  private static boolean dropped(Connection sa) throws SQLException {
    try {
      run(sa, "DROP DATABASE " + place.database());
      return true;
    } catch (SQLException e) {
      assertThat(e.getErrorCode()).as(e.getMessage()).isEqualTo(3702);
      return false;
    }
  }

  @Override
  Place place() throws SQLException {
    if (place == null) {
      server = RealServer.find();
      place = start();
    }
    return place;
  }

  private static Place start() throws SQLException {
    String name = "strandline_check_" + UUID.randomUUID().toString().substring(0, 8);
    String password = "Aa1!" + UUID.randomUUID();
    Place made =
        new Place(
            server.url(),
            server.user(),
            server.password(),
            name,
            name + "_reader",
            name + "_half",
            password);
    try (Connection sa = server.connect()) {
      run(sa, "CREATE DATABASE " + name);
      run(sa, "USE " + name);
      run(sa, "EXEC sys.sp_cdc_enable_db");
      run(sa, FlightsWorkload.tableDdl());
      assertThat(Waits.until(PATIENCE, () -> enabled(sa))).isTrue();
      for (String login : List.of(made.reader(), made.half())) {
        run(sa, "CREATE LOGIN " + login + " WITH PASSWORD = N'" + password + "'");
        run(sa, "CREATE USER " + login + " FOR LOGIN " + login);
        run(sa, "GRANT SELECT ON dbo.flights TO " + login);
      }
      run(sa, "GRANT SELECT ON cdc.dbo_flights_CT TO " + made.reader());
    }
    return made;
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
        sa,
        "SELECT COUNT(*) FROM sys.dm_exec_sessions WHERE login_name IN (N'"
            + place.reader()
            + "', N'"
            + place.half()
            + "')");
  }
}
