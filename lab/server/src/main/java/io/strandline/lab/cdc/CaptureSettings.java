package io.strandline.lab.cdc;

import java.time.Duration;

/**
 * How the capture job works.
 *
 * @param automatic whether a thread polls; else only steps do
 * @param pollingInterval virtual time between cycles
 * @param idleInterval virtual time without an entry after which a dummy one is written; about 300 s
 *     measured on 2022
 * @param maxTransactions transactions a scan, 500 in SQL Server (general knowledge)
 * @param maxScans scans a cycle, 10 in SQL Server (general knowledge)
 * @param keepHistory whether all transactions are kept for {@link Oracle}; costs memory
 */
public record CaptureSettings(
    boolean automatic,
    Duration pollingInterval,
    Duration idleInterval,
    int maxTransactions,
    int maxScans,
    boolean keepHistory) {

  /**
   * Checks the ranges.
   *
   * @throws IllegalArgumentException for a limit below 1 or an interval that is not positive
   */
  public CaptureSettings {
    if (maxTransactions < 1 || maxScans < 1) {
      throw new IllegalArgumentException("maxTransactions and maxScans must be at least 1");
    }
    if (pollingInterval.isNegative() || pollingInterval.isZero()) {
      throw new IllegalArgumentException("pollingInterval must be positive");
    }
  }

  /** Polls every 50 ms, idle entries after 300 s, 500 transactions and 10 scans, with history. */
  public static CaptureSettings defaults() {
    return new CaptureSettings(true, Duration.ofMillis(50), Duration.ofSeconds(300), 500, 10, true);
  }

  public CaptureSettings withAutomatic(boolean value) {
    return new CaptureSettings(
        value, pollingInterval, idleInterval, maxTransactions, maxScans, keepHistory);
  }

  public CaptureSettings withPollingInterval(Duration value) {
    return new CaptureSettings(
        automatic, value, idleInterval, maxTransactions, maxScans, keepHistory);
  }

  public CaptureSettings withIdleInterval(Duration value) {
    return new CaptureSettings(
        automatic, pollingInterval, value, maxTransactions, maxScans, keepHistory);
  }

  /** How many transactions a scan reads, and how many scans a cycle makes. */
  public CaptureSettings withScanLimits(int transactions, int scans) {
    return new CaptureSettings(
        automatic, pollingInterval, idleInterval, transactions, scans, keepHistory);
  }

  public CaptureSettings withKeepHistory(boolean value) {
    return new CaptureSettings(
        automatic, pollingInterval, idleInterval, maxTransactions, maxScans, value);
  }
}
