package io.strandline.sqlserver;

import java.sql.SQLException;
import java.time.Duration;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import org.jspecify.annotations.Nullable;

/**
 * Runs calls to the source on threads of their own, so that who waits for them can be interrupted:
 * a thread that waits for a server's answer itself does not hear an interrupt. Thread-safe.
 *
 * <p>What a cancelled call holds is cut at once, and a server ends the session of a connection that
 * is gone (general knowledge).
 */
final class Calls {

  /** How long a cancelled call is waited for, whose connections are cut. */
  private static final Duration PATIENCE = Duration.ofSeconds(1);

  /** Something that asks the source. */
  interface Task<T> {
    T run(Running running) throws SQLException;
  }

  /** What a running call holds of the server. Thread-safe. */
  static final class Running {

    private final Map<Object, Runnable> held = new IdentityHashMap<>();
    private boolean cancelled;

    /**
     * Takes a connection, or a login under way, that is cut if the call is cancelled.
     *
     * @throws io.strandline.error.CancelledException if it was before; then it is cut now
     */
    void hold(Object what, Runnable cut) {
      synchronized (this) {
        if (!cancelled) {
          held.put(what, cut);
          return;
        }
      }
      cut.run();
      throw SqlServerErrors.cancelled(null);
    }

    /** Leaves a connection to others; false if it was cut. */
    synchronized boolean release(Object what) {
      held.remove(what);
      return !cancelled;
    }

    private void cancel() {
      List<Runnable> cuts;
      synchronized (this) {
        cancelled = true;
        cuts = List.copyOf(held.values());
      }
      cuts.forEach(Runnable::run);
    }
  }

  private static final class Pending<T> implements Runnable {

    private final Task<T> task;
    private final Running running = new Running();
    private final CompletableFuture<T> result = new CompletableFuture<>();
    private final Thread thread;

    Pending(Task<T> task) {
      this.task = task;
      this.thread = new Thread(this, "strandline-call");
      thread.setDaemon(true);
    }

    @Override
    public void run() {
      try {
        result.complete(task.run(running));
      } catch (Throwable e) {
        result.completeExceptionally(e);
      }
    }

    T await() throws SQLException {
      try {
        return result.get();
      } catch (InterruptedException e) {
        end(SqlServerErrors.cancelled(e));
        join();
        Thread.currentThread().interrupt();
        throw SqlServerErrors.cancelled(e);
      } catch (ExecutionException e) {
        throw unwrapped(e.getCause());
      }
    }

    void end(RuntimeException why) {
      // First, so that what the cut connection says is no news.
      result.completeExceptionally(why);
      running.cancel();
      thread.interrupt();
    }

    private void join() {
      try {
        thread.join(PATIENCE.toMillis());
      } catch (InterruptedException e) {
        // Interrupted once more: the caller is in a hurry.
      }
    }

    private static SQLException unwrapped(@Nullable Throwable cause) {
      if (cause instanceof SQLException failure) {
        return failure;
      }
      if (cause instanceof RuntimeException failure) {
        throw failure;
      }
      if (cause instanceof Error failure) {
        throw failure;
      }
      throw new IllegalStateException(cause);
    }
  }

  private final Set<Pending<?>> pending = ConcurrentHashMap.newKeySet();
  private volatile boolean closed;

  /**
   * The result of a call.
   *
   * @throws io.strandline.error.CancelledException if the caller is interrupted, or this closed
   */
  <T> T run(Task<T> task) throws SQLException {
    Pending<T> call = new Pending<>(task);
    pending.add(call);
    try {
      if (closed) {
        throw SqlServerErrors.closed(null);
      }
      call.thread.start();
      return call.await();
    } finally {
      pending.remove(call);
    }
  }

  /** Ends every call, and those to come. */
  void close() {
    closed = true;
    pending.forEach(call -> call.end(SqlServerErrors.closed(null)));
  }
}
