package io.strandline.checks.scene;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.testcontainers.DockerClientFactory;
import org.testcontainers.mssqlserver.MSSQLServerContainer;

/**
 * A real SQL Server: the one that the environment names, or one in a container.
 *
 * @param url without a database
 * @param user an administrator
 * @param password of that login
 */
public record RealServer(String url, String user, String password) {

  /** The URL of a server, without a database: {@code jdbc:sqlserver://host:1433;encrypt=true}. */
  public static final String URL_VARIABLE = "STRANDLINE_TEST_URL";

  /** A login in role sysadmin there; {@code sa} by default. */
  public static final String USER_VARIABLE = "STRANDLINE_TEST_USER";

  /** Its password. */
  public static final String PASSWORD_VARIABLE = "STRANDLINE_TEST_PASSWORD";

  /** Set to {@code required} by {@code make test-sqlserver}: then none being there fails. */
  public static final String REQUIRED_PROPERTY = "strandline.sqlserver";

  private static final String IMAGE = "mcr.microsoft.com/mssql/server:2022-latest";

  private static final String NOT_CHECKED =
      "NO CONTAINER ENGINE IS THERE, SO NOTHING WAS CHECKED AGAINST A REAL SQL SERVER. Only the"
          + " stand-in carries what is believed of it. Start Docker or Podman, or name a server with "
          + URL_VARIABLE
          + ", and run 'make test-sqlserver'.";

  private static @Nullable RealServer found;

  /** The server; without one the test is skipped, or fails where one is required. */
  public static synchronized RealServer find() {
    if (found == null) {
      found = named().orElseGet(RealServer::contained);
    }
    return found;
  }

  private static Optional<RealServer> named() {
    return Optional.ofNullable(System.getenv(URL_VARIABLE))
        .filter(url -> !url.isBlank())
        .map(
            url ->
                new RealServer(
                    url,
                    Optional.ofNullable(System.getenv(USER_VARIABLE)).orElse("sa"),
                    Optional.ofNullable(System.getenv(PASSWORD_VARIABLE)).orElse("")));
  }

  /** The container ends with this process. */
  private static RealServer contained() {
    boolean engine = DockerClientFactory.instance().isDockerAvailable();
    if (System.getProperty(REQUIRED_PROPERTY, "").equals("required")) {
      assertThat(engine).as(NOT_CHECKED).isTrue();
    }
    assumeTrue(engine, NOT_CHECKED);
    String password = "Aa1!" + UUID.randomUUID();
    MSSQLServerContainer server =
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
            + ";encrypt=true;trustServerCertificate=true";
    return new RealServer(url, "sa", password);
  }

  /** A connection of the administrator. */
  public Connection connect() throws SQLException {
    return DriverManager.getConnection(url, user, password);
  }
}
