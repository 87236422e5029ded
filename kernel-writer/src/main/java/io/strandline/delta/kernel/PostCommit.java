package io.strandline.delta.kernel;

import io.delta.kernel.exceptions.CheckpointAlreadyExistsException;
import io.delta.kernel.hook.PostCommitHook;
import io.delta.kernel.hook.PostCommitHook.PostCommitHookType;
import java.io.IOException;
import java.time.InstantSource;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Deque;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Checkpoints, with the log's expiry after each, and checksums that commits have left to do.
 * Thread-safe.
 */
public final class PostCommit {

  /** The most hooks kept; beyond, the oldest are dropped, which only makes later loads slower. */
  static final int MAX_HOOKS = 256;

  private static final Logger LOG = LoggerFactory.getLogger(PostCommit.class);

  private final DeltaStorage storage;
  private final LogExpiry expiry;
  private final Deque<Pending> hooks = new ArrayDeque<>();

  /**
   * What a commit has left.
   *
   * @param base what it followed; empty for a creation
   */
  private record Pending(Optional<DeltaSnapshot> base, PostCommitHook hook) {}

  /**
   * Nothing to do yet.
   *
   * @param clock by which the log's files expire
   */
  public PostCommit(DeltaStorage storage, InstantSource clock) {
    this.storage = storage;
    this.expiry = new LogExpiry(storage, clock);
  }

  synchronized void add(Optional<DeltaSnapshot> base, Collection<PostCommitHook> more) {
    more.forEach(hook -> hooks.add(new Pending(base, hook)));
    while (hooks.size() > MAX_HOOKS) {
      hooks.removeFirst();
    }
  }

  private synchronized Optional<Pending> take() {
    return Optional.ofNullable(hooks.pollFirst());
  }

  /** Runs what is there; a failure is logged, for no commit depends on it. */
  public void run() {
    for (int i = 0; i < MAX_HOOKS; i++) {
      Optional<Pending> hook = take();
      if (hook.isEmpty()) {
        return;
      }
      run(hook.get());
    }
  }

  private void run(Pending pending) {
    PostCommitHook hook = pending.hook();
    try {
      hook.threadSafeInvoke(storage.engine());
      if (hook.getType() == PostCommitHookType.CHECKPOINT) {
        pending.base().ifPresent(this::expire);
      }
    } catch (CheckpointAlreadyExistsException e) {
      LOG.debug("another writer wrote the checkpoint", e);
    } catch (Exception e) {
      LOG.warn("{} after a commit failed; the commit is not affected", hook.getType(), e);
    }
  }

  private void expire(DeltaSnapshot base) {
    try {
      expiry.expire(base);
    } catch (IOException | RuntimeException e) {
      LOG.warn(
          "old files of the log of {} could not be deleted; a later call tries", base.path(), e);
    }
  }
}
