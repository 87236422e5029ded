package io.strandline.gateway;

import io.strandline.codec.MalformedDocumentException;
import io.strandline.codec.Response;
import io.strandline.error.CancelledException;
import io.strandline.error.InternalException;
import io.strandline.error.InvalidOptionsException;
import io.strandline.error.StrandlineException;
import io.strandline.report.IngestReport;
import io.strandline.report.Progress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** A call from its start to its answer; another thread may ask for it or cancel it. */
final class RunningCall implements Runnable, Progress {

  private final String id;
  private final Function<RunningCall, String> work;
  private final List<IngestReport> reports = new ArrayList<>();
  private final CountDownLatch done = new CountDownLatch(1);
  private final Object lock = new Object();
  private @Nullable Thread worker;
  private boolean cancelled;
  private volatile String answer = "";
  private volatile long rows;
  private volatile long expected = -1;

  /**
   * @param work makes the result document, reporting to the call
   */
  RunningCall(String id, Function<RunningCall, String> work) {
    this.id = id;
    this.work = work;
  }

  String id() {
    return id;
  }

  boolean isDone() {
    return done.getCount() == 0;
  }

  /** Keeps what was done, to be told even if the call fails later. */
  void report(IngestReport report) {
    reports.add(report);
  }

  /** What was kept. */
  List<IngestReport> reports() {
    return reports;
  }

  @Override
  public void rows(long read, long all) {
    rows = read;
    expected = all;
  }

  @Override
  public void run() {
    try {
      begin();
      answer = Response.done(work.apply(this));
    } catch (MalformedDocumentException e) {
      answer = Response.failed(malformed(e), reports);
    } catch (StrandlineException e) {
      answer = Response.failed(e, reports);
    } catch (RuntimeException | StackOverflowError | OutOfMemoryError e) {
      answer = Response.failed(defect(e), reports);
    } finally {
      end();
    }
  }

  private void begin() {
    synchronized (lock) {
      if (cancelled) {
        throw new CancelledException(
            "the call was cancelled before it began", "call again if it is still wanted");
      }
      worker = Thread.currentThread();
    }
  }

  private void end() {
    synchronized (lock) {
      worker = null;
    }
    // The thread serves other calls, which nobody has cancelled.
    Thread.interrupted();
    done.countDown();
  }

  /** Asks the call to end; its answer then says whether it did before it was done. */
  void cancel() {
    synchronized (lock) {
      cancelled = true;
      if (worker != null) {
        worker.interrupt();
      }
    }
  }

  /** The answer, or how far the call is if none comes in time. */
  String await(Duration most) {
    try {
      if (done.await(most.toMillis(), TimeUnit.MILLISECONDS)) {
        return answer;
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    return Response.running(id, rows, expected);
  }

  static StrandlineException malformed(MalformedDocumentException error) {
    return new InvalidOptionsException(
        String.valueOf(error.getMessage()),
        "send what docs/protocol describes; nothing was read or written",
        error);
  }

  private static StrandlineException defect(Throwable error) {
    return new InternalException(
        error.getClass().getName() + ": " + error.getMessage(),
        "report this defect with the gateway's log",
        error);
  }
}
