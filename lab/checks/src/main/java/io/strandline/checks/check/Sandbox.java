package io.strandline.checks.check;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The database that the checks write to, and no other: one of their own, which goes with them, or a
 * given one, in which only their own tables go. Thread-safe.
 */
final class Sandbox implements AutoCloseable {

  /** What every name of the checks begins with. */
  static final String PREFIX = "strandline_check_";

  private static final Duration DROP_PATIENCE = Duration.ofSeconds(30);
  private static final int IN_USE = 3702;
  private static final String OVER = "the checks are over";

  private final Connector connector;
  private final String database;
  private final boolean own;
  private final String suffix;
  private final List<Tracked> tables = new ArrayList<>();
  private final Set<Connection> connections = ConcurrentHashMap.newKeySet();
  private boolean made;
  private boolean enabled;
  private volatile boolean closed;

  private Sandbox(Connector connector, String database, boolean own, String suffix) {
    this.connector = connector;
    this.database = database;
    this.own = own;
    this.suffix = suffix;
  }

  /** A database of the checks' own, to be made. */
  static Sandbox own(Connector connector, String name, String suffix) {
    return new Sandbox(connector, name, true, suffix);
  }

  /** A given database. */
  static Sandbox given(Connector connector, String name, String suffix) {
    return new Sandbox(connector, name, false, suffix);
  }

  /**
   * Makes the database and enables CDC on it, or looks whether a given one will do.
   *
   * @throws CannotRunException if the login may not
   */
  synchronized void prepare() throws SQLException {
    if (closed) {
      throw new StoppedException(OVER);
    }
    if (own) {
      makeDatabase();
    } else {
      look();
    }
  }

  private void makeDatabase() throws SQLException {
    try (Session session = new Session(connector.open(Map.of()))) {
      if (!ServerInfo.ask(session).sysadmin()) {
        throw new CannotRunException(
            "the login may not make a database with CDC: sys.sp_cdc_enable_db needs the server role"
                + " sysadmin",
            "name a login in sysadmin, or a test database whose owner the login is and whose CDC"
                + " is enabled, with --use-database");
      }
      session.run(CheckStatement.CREATE_DATABASE, Names.NONE.with("database", database));
      made = true;
    }
    try (Session session = open()) {
      session.run(CheckStatement.ENABLE_DATABASE, Names.NONE);
      enabled = true;
    }
  }

  private void look() throws SQLException {
    try (Session session = open()) {
      if (!session.one(CheckStatement.DATABASE, Names.NONE, row -> row.getBoolean(1))) {
        throw new CannotRunException(
            "CDC is not enabled on database '" + database + "'",
            "EXEC sys.sp_cdc_enable_db, in that database, as a member of sysadmin");
      }
      ServerInfo info = ServerInfo.ask(session);
      if (!info.owner() && !info.sysadmin()) {
        throw new CannotRunException(
            "the login is not in role db_owner of database '" + database + "'",
            "ALTER ROLE db_owner ADD MEMBER [the login], in that database");
      }
    }
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

  /**
   * A session in the database with options of the driver.
   *
   * @throws StoppedException once it is closed
   */
  Session open(Map<String, String> options) throws SQLException {
    Connection connection = enter(options);
    connections.add(connection);
    if (closed) {
      connection.close();
      throw new StoppedException(OVER);
    }
    return new Session(connection, () -> connections.remove(connection));
  }

  private Connection enter(Map<String, String> options) throws SQLException {
    Connection connection = connector.open(options);
    try {
      if (!database.equalsIgnoreCase(connection.getCatalog())) {
        connection.setCatalog(database);
      }
      return connection;
    } catch (SQLException | RuntimeException e) {
      connection.close();
      throw e;
    }
  }

  /** Makes a table that is not tracked, and remembers to drop it. */
  synchronized Tracked create(Session session, String name, CheckStatement create)
      throws SQLException {
    if (closed) {
      throw new StoppedException(OVER);
    }
    String table = PREFIX + suffix + "_" + name;
    Tracked tracked = new Tracked(table, "dbo_" + table);
    session.run(create, tracked.names());
    tables.add(tracked);
    return tracked;
  }

  /** Ends every session in it and undoes everything; further calls do nothing. */
  @Override
  public synchronized void close() throws SQLException {
    if (closed) {
      return;
    }
    closed = true;
    for (Connection connection : connections) {
      connection.abort(Runnable::run);
    }
    connections.clear();
    if (!own) {
      dropTables();
    } else if (made) {
      dropDatabase();
    }
  }

  /** A table that cannot be dropped does not keep the others. */
  private void dropTables() throws SQLException {
    SQLException failure = null;
    try (Session session = new Session(enter(Map.of()))) {
      for (Tracked table : tables) {
        try {
          drop(session, table);
        } catch (SQLException e) {
          failure = e;
        }
      }
    }
    if (failure != null) {
      throw failure;
    }
  }

  private static void drop(Session session, Tracked table) throws SQLException {
    if (session.number(CheckStatement.IS_TRACKED, table.names()) > 0) {
      session.run(CheckStatement.DISABLE_TABLE, table.names());
    }
    session.run(CheckStatement.DROP_TABLE, table.names());
  }

  private void dropDatabase() throws SQLException {
    if (enabled) {
      try (Session session = new Session(enter(Map.of()))) {
        session.run(CheckStatement.DISABLE_DATABASE, Names.NONE);
      }
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
