package io.strandline.gateway;

import io.strandline.error.InvalidOptionsException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
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
  static final int MOST = 1000;

  /** How long an answer that nobody fetches is kept. */
  static final Duration KEPT = Duration.ofMinutes(10);

  private static final Duration LAST_WAIT = Duration.ofSeconds(2);

  private final InstantSource clock;
  private final Map<String, RunningCall> known = new LinkedHashMap<>();
  private final ThreadPoolExecutor pool;
  private boolean closed;

  Calls(InstantSource clock) {
    this.clock = clock;
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
  String start(Function<RunningCall, String> work, Duration patience) {
    RunningCall call = new RunningCall(UUID.randomUUID().toString(), work, clock);
    synchronized (known) {
      if (closed) {
        throw new InvalidOptionsException(
            "the gateway is ending", "start another gateway and call there");
      }
      forgetOld();
      if (known.size() >= MOST) {
        throw new InvalidOptionsException(
            "the gateway has " + MOST + " calls that run or whose answers nobody has fetched",
            "fetch answers, wait for calls, or cancel them; nothing was read or written");
      }
      known.put(call.id(), call);
      pool.execute(call);
    }
    return await(call, patience);
  }

  private void forgetOld() {
    Instant limit = clock.instant().minus(KEPT);
    known.values().removeIf(call -> call.doneAt().filter(limit::isAfter).isPresent());
  }

  /** The answer of a call that was started before, or how far it is. */
  String await(String id, Duration patience) {
    return await(find(id), patience);
  }

  private String await(RunningCall call, Duration patience) {
    if (!call.awaitDone(patience)) {
      return call.progress();
    }
    synchronized (known) {
      known.remove(call.id());
    }
    return call.answer();
  }

  /** Asks a call to end; its answer is still to be fetched. */
  void cancel(String id) {
    find(id).cancel();
  }

  private RunningCall find(String id) {
    synchronized (known) {
      RunningCall call = known.get(id);
      if (call == null) {
        throw new InvalidOptionsException(
            "no such call runs, or its answer was fetched already",
            "poll a call that the gateway said is running, until it is done");
      }
      return call;
    }
  }

  /** Whether calls run or wait. */
  boolean areRunning() {
    synchronized (known) {
      return known.values().stream().anyMatch(call -> call.doneAt().isEmpty());
    }
  }

  /** Cancels all calls, takes no more, and gives them a moment to end their sessions. */
  @Override
  public void close() {
    synchronized (known) {
      closed = true;
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
