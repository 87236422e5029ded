package io.strandline.checks.check;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.Map;
import java.util.Properties;

/** Opens connections to the server that is checked. */
interface Connector {

  /**
   * A new connection.
   *
   * @param options of the driver beside those of the URL
   */
  Connection open(Map<String, String> options) throws SQLException;

  /** By the driver manager. */
  static Connector of(String url, String user, String password) {
    return options -> {
      Properties properties = new Properties();
      properties.putAll(options);
      if (!user.isEmpty()) {
        properties.setProperty("user", user);
      }
      if (!password.isEmpty()) {
        properties.setProperty("password", password);
      }
      properties.setProperty("applicationName", "strandline check");
      return DriverManager.getConnection(url, properties);
    };
  }
}
