package io.strandline.snapshot;

import io.strandline.error.InvalidOptionsException;
import java.time.Duration;
import java.util.Optional;

/**
 * How a table is read while others change it.
 *
 * @param isolation of every statement that sees the table's rows
 * @param lockTimeout longest wait for a lock, 1 ms to 24 h, whole milliseconds; empty for no limit
 */
public record SnapshotReads(SnapshotIsolation isolation, Optional<Duration> lockTimeout) {

  /** READ COMMITTED, waiting for locks as long as they are held. */
  public static final SnapshotReads DEFAULT =
      new SnapshotReads(SnapshotIsolation.READ_COMMITTED, Optional.empty());

  private static final Duration LONGEST = Duration.ofDays(1);

  public SnapshotReads {
    lockTimeout.ifPresent(SnapshotReads::check);
  }

  private static void check(Duration timeout) {
    boolean whole = timeout.equals(Duration.ofMillis(timeout.toMillis()));
    if (!whole || timeout.toMillis() < 1 || timeout.compareTo(LONGEST) > 0) {
      throw new InvalidOptionsException(
          "lockTimeout is " + timeout, "Give whole milliseconds, at least PT0.001S, at most P1D.");
    }
  }
}
