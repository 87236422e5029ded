package io.strandline.delta.kernel;

/** How a transaction ended. */
public sealed interface CommitResult {

  /**
   * It is in the log.
   *
   * @param version its version
   */
  record Done(long version) implements CommitResult {}

  /**
   * It is not in the log, because of other commits.
   *
   * @param cause Kernel's conflict
   */
  record Lost(RuntimeException cause) implements CommitResult {}

  /**
   * It may be in the log.
   *
   * @param cause why that is not known
   */
  record Undecided(RuntimeException cause) implements CommitResult {}
}
