package io.strandline.checks.check;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * The database that the checks write to, and no other: one of their own, which goes with them, or a
 * given one, in which only their own tables go. Thread-safe.
 */
final class Sandbox implements AutoCloseable {

  /** What every name of the checks begins with. */
  static final String PREFIX = "strandline_check_";

  private static final Duration DROP_PATIENCE = Duration.ofSeconds(30);
  private static final int IN_USE = 3702;

  private final Connector connector;
  private final String database;
  private final boolean own;
  private final String suffix;
  private final List<Tracked> tables = new ArrayList<>();
  private boolean closed;

  private Sandbox(Connector connector, String database, boolean own, String suffix) {
    this.connector = connector;
    this.database = database;
    this.own = own;
    this.suffix = suffix;
  }

  /**
   * Makes a database and enables CDC on it.
   *
   * @param name of the database
   * @throws CannotRunException if the login may not
   */
  static Sandbox create(Connector connector, String name, String suffix) throws SQLException {
    try (Session session = new Session(connector.open(Map.of()))) {
      ServerInfo info = ServerInfo.ask(session);
      if (!info.sysadmin()) {
        throw new CannotRunException(
            "the login may not make a database with CDC: sys.sp_cdc_enable_db needs the server role"
                + " sysadmin",
            "name a login in sysadmin, or a test database whose owner the login is and whose CDC"
                + " is enabled, with --use-database");
      }
      session.run(CheckStatement.CREATE_DATABASE, Names.NONE.with("database", name));
    }
    Sandbox sandbox = new Sandbox(connector, name, true, suffix);
    try (Session session = sandbox.open()) {
      session.run(CheckStatement.ENABLE_DATABASE, Names.NONE);
    } catch (SQLException | RuntimeException e) {
      sandbox.close();
      throw e;
    }
    return sandbox;
  }

  /**
   * Takes a given database.
   *
   * @throws CannotRunException if CDC is not enabled on it or the login does not own it
   */
  static Sandbox use(Connector connector, String name, String suffix) throws SQLException {
    Sandbox sandbox = new Sandbox(connector, name, false, suffix);
    try (Session session = sandbox.open()) {
      boolean enabled = session.one(CheckStatement.DATABASE, Names.NONE, row -> row.getBoolean(1));
      ServerInfo info = ServerInfo.ask(session);
      if (!enabled || !(info.owner() || info.sysadmin())) {
        throw new CannotRunException(
            enabled
                ? "the login is not in role db_owner of database '" + name + "'"
                : "CDC is not enabled on database '" + name + "'",
            enabled
                ? "ALTER ROLE db_owner ADD MEMBER [the login], in that database"
                : "EXEC sys.sp_cdc_enable_db, in that database, as a member of sysadmin");
      }
    }
    return sandbox;
  }

  String database() {
    return database;
  }

  /** Whether the database is the checks' own, so that its options may be changed. */
  boolean isOwn() {
    return own;
  }

  /** A session in the database. */
  Session open() throws SQLException {
    return open(Map.of());
  }

  /** A session in the database with options of the driver. */
  Session open(Map<String, String> options) throws SQLException {
    Connection connection = connector.open(options);
    try {
      if (!database.equalsIgnoreCase(connection.getCatalog())) {
        connection.setCatalog(database);
      }
      return new Session(connection);
    } catch (SQLException | RuntimeException e) {
      connection.close();
      throw e;
    }
  }

  /** Makes a table that is not tracked, and remembers to drop it. */
  synchronized Tracked create(Session session, String name, CheckStatement create)
      throws SQLException {
    if (closed) {
      throw new StoppedException("the checks are over");
    }
    String table = PREFIX + suffix + "_" + name;
    Tracked tracked = new Tracked(table, "dbo_" + table);
    session.run(create, tracked.names());
    tables.add(tracked);
    return tracked;
  }

  /** Undoes everything; further calls do nothing. */
  @Override
  public synchronized void close() throws SQLException {
    if (closed) {
      return;
    }
    closed = true;
    if (own) {
      dropDatabase();
    } else {
      dropTables();
    }
  }

  private void dropTables() throws SQLException {
    try (Session session = open()) {
      for (Tracked table : tables) {
        boolean tracked =
            !session.rows(CheckStatement.INSTANCES, table.names(), row -> 1).isEmpty();
        if (tracked) {
          session.run(CheckStatement.DISABLE_TABLE, table.names());
        }
        session.run(CheckStatement.DROP_TABLE, table.names());
      }
    }
  }

  private void dropDatabase() throws SQLException {
    try (Session session = open()) {
      session.run(CheckStatement.DISABLE_DATABASE, Names.NONE);
    }
    Names names = Names.NONE.with("database", database);
    Budget patience = new Budget(DROP_PATIENCE);
    try (Session session = new Session(connector.open(Map.of()))) {
      while (true) {
        try {
          session.run(CheckStatement.DROP_DATABASE, names);
          return;
        } catch (SQLException e) {
          if (e.getErrorCode() != IN_USE) {
            throw e;
          }
          if (patience.isOver()) {
            break;
          }
          Pace.of(1).pass(Duration.ofMillis(500));
        }
      }
      // The capture job's session may outlive the job.
      session.run(CheckStatement.SINGLE_USER, names);
      session.run(CheckStatement.DROP_DATABASE, names);
    }
  }
}
