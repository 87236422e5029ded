package io.strandline.snapshot;

import java.util.Locale;

/** Under which isolation rows are read; uncommitted ones never are. */
public enum SnapshotIsolation {
  /**
   * Committed rows; waits for those that a transaction has changed, unless the database versions.
   */
  READ_COMMITTED,
  /** The rows as they were when the range's read began; waits for nobody. */
  SNAPSHOT;

  /** The option's text, such as {@code read_committed}. */
  public String text() {
    return name().toLowerCase(Locale.ROOT);
  }
}
