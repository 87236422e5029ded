package io.strandline.report;

/** Hears how far a call has come. Called by one thread at a time; must not block or throw. */
@FunctionalInterface
public interface Progress {

  /**
   * Rows of the running batch were read.
   *
   * @param read so far
   * @param expected in the batch; of a table, about; -1 for unknown
   */
  void rows(long read, long expected);

  /** Hears nothing. */
  static Progress none() {
    return (read, expected) -> {};
  }
}
