package io.strandline.checks.embedding;

import io.strandline.error.StrandlineException;
import io.strandline.option.StrandlineConfig;
import io.strandline.option.StreamOptions;
import io.strandline.report.Progress;
import io.strandline.report.StreamStatus;
import io.strandline.stream.Strandline;
import io.strandline.stream.Stream;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Calls {@code ingestAll()} for each of several tables of one database, again and again, and tells
 * a listener of verdicts and failures.
 *
 * <p>Thread-safe. All tables share one {@link Strandline}, thus one pool of connections. A table
 * whose call fails for good is given up until the next start, the others go on.
 */
public final class IngestService implements AutoCloseable {

  private static final Logger LOG = System.getLogger(IngestService.class.getName());
  private static final int MOST_THREADS = 8;
  private static final Duration LONGEST_CLOSE = Duration.ofSeconds(2);

  private final Strandline strandline;
  private final VerdictListener listener;
  private final ScheduledThreadPoolExecutor calls;

  private IngestService(StrandlineConfig source, int tables, VerdictListener listener) {
    this.strandline = Strandline.open(source);
    this.listener = listener;
    AtomicInteger number = new AtomicInteger();
    this.calls =
        new ScheduledThreadPoolExecutor(
            Math.min(tables, MOST_THREADS),
            task -> new Thread(task, "ingest-" + number.incrementAndGet()));
  }

  /**
   * Starts the calls.
   *
   * @param source the database
   * @param tables one stream a table, at least one
   * @param interval pause after a call of a table before the next
   * @throws io.strandline.error.InvalidOptionsException if the source or a table's options are
   *     wrong; nothing runs then
   */
  public static IngestService start(
      StrandlineConfig source,
      List<StreamOptions> tables,
      Duration interval,
      VerdictListener listener) {
    IngestService service = new IngestService(source, tables.size(), listener);
    try {
      service.schedule(tables, interval);
      return service;
    } catch (RuntimeException e) {
      // Nobody else can end what has begun.
      service.close();
      throw e;
    }
  }

  private void schedule(List<StreamOptions> tables, Duration interval) {
    for (StreamOptions options : tables) {
      Table table = new Table(options.tables().bronze(), strandline.stream(options));
      calls.scheduleWithFixedDelay(table, 0, interval.toMillis(), TimeUnit.MILLISECONDS);
    }
  }

  /**
   * Ends running calls within two seconds; each batch of theirs is in its table or it is not, and
   * the next start goes on from there.
   */
  @Override
  public void close() {
    long end = System.nanoTime() + LONGEST_CLOSE.toNanos();
    calls.shutdownNow();
    strandline.close();
    try {
      if (!calls.awaitTermination(end - System.nanoTime(), TimeUnit.NANOSECONDS)) {
        LOG.log(Level.WARNING, "a call has not ended within {0}", LONGEST_CLOSE);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** One table's calls, of which one runs at a time. */
  private final class Table implements Runnable {

    private final String location;
    private final Stream stream;
    private Optional<Instant> told = Optional.empty();
    private boolean givenUp;

    Table(String location, Stream stream) {
      this.location = location;
      this.stream = stream;
    }

    @Override
    public void run() {
      if (givenUp) {
        return;
      }
      try {
        stream.ingestAll(Progress.none(), report -> told(report.status()));
      } catch (StrandlineException e) {
        if (!calls.isShutdown()) {
          givenUp = !e.code().retryable();
          safely(() -> listener.failed(location, e, !givenUp));
        }
      }
    }

    /** Tells a verdict once. */
    private void told(StreamStatus status) {
      Optional<Instant> until = status.finalizedUntil();
      if (until.isPresent() && !until.equals(told)) {
        told = until;
        safely(() -> listener.finalized(status.table(), until.get()));
      }
    }

    /** What a scheduled task throws would end its schedule without a word. */
    private void safely(Runnable telling) {
      try {
        telling.run();
      } catch (RuntimeException e) {
        LOG.log(Level.ERROR, "the listener failed for " + location, e);
      }
    }
  }
}
