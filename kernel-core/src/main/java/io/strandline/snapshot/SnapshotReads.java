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

  /** The shortest {@link #lockTimeout}. */
  public static final Duration SHORTEST_TIMEOUT = Duration.ofMillis(1);

  /** The longest {@link #lockTimeout}. */
  public static final Duration LONGEST_TIMEOUT = Duration.ofDays(1);

  public SnapshotReads {
    lockTimeout.ifPresent(SnapshotReads::check);
  }

  /** Whether a duration can be a {@link #lockTimeout}. */
  public static boolean isTimeout(Duration time) {
    return time.compareTo(SHORTEST_TIMEOUT) >= 0
        && time.compareTo(LONGEST_TIMEOUT) <= 0
        && time.equals(Duration.ofMillis(time.toMillis()));
  }

  private static void check(Duration timeout) {
    if (!isTimeout(timeout)) {
      throw new InvalidOptionsException(
          "lockTimeout is " + timeout, "Give whole milliseconds, at least PT0.001S, at most P1D.");
    }
  }
}
