package io.strandline.gateway;

import io.strandline.error.InvalidOptionsException;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;

/** The calls that run, and those whose answers nobody has fetched yet. Thread-safe, bounded. */
final class Calls implements AutoCloseable {

  /** Calls at once; what is beyond waits. */
  private static final int THREADS = 64;

  /** Calls known at once, running, waiting and unfetched. */
  private static final int MOST = 1000;

  private static final Duration LAST_WAIT = Duration.ofSeconds(2);

  private final Map<String, RunningCall> known = new LinkedHashMap<>();
  private final ThreadPoolExecutor pool;

  Calls() {
    pool =
        new ThreadPoolExecutor(
            THREADS, THREADS, 1, TimeUnit.MINUTES, new LinkedBlockingQueue<>(MOST), threads());
    pool.allowCoreThreadTimeOut(true);
  }

  private static ThreadFactory threads() {
    AtomicInteger number = new AtomicInteger();
    return work -> {
      Thread thread = new Thread(work, "strandline-call-" + number.incrementAndGet());
      thread.setDaemon(true);
      return thread;
    };
  }

  /** Starts a call and waits for it a while; its answer, or how far it is. */
  String start(Function<RunningCall, String> work, Duration wait) {
    RunningCall call = new RunningCall(UUID.randomUUID().toString(), work);
    synchronized (known) {
      makeRoom();
      known.put(call.id(), call);
    }
    pool.execute(call);
    return await(call, wait);
  }

  private void makeRoom() {
    if (known.size() < MOST) {
      return;
    }
    String oldest =
        known.values().stream()
            .filter(RunningCall::isDone)
            .map(RunningCall::id)
            .findFirst()
            .orElseThrow(
                () ->
                    new InvalidOptionsException(
                        "the gateway has " + MOST + " calls that are not done",
                        "wait for some of them, or cancel them"));
    known.remove(oldest);
  }

  /** As {@link #start}, of a call that was started before. */
  String await(String id, Duration wait) {
    return await(find(id), wait);
  }

  private String await(RunningCall call, Duration wait) {
    String answer = call.await(wait);
    if (call.isDone()) {
      synchronized (known) {
        known.remove(call.id());
      }
      // It may have ended between the wait and the question.
      return call.await(Duration.ZERO);
    }
    return answer;
  }

  /** Cancels a call; its answer is still to be fetched. */
  void cancel(String id) {
    find(id).cancel();
  }

  private RunningCall find(String id) {
    synchronized (known) {
      RunningCall call = known.get(id);
      if (call == null) {
        throw new InvalidOptionsException(
            "no call '" + id + "' is known, or its answer was fetched already",
            "ask for a call that the gateway said is running, until it is done");
      }
      return call;
    }
  }

  /** Whether calls run or wait. */
  boolean isBusy() {
    synchronized (known) {
      return known.values().stream().anyMatch(call -> !call.isDone());
    }
  }

  /** Cancels all calls and gives them a moment to end their sessions. */
  @Override
  public void close() {
    synchronized (known) {
      known.values().forEach(RunningCall::cancel);
    }
    pool.shutdown();
    try {
      pool.awaitTermination(LAST_WAIT.toMillis(), TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
