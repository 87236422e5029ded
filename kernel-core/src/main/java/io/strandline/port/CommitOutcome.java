package io.strandline.port;

/** How a commit ended. */
public sealed interface CommitOutcome {

  /**
   * It happened.
   *
   * @param version the table's new version
   */
  record Committed(long version) implements CommitOutcome {}

  /** It did not happen: another caller of the stream was first. */
  record Conflict() implements CommitOutcome {}

  /**
   * It may have happened: only the state's attempt tells, and no data file may be deleted before.
   *
   * @param cause why it is unknown
   */
  record Unknown(RuntimeException cause) implements CommitOutcome {}
}
