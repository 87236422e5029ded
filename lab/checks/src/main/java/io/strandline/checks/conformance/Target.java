package io.strandline.checks.conformance;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.Properties;

/**
 * The server that a run asks.
 *
 * @param url JDBC URL, without a database that matters and without a password
 * @param user a sysadmin
 */
record Target(String url, String user, String password) {

  /** Opens a connection. */
  Connection connect(String login, String loginPassword, String database) throws SQLException {
    Properties properties = new Properties();
    properties.setProperty("user", login);
    properties.setProperty("password", loginPassword);
    properties.setProperty("databaseName", database);
    // Every count of a batch, and the first refusal rather than another try.
    properties.setProperty("lastUpdateCount", "false");
    properties.setProperty("connectRetryCount", "0");
    properties.setProperty("loginTimeout", "30");
    return DriverManager.getConnection(
        url.replaceAll("(?i);\\s*database(Name)?\\s*=[^;]*", ""), properties);
  }

  /** The password stays out of logs. */
  @Override
  public String toString() {
    return "Target[url=" + url + ", user=" + user + "]";
  }
}
