package io.strandline.sqlserver;

import com.microsoft.sqlserver.jdbc.SQLServerDriver;
import java.io.PrintWriter;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.util.Properties;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.logging.Logger;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * Logs in, and hands a pool connections that it does not probe.
 *
 * <p>A pool's own validation is a statement a call ({@code SELECT 1}); here a connection is valid
 * until a statement fails, and the call is then made again on a fresh one. A pool also logs in
 * again and again until its time is up, which locks an account whose password is wrong; here a
 * refused login is remembered and not repeated on the pool's behalf. Aborting a connection cuts it
 * at once, whoever waits for its answer. Thread-safe.
 */
final class LoginDataSource implements DataSource {

  private final String url;
  private final Properties properties;
  private final ConcurrentLinkedQueue<Connection> opened = new ConcurrentLinkedQueue<>();
  private volatile @Nullable SQLException refused;

  LoginDataSource(String url, Properties properties) {
    this.url = url;
    this.properties = properties;
  }

  /** Logs in on the caller's thread, whatever was refused before. */
  Connection open(Calls.Running running) throws SQLException {
    refused = null;
    return login(running);
  }

  /** Logs in on the caller's thread unless a connection already waits for the pool. */
  void prepare(Calls.Running running) throws SQLException {
    if (opened.isEmpty()) {
      opened.add(open(running));
    }
  }

  /** For the pool: the connection that was prepared, else a new one. */
  @Override
  public Connection getConnection() throws SQLException {
    Connection prepared = opened.poll();
    if (prepared != null) {
      return prepared;
    }
    SQLException before = refused;
    if (before != null) {
      throw before;
    }
    return login(new Calls.Running());
  }

  private Connection login(Calls.Running running) throws SQLException {
    CuttableSockets.Cut cut = CuttableSockets.begin();
    running.hold(cut, cut::cut);
    try {
      return cuttable(login(cut), cut);
    } finally {
      cut.loggedIn();
      running.release(cut);
    }
  }

  private Connection login(CuttableSockets.Cut cut) throws SQLException {
    Properties own = new Properties();
    own.putAll(properties);
    own.setProperty("socketFactoryClass", CuttableSockets.class.getName());
    own.setProperty("socketFactoryConstructorArg", cut.name());
    Connection connection;
    try {
      connection = new SQLServerDriver().connect(url, own);
    } catch (SQLException e) {
      if (SqlFailure.of(e).kind() == SqlFailure.Kind.AUTHENTICATION) {
        refused = e;
      }
      throw e;
    }
    if (connection == null) {
      throw new SQLException("the driver does not accept the URL");
    }
    try {
      if (connection.getTransactionIsolation() != Connection.TRANSACTION_READ_COMMITTED) {
        connection.setTransactionIsolation(Connection.TRANSACTION_READ_COMMITTED);
      }
      return connection;
    } catch (SQLException e) {
      connection.close();
      throw e;
    }
  }

  private static Connection cuttable(Connection connection, CuttableSockets.Cut cut) {
    return (Connection)
        Proxy.newProxyInstance(
            LoginDataSource.class.getClassLoader(),
            new Class<?>[] {Connection.class},
            (proxy, method, arguments) -> call(connection, cut, method, arguments));
  }

  private static @Nullable Object call(
      Connection connection, CuttableSockets.Cut cut, Method method, Object @Nullable [] arguments)
      throws Throwable {
    if (method.getName().equals("isValid")) {
      return !connection.isClosed();
    }
    if (method.getName().equals("abort")) {
      cut.cut();
    }
    try {
      return method.invoke(connection, arguments);
    } catch (InvocationTargetException e) {
      throw e.getCause() == null ? e : e.getCause();
    }
  }

  /** Closes what no pool has fetched. */
  void discard() {
    for (Connection left = opened.poll(); left != null; left = opened.poll()) {
      Sessions.closeQuietly(left);
    }
  }

  @Override
  public Connection getConnection(String user, String password) throws SQLException {
    throw new SQLFeatureNotSupportedException("the login is fixed");
  }

  @Override
  public @Nullable PrintWriter getLogWriter() {
    return null;
  }

  @Override
  public void setLogWriter(@Nullable PrintWriter out) {}

  /** Does nothing: the timeout is among the connection's properties. */
  @Override
  public void setLoginTimeout(int seconds) {}

  @Override
  public int getLoginTimeout() {
    return 0;
  }

  @Override
  public Logger getParentLogger() throws SQLFeatureNotSupportedException {
    throw new SQLFeatureNotSupportedException();
  }

  @Override
  public <T> T unwrap(Class<T> type) throws SQLException {
    throw new SQLFeatureNotSupportedException("not a wrapper");
  }

  @Override
  public boolean isWrapperFor(Class<?> type) {
    return false;
  }
}
