package io.strandline.lab.protocol;

import io.strandline.lab.faults.FaultPlan;
import io.strandline.lab.session.RequestTrace;
import io.strandline.lab.tls.TlsIdentity;
import java.net.InetAddress;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * How a {@link TdsServer} runs.
 *
 * @param address where it listens; a loopback address, since the stand-in is not for networks
 * @param port 0 for a free one
 * @param tls what it shows to clients that want encryption; {@code null} for no encryption
 * @param version what it says it is
 * @param serverName the name in its messages
 * @param trace sees every request
 * @param faults what goes wrong
 * @param maxConnections further ones are closed at once, 1 to 10,000
 * @param maxRequestBytes the largest message it takes, 4,096 bytes to 1 GiB
 * @param loginTimeout how long a client may take at any step until it is logged in
 */
public record TdsServerConfig(
    InetAddress address,
    int port,
    @Nullable TlsIdentity tls,
    ServerVersion version,
    String serverName,
    RequestTrace trace,
    FaultPlan faults,
    int maxConnections,
    int maxRequestBytes,
    Duration loginTimeout) {

  /**
   * Checks the ranges.
   *
   * @throws IllegalArgumentException for a value out of its range
   */
  public TdsServerConfig {
    check(address.isLoopbackAddress(), "address is not a loopback address", address);
    check(port >= 0 && port <= 0xFFFF, "port is not 0 to 65535", port);
    check(
        maxConnections >= 1 && maxConnections <= 10_000,
        "maxConnections is not 1 to 10000",
        maxConnections);
    check(
        maxRequestBytes >= 4_096 && maxRequestBytes <= 1 << 30,
        "maxRequestBytes is not 4096 to 1073741824",
        maxRequestBytes);
    check(loginTimeout.toMillis() > 0, "loginTimeout is not positive", loginTimeout);
  }

  /** Without TLS on a free port of the loopback address, as SQL Server 2022. */
  public static TdsServerConfig defaults() {
    return new TdsServerConfig(
        InetAddress.getLoopbackAddress(),
        0,
        null,
        ServerVersion.SQL_SERVER_2022,
        "STRANDLINE-LAB",
        RequestTrace.NONE,
        new FaultPlan(),
        200,
        64 << 20,
        Duration.ofSeconds(15));
  }

  public TdsServerConfig withPort(int newPort) {
    return new TdsServerConfig(
        address,
        newPort,
        tls,
        version,
        serverName,
        trace,
        faults,
        maxConnections,
        maxRequestBytes,
        loginTimeout);
  }

  public TdsServerConfig withTls(TlsIdentity newTls) {
    return new TdsServerConfig(
        address,
        port,
        newTls,
        version,
        serverName,
        trace,
        faults,
        maxConnections,
        maxRequestBytes,
        loginTimeout);
  }

  public TdsServerConfig withVersion(ServerVersion newVersion) {
    return new TdsServerConfig(
        address,
        port,
        tls,
        newVersion,
        serverName,
        trace,
        faults,
        maxConnections,
        maxRequestBytes,
        loginTimeout);
  }

  public TdsServerConfig withServerName(String newName) {
    return new TdsServerConfig(
        address,
        port,
        tls,
        version,
        newName,
        trace,
        faults,
        maxConnections,
        maxRequestBytes,
        loginTimeout);
  }

  public TdsServerConfig withTrace(RequestTrace newTrace) {
    return new TdsServerConfig(
        address,
        port,
        tls,
        version,
        serverName,
        newTrace,
        faults,
        maxConnections,
        maxRequestBytes,
        loginTimeout);
  }

  public TdsServerConfig withFaults(FaultPlan newFaults) {
    return new TdsServerConfig(
        address,
        port,
        tls,
        version,
        serverName,
        trace,
        newFaults,
        maxConnections,
        maxRequestBytes,
        loginTimeout);
  }

  public TdsServerConfig withMaxConnections(int newLimit) {
    return new TdsServerConfig(
        address,
        port,
        tls,
        version,
        serverName,
        trace,
        faults,
        newLimit,
        maxRequestBytes,
        loginTimeout);
  }

  public TdsServerConfig withLoginTimeout(Duration newTimeout) {
    return new TdsServerConfig(
        address,
        port,
        tls,
        version,
        serverName,
        trace,
        faults,
        maxConnections,
        maxRequestBytes,
        newTimeout);
  }

  private static void check(boolean holds, String what, Object value) {
    if (!holds) {
      throw new IllegalArgumentException(what + ": " + value);
    }
  }
}
