package io.strandline.lab;

import io.strandline.lab.agent.Agent;
import io.strandline.lab.catalog.Database;
import io.strandline.lab.catalog.Server;
import io.strandline.lab.catalog.ServerSettings;
import io.strandline.lab.cdc.CaptureSettings;
import io.strandline.lab.clock.LabClock;
import io.strandline.lab.session.SqlEngine;
import io.strandline.lab.sql.exec.LabEngine;

/**
 * A running stand-in: engine, clock and capture.
 *
 * <p>Thread-safe. Closing it stops the capture jobs and fails if one had failed; sessions are their
 * owners' to close.
 */
public final class Lab implements AutoCloseable {

  /** The administrator's login. */
  public static final String SA = "sa";

  private final LabConfig config;
  private final LabClock clock;
  private final Server server;
  private final LabEngine engine;

  private Lab(LabConfig config) {
    this.config = config;
    this.clock = new LabClock(config.zone(), config.start(), config.speed(), System::nanoTime);
    CaptureSettings capture =
        new CaptureSettings(
            config.automaticCapture(),
            config.pollingInterval(),
            config.idleInterval(),
            config.maxTransactions(),
            config.maxScans(),
            config.keepHistory());
    this.server =
        new Server(new ServerSettings("LAB", config.majorVersion(), capture, config.seed()), clock);
    this.engine = new LabEngine(server);
  }

  /** Starts a lab. */
  public static Lab start(LabConfig config) {
    Lab lab = new Lab(config);
    lab.server.putLogin(SA, config.saPassword(), true);
    for (String name : config.databases()) {
      Database database = lab.server.createDatabase(name);
      database.readCommittedSnapshot(config.readCommittedSnapshot());
    }
    return lab;
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

  /** A database by name. */
  public LabDatabase database(String name) {
    return new LabDatabase(this, server.database(name));
  }

  /** A session of the administrator. */
  public LabSqlRunner admin(String database) {
    return login(SA, config.saPassword(), database);
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
