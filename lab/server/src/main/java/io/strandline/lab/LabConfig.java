package io.strandline.lab;

import io.strandline.lab.catalog.EmulatedVersion;
import io.strandline.lab.cdc.CaptureSettings;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.List;

/**
 * How a lab starts.
 *
 * @param version what it behaves as
 * @param clock its time
 * @param capture how its capture jobs work
 * @param server how it is reached
 * @param databases to make
 * @param readCommittedSnapshot whether they read committed data from snapshots
 * @param seed decides the gaps between log sequence numbers
 */
public record LabConfig(
    EmulatedVersion version,
    ClockConfig clock,
    CaptureSettings capture,
    ServerConfig server,
    List<String> databases,
    boolean readCommittedSnapshot,
    long seed) {

  /** Copies the names. */
  public LabConfig {
    databases = List.copyOf(databases);
  }

  /** SQL Server 2022 with database {@code sales}, and the defaults of the parts. */
  public static LabConfig defaults() {
    return new LabConfig(
        EmulatedVersion.SQL_SERVER_2022,
        ClockConfig.defaults(),
        CaptureSettings.defaults(),
        ServerConfig.defaults(),
        List.of("sales"),
        false,
        1);
  }

  /** Defaults with a stepped clock and stepped capture, for tests. */
  public static LabConfig stepped() {
    return defaults().withSpeed(0).withAutomaticCapture(false);
  }

  public LabConfig withVersion(EmulatedVersion value) {
    return new LabConfig(value, clock, capture, server, databases, readCommittedSnapshot, seed);
  }

  public LabConfig withClock(ClockConfig value) {
    return new LabConfig(version, value, capture, server, databases, readCommittedSnapshot, seed);
  }

  public LabConfig withCapture(CaptureSettings value) {
    return new LabConfig(version, clock, value, server, databases, readCommittedSnapshot, seed);
  }

  public LabConfig withServer(ServerConfig value) {
    return new LabConfig(version, clock, capture, value, databases, readCommittedSnapshot, seed);
  }

  public LabConfig withDatabases(String... values) {
    return new LabConfig(
        version, clock, capture, server, List.of(values), readCommittedSnapshot, seed);
  }

  public LabConfig withReadCommittedSnapshot(boolean value) {
    return new LabConfig(version, clock, capture, server, databases, value, seed);
  }

  public LabConfig withSeed(long value) {
    return new LabConfig(version, clock, capture, server, databases, readCommittedSnapshot, value);
  }

  public LabConfig withZone(ZoneId value) {
    return withClock(clock.withZone(value));
  }

  public LabConfig withStart(Instant value) {
    return withClock(clock.withStart(value));
  }

  public LabConfig withSpeed(double value) {
    return withClock(clock.withSpeed(value));
  }

  public LabConfig withAutomaticCapture(boolean value) {
    return withCapture(capture.withAutomatic(value));
  }

  public LabConfig withPollingInterval(Duration value) {
    return withCapture(capture.withPollingInterval(value));
  }

  public LabConfig withIdleInterval(Duration value) {
    return withCapture(capture.withIdleInterval(value));
  }

  /** How many transactions a scan reads, and how many scans a cycle makes. */
  public LabConfig withScanLimits(int transactions, int scans) {
    return withCapture(capture.withScanLimits(transactions, scans));
  }

  public LabConfig withKeepHistory(boolean value) {
    return withCapture(capture.withKeepHistory(value));
  }

  public LabConfig withPort(int value) {
    return withServer(server.withPort(value));
  }

  public LabConfig withTls(boolean value) {
    return withServer(server.withTls(value));
  }

  /** The same with other passwords for {@code sa} and the least-privileged reader. */
  public LabConfig withPasswords(String sa, String reader) {
    return withServer(server.withPasswords(sa, reader));
  }
}
