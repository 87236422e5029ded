package io.strandline.stream;

import io.strandline.error.CancelledException;
import io.strandline.plan.Split;
import io.strandline.port.BronzeTable;
import io.strandline.port.WrittenFiles;
import io.strandline.report.Progress;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletionService;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorCompletionService;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.IntFunction;

/**
 * Runs the splits of a batch, several at once if there are several; if one fails, the others are
 * stopped and nothing is left behind.
 */
final class SplitReads {

  /** Longest wait for stopped readers to delete what they have written. */
  private static final long STOP_SECONDS = 30;

  private final Transfer transfer;
  private final BronzeTable bronze;
  private final IntFunction<ExecutorService> threads;

  /**
   * Readers of splits.
   *
   * @param threads makes so many threads, ended after use
   */
  SplitReads(Transfer transfer, BronzeTable bronze, IntFunction<ExecutorService> threads) {
    this.transfer = transfer;
    this.bronze = bronze;
    this.threads = threads;
  }

  /**
   * What the splits came to.
   *
   * @param files of each split, in order
   */
  record Result(List<WrittenFiles> files, BatchTally tally, Duration waited) {}

  Result run(List<Split> splits, int partitions, Progress progress) {
    long expected = splits.stream().mapToLong(Split::rows).sum();
    if (splits.size() == 1) {
      Split only = splits.get(0);
      return joined(List.of(transfer.run(only, read -> progress.rows(read, expected))));
    }
    ExecutorService running = threads.apply(Math.min(partitions, splits.size()));
    ConcurrentSkipListMap<Integer, Transfer.Result> done = new ConcurrentSkipListMap<>();
    try {
      start(splits, running, done, new Total(expected, progress));
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
      List<Split> splits,
      ExecutorService running,
      ConcurrentSkipListMap<Integer, Transfer.Result> done,
      Total total)
      throws ExecutionException, InterruptedException {
    CompletionService<Integer> calls = new ExecutorCompletionService<>(running);
    for (Split split : splits) {
      Total.Part part = total.part();
      calls.submit(
          () -> {
            done.put(split.number(), transfer.run(split, part::read));
            return split.number();
          });
    }
    for (int i = 0; i < splits.size(); i++) {
      calls.take().get();
    }
  }

  private void stop(ExecutorService running, ConcurrentSkipListMap<Integer, Transfer.Result> done) {
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

  private static Result joined(List<Transfer.Result> results) {
    BatchTally tally = new BatchTally();
    results.forEach(result -> tally.addAll(result.tally()));
    Duration waited =
        results.stream().map(Transfer.Result::waited).reduce(Duration.ZERO, Duration::plus);
    return new Result(results.stream().map(Transfer.Result::files).toList(), tally, waited);
  }

  /** Adds up what the readers have read. */
  private static final class Total {

    private final AtomicLong read = new AtomicLong();
    private final long expected;
    private final Progress progress;

    Total(long expected, Progress progress) {
      this.expected = expected;
      this.progress = progress;
    }

    Part part() {
      return new Part();
    }

    /** One reader's rows. */
    private final class Part {

      private long before;

      void read(long rows) {
        long sum = read.addAndGet(rows - before);
        before = rows;
        progress.rows(sum, expected);
      }
    }
  }
}
