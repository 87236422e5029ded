package io.strandline.lab;

import io.strandline.lab.agent.Agent;
import io.strandline.lab.catalog.Database;
import io.strandline.lab.catalog.EmulatedVersion;
import io.strandline.lab.catalog.Server;
import io.strandline.lab.catalog.ServerSettings;
import io.strandline.lab.clock.LabClock;
import io.strandline.lab.control.ControlProcedure;
import io.strandline.lab.control.LabControls;
import io.strandline.lab.control.StatementTrace;
import io.strandline.lab.faults.FaultPlan;
import io.strandline.lab.protocol.ServerVersion;
import io.strandline.lab.protocol.TdsServer;
import io.strandline.lab.protocol.TdsServerConfig;
import io.strandline.lab.session.SqlEngine;
import io.strandline.lab.sql.exec.LabEngine;
import io.strandline.lab.tls.TlsIdentity;
import java.time.InstantSource;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A running stand-in: engine, clock, capture, and a server on a loopback port.
 *
 * <p>Thread-safe. Closing it ends every client's connection, stops the capture jobs and fails if
 * one had failed; sessions in this process are their owners' to close.
 */
public final class Lab implements AutoCloseable {

  /** The administrator's login. */
  public static final String SA = "sa";

  private static final String NAME = "LAB";

  private final LabConfig config;
  private final LabClock clock;
  private final LabControls controls;
  private final Server server;
  private final LabEngine engine;
  private final @Nullable TlsIdentity tls;
  private final TdsServer tds;

  private Lab(LabConfig config) {
    this.config = config;
    ClockConfig time = config.clock();
    this.clock = new LabClock(time.zone(), time.start(), time.speed(), System::nanoTime);
    this.controls = new LabControls(new FaultPlan(), clock);
    ServerSettings settings =
        new ServerSettings(NAME, config.version(), config.capture(), config.seed());
    this.server = new Server(settings, clock, controls);
    this.engine = new LabEngine(server);
    makeDatabases();
    this.tls = config.server().tls() ? TlsIdentity.create(InstantSource.system()) : null;
    this.tds = TdsServer.start(engine, wire());
    controls.connections(tds::killConnections);
  }

  /**
   * Starts a lab; it takes connections when this returns.
   *
   * @throws java.io.UncheckedIOException if the port cannot be used
   */
  public static Lab start(LabConfig config) {
    return new Lab(config);
  }

  private void makeDatabases() {
    server.putLogin(SA, config.server().saPassword(), true);
    for (String name : config.databases()) {
      Database database = server.createDatabase(name);
      database.readCommittedSnapshot(config.readCommittedSnapshot());
    }
  }

  private TdsServerConfig wire() {
    EmulatedVersion version = config.version();
    TdsServerConfig wire =
        TdsServerConfig.defaults()
            .withPort(config.server().port())
            .withServerName(NAME)
            .withVersion(ServerVersion.of(version.productVersion()))
            .withTrace(controls.trace())
            .withFaults(controls.faults());
    return tls == null ? wire : wire.withTls(tls);
  }

  /** What clients can do by {@code EXEC lab.…}, by name. */
  public static List<ControlProcedure> procedures() {
    return LabEngine.controlProcedures();
  }

  public LabConfig config() {
    return config;
  }

  /** The engine, for the protocol and for sessions in this process. */
  public SqlEngine engine() {
    return engine;
  }

  /** The lab's time. */
  public LabClock clock() {
    return clock;
  }

  /** SQL Server Agent: start, stop, its jobs. */
  public Agent agent() {
    return server.agent();
  }

  /** What goes wrong with clients: none at first. */
  public FaultPlan faults() {
    return controls.faults();
  }

  /** What clients asked. */
  public StatementTrace trace() {
    return controls.trace();
  }

  /** The port it listens on. */
  public int port() {
    return tds.port();
  }

  /** The server on the port, for its connections. */
  public TdsServer tds() {
    return tds;
  }

  /** The certificate and its authority; {@code null} without TLS. */
  public @Nullable TlsIdentity tls() {
    return tls;
  }

  /**
   * A JDBC URL of a database, without user and password; with TLS the connection is encrypted and
   * its certificate trusted unseen.
   */
  public String jdbcUrl(String database) {
    return "jdbc:sqlserver://localhost:"
        + port()
        + ";databaseName="
        + database
        + (tls == null ? ";encrypt=false" : ";encrypt=true;trustServerCertificate=true");
  }

  /**
   * Resets every client's connection, as a restart of the server does. Their transactions roll
   * back, data stay, the port stays. Sessions in this process go on.
   */
  public void restart() {
    controls.dropConnections();
    tds.awaitDropped();
  }

  /** A database by name. */
  public LabDatabase database(String name) {
    return new LabDatabase(this, server.database(name));
  }

  /** A session of the administrator. */
  public LabSqlRunner admin(String database) {
    return login(SA, config.server().saPassword(), database);
  }

  /** A session of any login. */
  public LabSqlRunner login(String user, String password, String database) {
    return new LabSqlRunner(
        engine.login(new SqlEngine.Login(user, password, database, "lab", false)));
  }

  Server server() {
    return server;
  }

  @Override
  public void close() {
    tds.close();
    server.close();
    RuntimeException defect = server.agent().failure();
    if (defect != null) {
      throw new IllegalStateException("a job's step failed for a defect of the lab", defect);
    }
    for (Database database : server.databases()) {
      RuntimeException failure = database.cdc().job().failure();
      if (failure != null) {
        throw new IllegalStateException(
            "the capture job of database '" + database.name() + "' failed", failure);
      }
    }
  }
}
