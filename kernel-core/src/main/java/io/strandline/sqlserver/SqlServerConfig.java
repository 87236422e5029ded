package io.strandline.sqlserver;

import io.strandline.error.InvalidOptionsException;
import java.time.Duration;
import java.time.ZoneId;
import java.util.List;
import java.util.Optional;

/**
 * How to reach a SQL Server database.
 *
 * <p>The connection is encrypted and the server's certificate verified unless the URL says
 * otherwise; {@link #warnings} names what it switches off. The text form shows neither password nor
 * URL properties. Immutable.
 *
 * @param url JDBC URL, {@code jdbc:sqlserver://host:port;databaseName=…}; without a password
 * @param user login; empty if the URL names it or says how else to authenticate
 * @param password of the login; empty if the URL says how else to authenticate
 * @param sourceTimeZone IANA or Windows name of the server's local zone; needed before SQL Server
 *     2022, and takes precedence over what the server says
 * @param loginTimeout 1 s to 10 min, whole seconds
 * @param queryTimeout longest wait for a statement's first rows; 0 for no limit, else 1 s to 24 h,
 *     whole seconds
 * @param packetSize TDS packet size, 512 to 32,767 bytes, at most 16,383 on an encrypted connection
 * @param fetch bounds of a read
 * @param retry of connection losses, timeouts and deadlocks
 */
public record SqlServerConfig(
    String url,
    Optional<String> user,
    Optional<Secret> password,
    Optional<String> sourceTimeZone,
    Duration loginTimeout,
    Duration queryTimeout,
    int packetSize,
    FetchLimits fetch,
    RetryPolicy retry) {

  private static final Duration LOGIN_TIMEOUT = Duration.ofSeconds(15);
  private static final Duration QUERY_TIMEOUT = Duration.ofMinutes(10);

  /**
   * Bytes of a TDS packet unless another size is asked for; the driver's own default (documented).
   */
  public static final int DEFAULT_PACKET_SIZE = 8_000;

  private static final int SMALLEST_PACKET = 512;
  private static final int LARGEST_PACKET = 32_767;

  public SqlServerConfig {
    checkSeconds("loginTimeout", loginTimeout, 1, Duration.ofMinutes(10));
    checkSeconds("queryTimeout", queryTimeout, 0, Duration.ofDays(1));
    checkPacketSize(packetSize, DriverOptions.parse(url).encrypted());
    sourceTimeZone.ifPresent(SqlServerConfig::zoneOf);
  }

  /** A configuration with default limits, for SQL Server authentication. */
  public static SqlServerConfig of(String url, String user, Secret password) {
    return defaults(url, Optional.of(user), Optional.of(password));
  }

  /** A configuration with default limits whose URL says how to authenticate. */
  public static SqlServerConfig of(String url) {
    return defaults(url, Optional.empty(), Optional.empty());
  }

  private static SqlServerConfig defaults(
      String url, Optional<String> user, Optional<Secret> password) {
    return new SqlServerConfig(
        url,
        user,
        password,
        Optional.empty(),
        LOGIN_TIMEOUT,
        QUERY_TIMEOUT,
        DEFAULT_PACKET_SIZE,
        FetchLimits.DEFAULT,
        RetryPolicy.DEFAULT);
  }

  /** The same with another {@link #sourceTimeZone}. */
  public SqlServerConfig withSourceTimeZone(String zone) {
    return with(Optional.of(zone), loginTimeout, queryTimeout, packetSize, fetch, retry);
  }

  /** The same with another {@link #loginTimeout}. */
  public SqlServerConfig withLoginTimeout(Duration timeout) {
    return with(sourceTimeZone, timeout, queryTimeout, packetSize, fetch, retry);
  }

  /** The same with another {@link #queryTimeout}. */
  public SqlServerConfig withQueryTimeout(Duration timeout) {
    return with(sourceTimeZone, loginTimeout, timeout, packetSize, fetch, retry);
  }

  /** The same with another {@link #packetSize}. */
  public SqlServerConfig withPacketSize(int bytes) {
    return with(sourceTimeZone, loginTimeout, queryTimeout, bytes, fetch, retry);
  }

  /** The same with other {@link #fetch} limits. */
  public SqlServerConfig withFetch(FetchLimits limits) {
    return with(sourceTimeZone, loginTimeout, queryTimeout, packetSize, limits, retry);
  }

  /** The same with another {@link #retry} policy. */
  public SqlServerConfig withRetry(RetryPolicy policy) {
    return with(sourceTimeZone, loginTimeout, queryTimeout, packetSize, fetch, policy);
  }

  private SqlServerConfig with(
      Optional<String> zone,
      Duration login,
      Duration query,
      int packet,
      FetchLimits limits,
      RetryPolicy policy) {
    return new SqlServerConfig(url, user, password, zone, login, query, packet, limits, policy);
  }

  /** What the URL switches off that protects the connection, in words; empty by default. */
  public List<String> warnings() {
    return DriverOptions.parse(url).warnings();
  }

  /** The zone of {@link #sourceTimeZone}. */
  public Optional<ZoneId> zone() {
    return sourceTimeZone.map(SqlServerConfig::zoneOf);
  }

  /** The login's name, wherever it was given. */
  Optional<String> login() {
    return user.or(DriverOptions.parse(url)::user);
  }

  /** Host, port and database, for messages. */
  String place() {
    return DriverOptions.parse(url).place();
  }

  private static ZoneId zoneOf(String name) {
    return ZoneNames.find(name).orElseThrow(() -> SqlServerErrors.unknownZone(name));
  }

  private static void checkSeconds(String name, Duration value, int least, Duration most) {
    if (value.getNano() != 0 || value.getSeconds() < least || value.compareTo(most) > 0) {
      throw new InvalidOptionsException(
          name + " is " + value,
          "Give whole seconds, at least " + least + " and at most " + most.toSeconds() + ".");
    }
  }

  private static void checkPacketSize(int size, boolean encrypted) {
    int largest = encrypted ? DriverOptions.LARGEST_ENCRYPTED_PACKET : LARGEST_PACKET;
    if (size < SMALLEST_PACKET || size > largest) {
      throw new InvalidOptionsException(
          "packetSize is " + size + (encrypted ? " on an encrypted connection" : ""),
          "Give bytes from " + SMALLEST_PACKET + " to " + largest + ".");
    }
  }

  @Override
  public String toString() {
    return "SqlServerConfig["
        + place()
        + user.map(name -> ", user=" + name).orElse("")
        + sourceTimeZone.map(name -> ", sourceTimeZone=" + name).orElse("")
        + "]";
  }
}
