package io.strandline.port;

/** What other writers have done to a bronze table since the stream's last own commit. */
public sealed interface ForeignCommits {

  /** Nothing, or only commits that leave the rows as they are, delete some, or are ours. */
  record Harmless() implements ForeignCommits {}

  /**
   * A commit that parts rows and state: rows added, a restore, replace, overwrite, truncation or a
   * change of the mapped columns.
   *
   * @param version the first such commit
   * @param what it did, in words
   */
  record Harmful(long version, String what) implements ForeignCommits {}

  /**
   * Commits that can no longer be judged.
   *
   * @param why the log does not hold them, in words
   */
  record Unjudgeable(String why) implements ForeignCommits {}
}
