package io.strandline.delta.kernel;

import java.util.Map;
import java.util.function.Supplier;

/**
 * What our committer knows of one transaction beyond its actions.
 *
 * <p>Kernel carries it from the transaction to the committer as the committer's properties, the one
 * channel that belongs to a transaction. Used by one thread.
 */
final class CommitContext implements Supplier<Map<String, String>> {

  private final String userMetadata;
  private boolean undecided;

  /**
   * @param userMetadata of the commit, JSON
   */
  CommitContext(String userMetadata) {
    this.userMetadata = userMetadata;
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
