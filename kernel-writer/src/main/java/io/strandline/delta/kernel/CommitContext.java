package io.strandline.delta.kernel;

import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;

/**
 * What our committer knows of one transaction beyond its actions.
 *
 * <p>Kernel carries it from the transaction to the committer as the committer's properties, the one
 * channel that belongs to a transaction. Used by one thread.
 */
final class CommitContext implements Supplier<Map<String, String>> {

  private final String userMetadata;
  private final Set<String> alone;
  private long judged;
  private boolean undecided;

  /**
   * @param userMetadata of the commit, JSON
   */
  CommitContext(String userMetadata) {
    this(userMetadata, Set.of(), -1);
  }

  /**
   * @param userMetadata of the commit, JSON
   * @param alone applications of which no other transaction may come in between
   * @param base the version that the commit is planned on
   */
  CommitContext(String userMetadata, Set<String> alone, long base) {
    this.userMetadata = userMetadata;
    this.alone = Set.copyOf(alone);
    this.judged = base;
  }

  Set<String> alone() {
    return alone;
  }

  /** The newest version that is known to have no transaction of {@link #alone}. */
  long judged() {
    return judged;
  }

  void judged(long version) {
    judged = version;
  }

  @Override
  public Map<String, String> get() {
    return Map.of();
  }

  String userMetadata() {
    return userMetadata;
  }

  /** The write has begun: from now on it may have happened. */
  void begin() {
    undecided = true;
  }

  /** What became of the write is known. */
  void decided() {
    undecided = false;
  }

  /** Whether the last write may have happened. */
  boolean undecided() {
    return undecided;
  }
}
