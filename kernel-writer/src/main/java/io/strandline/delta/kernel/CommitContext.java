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
  private final VersionGuard guard;
  private long checked;
  private boolean undecided;

  /**
   * @param userMetadata of the commit, JSON
   * @param base the version that the transaction was planned on; -1 for a creation
   * @param guard asked about every commit that came in between
   */
  CommitContext(String userMetadata, long base, VersionGuard guard) {
    this.userMetadata = userMetadata;
    this.checked = base;
    this.guard = guard;
  }

  @Override
  public Map<String, String> get() {
    return Map.of();
  }

  String userMetadata() {
    return userMetadata;
  }

  /** Whether the guard lets this transaction follow all commits before {@code version}. */
  boolean mayFollow(long version) {
    while (checked < version - 1) {
      if (!guard.harmless(checked + 1)) {
        return false;
      }
      checked++;
    }
    return true;
  }

  /** The write has begun: from now on it may have happened. */
  void begin() {
    undecided = true;
  }

  /** Another commit has the version: this one did not happen. */
  void taken() {
    undecided = false;
  }

  /** Whether the last write may have happened. */
  boolean undecided() {
    return undecided;
  }
}
