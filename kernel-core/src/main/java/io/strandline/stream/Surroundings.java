package io.strandline.stream;

import io.strandline.error.CancelledException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.UUID;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.Consumer;
import java.util.function.IntFunction;
import java.util.function.Supplier;

/**
 * What a stream takes from outside of its source and tables.
 *
 * @param clock the reader's clock; it may hold a verdict back, never advance it
 * @param ids random ids of attempts
 * @param threads makes so many threads, ended after use
 * @param pause waits for a time
 */
record Surroundings(
    InstantSource clock,
    Supplier<String> ids,
    IntFunction<ExecutorService> threads,
    Consumer<Duration> pause) {

  static Surroundings real(InstantSource clock) {
    return new Surroundings(
        clock,
        () -> UUID.randomUUID().toString(),
        count -> Executors.newFixedThreadPool(count, Surroundings::daemon),
        Surroundings::sleep);
  }

  /** Up to twice the time, at random, so that readers do not come back all at once. */
  private static void sleep(Duration time) {
    long millis = time.toMillis();
    try {
      Thread.sleep(millis + ThreadLocalRandom.current().nextLong(millis + 1));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new CancelledException("the call was interrupted", "call again", e);
    }
  }

  Rereads rereads() {
    return new Rereads(pause);
  }

  private static Thread daemon(Runnable run) {
    Thread thread = new Thread(run, "strandline-split");
    thread.setDaemon(true);
    return thread;
  }

  String newId() {
    return ids.get();
  }
}
