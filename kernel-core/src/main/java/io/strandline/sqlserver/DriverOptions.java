package io.strandline.sqlserver;

import com.microsoft.sqlserver.jdbc.SQLServerDriver;
import io.strandline.error.InvalidOptionsException;
import java.sql.DriverPropertyInfo;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.regex.Pattern;

/**
 * What a JDBC URL says to the driver, and what this adapter says whatever the URL does.
 *
 * <p>Everything else in the URL passes through untouched: {@code applicationIntent}, {@code
 * multiSubnetFailover}, Kerberos and Entra properties, certificates.
 */
final class DriverOptions {

  /** Largest packet of an encrypted connection (documented for the server's packet size). */
  static final int LARGEST_ENCRYPTED_PACKET = 16_383;

  private static final String PREFIX = "jdbc:sqlserver://";
  private static final Pattern PASSWORD =
      Pattern.compile(";\\s*(password|pwd)\\s*=", Pattern.CASE_INSENSITIVE);
  private static final int SOCKET_GRACE_SECONDS = 30;

  private final Map<String, String> parsed;

  private DriverOptions(Map<String, String> parsed) {
    this.parsed = parsed;
  }

  /**
   * Reads a URL as the driver does.
   *
   * @throws InvalidOptionsException if it is not one of SQL Server's or holds a password
   */
  static DriverOptions parse(String url) {
    if (!url.startsWith(PREFIX)) {
      throw new InvalidOptionsException(
          "the JDBC URL does not start with " + PREFIX,
          "Give " + PREFIX + "<host>:<port>;databaseName=<database>.");
    }
    if (PASSWORD.matcher(url).find()) {
      throw new InvalidOptionsException(
          "the JDBC URL holds a password, and URLs end up in logs",
          "Take it out of the URL and give it as the password option.");
    }
    try {
      Map<String, String> parsed = new HashMap<>();
      for (DriverPropertyInfo property :
          new SQLServerDriver().getPropertyInfo(url, new Properties())) {
        if (property.value != null) {
          parsed.put(property.name.toLowerCase(Locale.ROOT), property.value);
        }
      }
      return new DriverOptions(parsed);
    } catch (SQLException e) {
      // The driver's exception may quote the URL, so it is not kept as the cause.
      throw new InvalidOptionsException(
          "the driver cannot read the JDBC URL",
          "Write name=value pairs separated by semicolons; a value with special characters goes in"
              + " braces.");
    }
  }

  private String value(String name) {
    return parsed.getOrDefault(name.toLowerCase(Locale.ROOT), "");
  }

  /** The login that the URL names. */
  Optional<String> user() {
    return Optional.of(value("user")).filter(name -> !name.isEmpty());
  }

  /** Host, instance and database, for messages. */
  String place() {
    String instance = value("instanceName");
    String database = value("databaseName");
    return value("serverName")
        + (instance.isEmpty() ? "" : "\\" + instance)
        + ":"
        + value("portNumber")
        + (database.isEmpty() ? "" : "/" + database);
  }

  /** Whether everything after the login travels encrypted. */
  boolean encrypted() {
    String encrypt = value("encrypt");
    return !encrypt.equalsIgnoreCase("false")
        && !encrypt.equalsIgnoreCase("no")
        && !encrypt.equalsIgnoreCase("optional");
  }

  /** What the URL switches off that protects the connection, in words. */
  List<String> warnings() {
    List<String> warnings = new ArrayList<>();
    if (!encrypted()) {
      warnings.add("encrypt is off in the JDBC URL: rows travel in clear");
    }
    if (value("trustServerCertificate").equalsIgnoreCase("true")) {
      warnings.add("trustServerCertificate is on in the JDBC URL: the server is not verified");
    }
    return List.copyOf(warnings);
  }

  /** The properties that override the URL's, the credentials among them. */
  static Properties properties(SqlServerConfig config) {
    Properties properties = new Properties();
    config.user().ifPresent(user -> properties.setProperty("user", user));
    config.password().ifPresent(secret -> properties.setProperty("password", secret.reveal()));
    properties.setProperty("applicationName", "strandline");
    // Rows are drawn as they are consumed, whatever their number, without a server cursor.
    properties.setProperty("responseBuffering", "adaptive");
    properties.setProperty("selectMethod", "direct");
    properties.setProperty("maxResultBuffer", "-1");
    properties.setProperty("sendTimeAsDatetime", "false");
    properties.setProperty("xopenStates", "false");
    // Retries are this adapter's, from a known start; the driver's own would be invisible.
    properties.setProperty("connectRetryCount", "0");
    properties.setProperty("packetSize", Integer.toString(config.packetSize()));
    properties.setProperty("loginTimeout", Long.toString(config.loginTimeout().toSeconds()));
    long query = config.queryTimeout().toSeconds();
    if (query > 0) {
      properties.setProperty("queryTimeout", Long.toString(query));
      // The query timeout ends with the first packet (general knowledge); later ones need one too.
      properties.setProperty("socketTimeout", Long.toString((query + SOCKET_GRACE_SECONDS) * 1000));
    }
    return properties;
  }
}
