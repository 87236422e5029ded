package io.strandline.stream;

import io.strandline.error.CancelledException;
import io.strandline.port.BronzeTable;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletionService;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorCompletionService;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.IntFunction;
import java.util.function.LongConsumer;

/**
 * Runs the reads of a batch or a snapshot, several at once if there are several; if one fails, the
 * others are stopped and nothing is left behind.
 */
final class ParallelReads {

  /** Longest wait for stopped readers to delete what they have written. */
  private static final long STOP_SECONDS = 30;

  private final BronzeTable bronze;
  private final IntFunction<ExecutorService> threads;

  /**
   * Reads into a table.
   *
   * @param threads makes so many threads, ended after use
   */
  ParallelReads(BronzeTable bronze, IntFunction<ExecutorService> threads) {
    this.bronze = bronze;
    this.threads = threads;
  }

  /** One of the reads; several may run at once. */
  interface Read {

    /**
     * Reads and writes; if it throws, it leaves nothing behind.
     *
     * @param listener hears the rows read so far
     */
    Transferred run(LongConsumer listener);
  }

  /**
   * Runs all of them.
   *
   * @param most how many at once
   * @param meter hears the rows of all
   * @return their files in order, and what was counted
   */
  Transferred run(List<Read> reads, int most, Meter meter) {
    if (reads.size() == 1) {
      return joined(List.of(reads.get(0).run(meter::read)));
    }
    ExecutorService running = threads.apply(Math.min(most, reads.size()));
    ConcurrentSkipListMap<Integer, Transferred> done = new ConcurrentSkipListMap<>();
    try {
      start(reads, running, done, new Total(meter));
      return joined(List.copyOf(done.values()));
    } catch (ExecutionException e) {
      stop(running, done);
      throw unchecked(e.getCause() == null ? e : e.getCause());
    } catch (InterruptedException e) {
      stop(running, done);
      Thread.currentThread().interrupt();
      throw new CancelledException("the call was interrupted", "call again", e);
    } finally {
      running.shutdownNow();
    }
  }

  private void start(
      List<Read> reads,
      ExecutorService running,
      ConcurrentSkipListMap<Integer, Transferred> done,
      Total total)
      throws ExecutionException, InterruptedException {
    CompletionService<Integer> calls = new ExecutorCompletionService<>(running);
    for (int i = 0; i < reads.size(); i++) {
      int number = i;
      Total.Part part = total.part();
      calls.submit(
          () -> {
            done.put(number, reads.get(number).run(part::read));
            return number;
          });
    }
    for (int i = 0; i < reads.size(); i++) {
      calls.take().get();
    }
  }

  private void stop(ExecutorService running, ConcurrentSkipListMap<Integer, Transferred> done) {
    running.shutdownNow();
    try {
      running.awaitTermination(STOP_SECONDS, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    done.values().forEach(result -> bronze.discard(result.files()));
  }

  private static RuntimeException unchecked(Throwable cause) {
    if (cause instanceof Error error) {
      throw error;
    }
    return cause instanceof RuntimeException failure
        ? failure
        : new IllegalStateException(cause.getMessage(), cause);
  }

  private Transferred joined(List<Transferred> results) {
    BatchTally tally = new BatchTally();
    results.forEach(result -> tally.addAll(result.tally()));
    return new Transferred(
        bronze.joined(results.stream().map(Transferred::files).toList()),
        tally,
        results.stream().map(Transferred::waited).reduce(Duration.ZERO, Duration::plus));
  }

  /** Adds up what the readers have read. */
  private static final class Total {

    private long read;
    private final Meter meter;

    Total(Meter meter) {
      this.meter = meter;
    }

    Part part() {
      return new Part();
    }

    /** One reader's rows. */
    private final class Part {

      private long before;

      void read(long rows) {
        synchronized (Total.this) {
          read += rows - before;
          before = rows;
          meter.read(read);
        }
      }
    }
  }
}
