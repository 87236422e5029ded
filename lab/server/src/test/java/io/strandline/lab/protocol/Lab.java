package io.strandline.lab.protocol;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;

/** A server on a scripted engine, and the driver's way to it. */
final class Lab implements AutoCloseable {

  final ScriptedEngine engine;
  final TdsServer server;

  Lab(ScriptedEngine engine, TdsServerConfig config) {
    this.engine = engine;
    this.server = TdsServer.start(engine, config);
  }

  static Lab plain(ScriptedEngine engine) {
    return new Lab(engine, TdsServerConfig.defaults());
  }

  String url(String more) {
    return url(server.port(), more);
  }

  static String url(int port, String more) {
    return "jdbc:sqlserver://localhost:"
        + port
        + ";databaseName=sales;connectRetryCount=0;loginTimeout=10;"
        + more;
  }

  Connection connect() throws SQLException {
    return connect("encrypt=false");
  }

  Connection connect(String more) throws SQLException {
    return open(url(more));
  }

  static Connection open(String url) throws SQLException {
    return DriverManager.getConnection(url, ScriptedEngine.USER, ScriptedEngine.PASSWORD);
  }

  @Override
  public void close() {
    server.close();
  }
}
