package io.strandline.gateway;

import io.strandline.codec.MalformedDocumentException;
import io.strandline.codec.Response;
import io.strandline.error.CancelledException;
import io.strandline.error.StrandlineException;
import io.strandline.report.IngestReport;
import io.strandline.report.Progress;
import io.strandline.report.RowsRead;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** A call from its start to its answer; other threads may wait for it, look at it or cancel it. */
final class RunningCall implements Runnable, Progress {

  private final String id;
  private final Function<RunningCall, String> work;
  private final InstantSource clock;
  private final List<IngestReport> reports = new ArrayList<>();
  private final CountDownLatch done = new CountDownLatch(1);
  private final Object lock = new Object();
  private @Nullable Thread worker;
  private boolean begun;
  private String answer = "";
  private volatile @Nullable Instant doneAt;
  private volatile RowsRead read = new RowsRead(0, OptionalLong.empty(), Duration.ZERO);
  private volatile int batches;

  /**
   * @param work makes the result document, reporting to the call
   */
  RunningCall(String id, Function<RunningCall, String> work, InstantSource clock) {
    this.id = id;
    this.work = work;
    this.clock = clock;
  }

  String id() {
    return id;
  }

  /** Keeps what was done, to be told even if the call fails later. By the call's thread alone. */
  void report(IngestReport report) {
    reports.add(report);
    if (report instanceof IngestReport.Committed) {
      batches++;
    }
  }

  /** What was kept. By the call's thread alone. */
  List<IngestReport> reports() {
    return reports;
  }

  @Override
  public void rows(RowsRead now) {
    read = now;
  }

  @Override
  public void run() {
    if (!begin()) {
      return;
    }
    String made;
    try {
      made = Response.done(work.apply(this));
    } catch (MalformedDocumentException e) {
      made = Response.failed(Failures.malformed(e), reports);
    } catch (StrandlineException e) {
      made = Response.failed(e, reports);
    } catch (RuntimeException | Error e) {
      // Whatever it is, the caller waits for an answer.
      made = Response.failed(Failures.defect(e), reports);
    }
    end(made);
  }

  private boolean begin() {
    synchronized (lock) {
      if (begun) {
        return false;
      }
      begun = true;
      worker = Thread.currentThread();
      return true;
    }
  }

  private void end(String made) {
    synchronized (lock) {
      worker = null;
      // The thread serves other calls, which nobody has cancelled.
      Thread.interrupted();
    }
    answered(made);
  }

  private void answered(String made) {
    answer = made;
    doneAt = clock.instant();
    done.countDown();
  }

  /** Asks the call to end; its answer then says whether it did before it was done. */
  void cancel() {
    synchronized (lock) {
      if (begun) {
        if (worker != null) {
          worker.interrupt();
        }
        return;
      }
      begun = true;
    }
    answered(
        Response.failed(
            new CancelledException(
                "the call was cancelled before it began", "call again if it is still wanted"),
            List.of()));
  }

  /** When it was done; empty while it runs or waits. */
  Optional<Instant> doneAt() {
    return Optional.ofNullable(doneAt);
  }

  /** Waits; whether the call is done. */
  boolean awaitDone(Duration most) {
    try {
      return done.await(most.toMillis(), TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  /** The answer of a call that is done. */
  String answer() {
    return answer;
  }

  /** How far the call is. */
  String progress() {
    return Response.running(id, read, batches);
  }
}
