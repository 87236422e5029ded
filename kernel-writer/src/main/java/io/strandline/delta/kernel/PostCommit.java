package io.strandline.delta.kernel;

import io.delta.kernel.exceptions.CheckpointAlreadyExistsException;
import io.delta.kernel.hook.PostCommitHook;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Deque;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Checkpoints and checksums that commits have left to do. Thread-safe. */
public final class PostCommit {

  /** The most hooks kept; beyond, the oldest are dropped, which only makes later loads slower. */
  static final int MAX_HOOKS = 256;

  private static final Logger LOG = LoggerFactory.getLogger(PostCommit.class);

  private final DeltaStorage storage;
  private final Deque<PostCommitHook> hooks = new ArrayDeque<>();

  /** Nothing to do yet. */
  public PostCommit(DeltaStorage storage) {
    this.storage = storage;
  }

  synchronized void add(Collection<PostCommitHook> more) {
    hooks.addAll(more);
    while (hooks.size() > MAX_HOOKS) {
      hooks.removeFirst();
    }
  }

  private synchronized Optional<PostCommitHook> take() {
    return Optional.ofNullable(hooks.pollFirst());
  }

  /** Runs what is there; a failure is logged, for no commit depends on it. */
  public void run() {
    for (int i = 0; i < MAX_HOOKS; i++) {
      Optional<PostCommitHook> hook = take();
      if (hook.isEmpty()) {
        return;
      }
      run(hook.get());
    }
  }

  private void run(PostCommitHook hook) {
    try {
      hook.threadSafeInvoke(storage.engine());
    } catch (CheckpointAlreadyExistsException e) {
      LOG.debug("another writer wrote the checkpoint", e);
    } catch (Exception e) {
      LOG.warn("{} after a commit failed; the commit is not affected", hook.getType(), e);
    }
  }
}
