package io.strandline.report;

/** Hears how far a call has come. Called on the calling thread; must not block or throw. */
@FunctionalInterface
public interface Progress {

  /**
   * Rows of the running batch were read.
   *
   * @param read so far
   * @param expected in the batch
   */
  void rows(long read, long expected);

  /** Hears nothing. */
  static Progress none() {
    return (read, expected) -> {};
  }
}
