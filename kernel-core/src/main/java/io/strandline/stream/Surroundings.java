package io.strandline.stream;

import java.time.InstantSource;
import java.util.UUID;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.IntFunction;
import java.util.function.Supplier;

/**
 * What a stream takes from outside of its source and tables.
 *
 * @param clock the reader's clock; it may hold a verdict back, never advance it
 * @param ids random ids of attempts
 * @param threads makes so many threads, ended after use
 */
record Surroundings(
    InstantSource clock, Supplier<String> ids, IntFunction<ExecutorService> threads) {

  static Surroundings real(InstantSource clock) {
    return new Surroundings(
        clock,
        () -> UUID.randomUUID().toString(),
        count -> Executors.newFixedThreadPool(count, Surroundings::daemon));
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
