package io.strandline.sqlserver;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * Draws items ahead of their consumer, on a thread of its own and through a bounded queue.
 *
 * <p>{@link #next} and {@link #waited} are for one consumer; {@link #close} may come from any
 * thread at any time. The feed is used by the reading thread alone, {@link Feed#cancel} and {@link
 * Feed#abort} excepted.
 */
final class ReadAhead<T> implements AutoCloseable {

  /** Where items come from. */
  interface Feed<T> {

    /** The next item; empty after the last. */
    Optional<T> next() throws Exception;

    /** Makes a running {@link #next} fail soon. Called from another thread; never throws. */
    void cancel();

    /**
     * Cuts the connection under a {@link #next} that did not heed {@link #cancel}. Never throws.
     */
    void abort();

    /** Frees everything, after the last {@link #next} or a failed one. Never throws. */
    void close();
  }

  private sealed interface Item<T> {
    record Value<T>(T value) implements Item<T> {}

    record End<T>() implements Item<T> {}

    record Failed<T>(Throwable cause) implements Item<T> {}
  }

  /** How long a cancelled statement may take to end before its connection is cut. */
  private static final Duration PATIENCE = Duration.ofMillis(700);

  private static final long POLL_MILLIS = 500;

  private final Feed<T> feed;
  private final BlockingQueue<Item<T>> queue;
  private final LongSupplier nanoTime;
  private final Thread thread;
  private volatile boolean closed;
  private volatile long stoppedAt;
  private boolean ended;
  private long waitedNanos;

  private ReadAhead(Feed<T> feed, int depth, LongSupplier nanoTime) {
    this.feed = feed;
    this.queue = new ArrayBlockingQueue<>(depth);
    this.nanoTime = nanoTime;
    this.thread = new Thread(this::run, "strandline-read");
    thread.setDaemon(true);
  }

  /**
   * Starts drawing from a feed.
   *
   * @param depth most items ahead, at least 1
   * @param nanoTime a clock for measuring waits
   */
  static <T> ReadAhead<T> start(Feed<T> feed, int depth, LongSupplier nanoTime) {
    ReadAhead<T> ahead = new ReadAhead<>(feed, depth, nanoTime);
    ahead.thread.start();
    return ahead;
  }

  private void run() {
    Item<T> last;
    try {
      last = drain();
    } catch (InterruptedException e) {
      return;
    } catch (Throwable e) {
      last = new Item.Failed<>(e);
    } finally {
      feed.close();
    }
    try {
      queue.put(last);
    } catch (InterruptedException e) {
      // Closed: nobody waits for it.
      Thread.currentThread().interrupt();
    }
  }

  private Item<T> drain() throws Exception {
    while (!closed) {
      Optional<T> next = feed.next();
      if (next.isEmpty()) {
        return new Item.End<>();
      }
      queue.put(new Item.Value<>(next.get()));
    }
    throw new InterruptedException("closed");
  }

  /**
   * The next item; empty after the last.
   *
   * @throws io.strandline.error.CancelledException if the consumer is interrupted, or this closed
   * @throws RuntimeException what the feed threw
   */
  Optional<T> next() {
    if (ended) {
      return Optional.empty();
    }
    Item<T> item = take();
    if (item instanceof Item.Value<T> value) {
      return Optional.of(value.value());
    }
    if (item instanceof Item.Failed<T> failed) {
      rethrow(failed.cause());
    }
    ended = true;
    return Optional.empty();
  }

  private Item<T> take() {
    long start = nanoTime.getAsLong();
    try {
      while (true) {
        Item<T> item = queue.poll(POLL_MILLIS, TimeUnit.MILLISECONDS);
        if (closed) {
          // What a closing feed still says, such as a broken connection, is no news.
          throw SqlServerErrors.cancelled(null);
        }
        if (item != null) {
          return item;
        }
        if (!thread.isAlive() && queue.isEmpty()) {
          throw new IllegalStateException("the read failed before, or its thread is gone");
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw SqlServerErrors.cancelled(e);
    } finally {
      waitedNanos += nanoTime.getAsLong() - start;
    }
  }

  private static void rethrow(Throwable cause) {
    if (cause instanceof RuntimeException runtime) {
      throw runtime;
    }
    if (cause instanceof Error error) {
      throw error;
    }
    throw SqlServerErrors.defect(cause);
  }

  /** How long the consumer waited so far. */
  Duration waited() {
    return Duration.ofNanos(waitedNanos);
  }

  /** Asks the thread to stop; {@link #close} waits for it. */
  void stop() {
    if (!closed) {
      stoppedAt = nanoTime.getAsLong();
      closed = true;
    }
    feed.cancel();
    thread.interrupt();
  }

  /** Stops the thread, at the latest when its connection is cut; idempotent. Never throws. */
  @Override
  public void close() {
    stop();
    Duration sinceStop = Duration.ofNanos(nanoTime.getAsLong() - stoppedAt);
    if (!joined(PATIENCE.minus(sinceStop))) {
      feed.abort();
      joined(PATIENCE);
    }
  }

  private boolean joined(Duration patience) {
    boolean interrupted = Thread.interrupted();
    try {
      // Zero would wait for ever.
      thread.join(Math.max(1, patience.toMillis()));
    } catch (InterruptedException e) {
      interrupted = true;
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
    return !thread.isAlive();
  }
}
