package io.strandline.sqlserver;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;

/**
 * The connections of a source: a small pool for short calls, and connections of their own for
 * reads.
 *
 * <p>All are in autocommit mode at READ COMMITTED. A connection on which a call failed is not used
 * again; none is open while nobody has called for a minute. Thread-safe.
 */
final class Sessions implements AutoCloseable {

  private static final int MOST_POOLED = 4;
  private static final Duration IDLE = Duration.ofMinutes(1);
  private static final Duration LIFETIME = Duration.ofMinutes(10);

  /** A short use of a connection. */
  interface Call<T> {
    T on(Connection connection) throws SQLException;
  }

  private final LoginDataSource login;
  private final HikariDataSource pool;

  Sessions(SqlServerConfig config) {
    login = new LoginDataSource(config.url(), DriverOptions.properties(config));
    HikariConfig options = new HikariConfig();
    options.setPoolName("strandline-source");
    options.setDataSource(login);
    options.setMaximumPoolSize(MOST_POOLED);
    options.setMinimumIdle(0);
    options.setInitializationFailTimeout(-1);
    options.setConnectionTimeout(config.loginTimeout().toMillis());
    options.setIdleTimeout(IDLE.toMillis());
    options.setMaxLifetime(LIFETIME.toMillis());
    options.setKeepaliveTime(0);
    options.setAutoCommit(true);
    pool = new HikariDataSource(options);
  }

  /** Runs a call on a pooled connection, which is cut if the running call is cancelled. */
  <T> T pooled(Calls.Running running, Call<T> call) throws SQLException {
    if (pool.getHikariPoolMXBean().getTotalConnections() == 0) {
      // The first login is the caller's own, so that its failure is known at once.
      login.prepare(running);
    }
    try (Connection connection = pool.getConnection()) {
      boolean usable = false;
      try {
        running.hold(connection, () -> ChangeFeed.abort(connection));
        T result = call.on(connection);
        usable = true;
        return result;
      } finally {
        if (!running.release(connection) || !usable) {
          pool.evictConnection(connection);
        }
      }
    } catch (SQLException e) {
      if (SqlFailure.of(e).kind() == SqlFailure.Kind.TRANSIENT) {
        // What broke one connection, such as a restart, has likely broken the others.
        pool.getHikariPoolMXBean().softEvictConnections();
      }
      throw e;
    }
  }

  /** A new connection, which the caller closes; cut if the running call is cancelled. */
  Connection own(Calls.Running running) throws SQLException {
    Connection connection = login.open(running);
    running.hold(connection, () -> ChangeFeed.abort(connection));
    return connection;
  }

  /** Closes a connection whose failure to close means nothing. */
  static void closeQuietly(Connection connection) {
    try {
      connection.close();
    } catch (SQLException e) {
      // It is broken, hence closed.
    }
  }

  @Override
  public void close() {
    pool.close();
    login.discard();
  }
}
