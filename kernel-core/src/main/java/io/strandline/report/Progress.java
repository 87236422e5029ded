package io.strandline.report;

/** Hears how far a call has come. Called by one thread at a time; must not block or throw. */
@FunctionalInterface
public interface Progress {

  /**
   * Rows of the running batch or first load were read: how many, of how many, and the time left.
   */
  void rows(RowsRead read);

  /** Hears nothing. */
  static Progress none() {
    return read -> {};
  }
}
