package io.strandline.lab;

import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.List;

/**
 * How a lab starts.
 *
 * @param zone the server's zone; its local time is what commit times are in
 * @param start the clock's first instant
 * @param speed virtual seconds a real second; 0 for a clock that moves only when told
 * @param majorVersion the emulated version, 13 (2016) to 16 (2022)
 * @param databases to make
 * @param readCommittedSnapshot whether they read committed data from snapshots
 * @param automaticCapture whether capture polls by itself; else it must be stepped
 * @param pollingInterval virtual time between capture's cycles
 * @param idleInterval virtual time without an entry before a dummy one; about 300 s measured on
 *     2022
 * @param maxTransactions transactions a scan
 * @param maxScans scans a cycle
 * @param keepHistory whether the log is kept whole for oracles; costs memory
 * @param seed decides the gaps between log sequence numbers
 * @param saPassword of the administrator {@code sa}
 * @param readerPassword of logins made by {@link LabDatabase#grantReader}
 */
public record LabConfig(
    ZoneId zone,
    Instant start,
    double speed,
    int majorVersion,
    List<String> databases,
    boolean readCommittedSnapshot,
    boolean automaticCapture,
    Duration pollingInterval,
    Duration idleInterval,
    int maxTransactions,
    int maxScans,
    boolean keepHistory,
    long seed,
    String saPassword,
    String readerPassword) {

  /** Checks the ranges. */
  public LabConfig {
    databases = List.copyOf(databases);
    if (majorVersion < 13 || majorVersion > 16) {
      throw new IllegalArgumentException(
          "majorVersion " + majorVersion + " is not between 13 and 16");
    }
    if (maxTransactions < 1 || maxScans < 1) {
      throw new IllegalArgumentException("maxTransactions and maxScans must be at least 1");
    }
    if (pollingInterval.isNegative() || pollingInterval.isZero()) {
      throw new IllegalArgumentException("pollingInterval must be positive");
    }
  }

  /** UTC, real speed from the start of 2026, SQL Server 2022, database {@code sales}. */
  public static LabConfig defaults() {
    return new LabConfig(
        ZoneOffset.UTC,
        Instant.parse("2026-01-01T00:00:00Z"),
        1,
        16,
        List.of("sales"),
        false,
        true,
        Duration.ofMillis(50),
        Duration.ofSeconds(300),
        500,
        10,
        true,
        1,
        "Lab-sa-1",
        "Lab-reader-1");
  }

  /** Defaults with a stepped clock and stepped capture, for tests. */
  public static LabConfig stepped() {
    return defaults().withSpeed(0).withAutomaticCapture(false);
  }

  public LabConfig withZone(ZoneId value) {
    return copy(value, start, speed, majorVersion, databases, readCommittedSnapshot);
  }

  public LabConfig withStart(Instant value) {
    return copy(zone, value, speed, majorVersion, databases, readCommittedSnapshot);
  }

  public LabConfig withSpeed(double value) {
    return copy(zone, start, value, majorVersion, databases, readCommittedSnapshot);
  }

  public LabConfig withMajorVersion(int value) {
    return copy(zone, start, speed, value, databases, readCommittedSnapshot);
  }

  public LabConfig withDatabases(String... values) {
    return copy(zone, start, speed, majorVersion, List.of(values), readCommittedSnapshot);
  }

  public LabConfig withReadCommittedSnapshot(boolean value) {
    return copy(zone, start, speed, majorVersion, databases, value);
  }

  private LabConfig copy(
      ZoneId newZone,
      Instant newStart,
      double newSpeed,
      int newVersion,
      List<String> newDatabases,
      boolean newSnapshot) {
    return new LabConfig(
        newZone,
        newStart,
        newSpeed,
        newVersion,
        newDatabases,
        newSnapshot,
        automaticCapture,
        pollingInterval,
        idleInterval,
        maxTransactions,
        maxScans,
        keepHistory,
        seed,
        saPassword,
        readerPassword);
  }

  public LabConfig withAutomaticCapture(boolean value) {
    return capture(value, pollingInterval, idleInterval, maxTransactions, maxScans, keepHistory);
  }

  public LabConfig withPollingInterval(Duration value) {
    return capture(automaticCapture, value, idleInterval, maxTransactions, maxScans, keepHistory);
  }

  public LabConfig withIdleInterval(Duration value) {
    return capture(
        automaticCapture, pollingInterval, value, maxTransactions, maxScans, keepHistory);
  }

  /** How many transactions a scan reads, and how many scans a cycle makes. */
  public LabConfig withScanLimits(int transactions, int scans) {
    return capture(
        automaticCapture, pollingInterval, idleInterval, transactions, scans, keepHistory);
  }

  public LabConfig withKeepHistory(boolean value) {
    return capture(
        automaticCapture, pollingInterval, idleInterval, maxTransactions, maxScans, value);
  }

  private LabConfig capture(
      boolean automatic,
      Duration polling,
      Duration idle,
      int transactions,
      int scans,
      boolean history) {
    return new LabConfig(
        zone,
        start,
        speed,
        majorVersion,
        databases,
        readCommittedSnapshot,
        automatic,
        polling,
        idle,
        transactions,
        scans,
        history,
        seed,
        saPassword,
        readerPassword);
  }

  public LabConfig withSeed(long value) {
    return new LabConfig(
        zone,
        start,
        speed,
        majorVersion,
        databases,
        readCommittedSnapshot,
        automaticCapture,
        pollingInterval,
        idleInterval,
        maxTransactions,
        maxScans,
        keepHistory,
        value,
        saPassword,
        readerPassword);
  }

  /** The same with other passwords for {@code sa} and the least-privileged reader. */
  public LabConfig withPasswords(String sa, String reader) {
    return new LabConfig(
        zone,
        start,
        speed,
        majorVersion,
        databases,
        readCommittedSnapshot,
        automaticCapture,
        pollingInterval,
        idleInterval,
        maxTransactions,
        maxScans,
        keepHistory,
        seed,
        sa,
        reader);
  }

  /** The passwords stay out of logs. */
  @Override
  public String toString() {
    return "LabConfig[zone="
        + zone
        + ", start="
        + start
        + ", speed="
        + speed
        + ", majorVersion="
        + majorVersion
        + ", databases="
        + databases
        + ", automaticCapture="
        + automaticCapture
        + "]";
  }
}
