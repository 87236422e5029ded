package io.strandline.lab.agent;

import io.strandline.lab.clock.LabClock;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * SQL Server Agent: runs jobs when their schedules say so, by the server's local time.
 *
 * <p>One thread runs all jobs, one after the other; it is made with the first job that has
 * something to do. When the clock is moved by {@link LabClock#advance} or {@link LabClock#set}, it
 * stops at every due instant and waits for the run there, so that sixty seconds moved are six runs
 * of a job of every ten. A run that itself waits for time or for a lock holds the clock for five
 * real seconds at most. When local time goes back, jobs pause until it has caught up, as Agent's do
 * in the hour that daylight saving repeats (reported by users). Thread-safe.
 */
public final class Agent implements LabClock.Alarms, AutoCloseable {

  private static final Duration LONGEST_HOLD = Duration.ofSeconds(5);
  private static final Duration FAR = Duration.ofDays(1);

  private final LabClock clock;
  private final JobStore jobs = new JobStore();
  private final Object lock = new Object();
  private final Map<UUID, String> requested = new LinkedHashMap<>();
  private StepRunner steps =
      (login, step, cancellation) -> new StepRunner.Outcome(22022, 16, "no engine is attached");
  private volatile boolean running = true;
  private volatile boolean closed;
  private final AtomicLong changes = new AtomicLong();
  private @Nullable JobRun current;
  private @Nullable Thread thread;
  private volatile @Nullable RuntimeException failure;

  public Agent(LabClock clock) {
    this.clock = clock;
    clock.alarms(this);
  }

  /** The jobs; whoever changes them calls {@link #changed}. */
  public JobStore jobs() {
    return jobs;
  }

  /** Gives the engine that runs steps. */
  public void stepRunner(StepRunner runner) {
    synchronized (lock) {
      steps = runner;
    }
  }

  /** The defect of the engine that ended a run; {@code null} if there was none. */
  public @Nullable RuntimeException failure() {
    return failure;
  }

  /** Whether the service runs, {@code sys.dm_server_services}. */
  public boolean isRunning() {
    return running;
  }

  /** Starts the service: schedules count from now. */
  public void start() {
    synchronized (lock) {
      if (!running && !closed) {
        running = true;
        jobs.agentStarted(clock.local());
      }
    }
    changed();
  }

  /** Stops the service; a running job is cancelled and waited for. */
  public void stop() {
    synchronized (lock) {
      running = false;
      requested.clear();
      if (current != null) {
        current.cancel();
      }
    }
    changed();
    awaitIdle(LONGEST_HOLD);
  }

  /** Tells that jobs, steps or schedules changed. */
  public void changed() {
    synchronized (lock) {
      changes.incrementAndGet();
      boolean work = !requested.isEmpty() || running && jobs.earliest() != null;
      if (work && thread == null && !closed) {
        Thread worker = new Thread(this::serve, "lab-agent");
        worker.setDaemon(true);
        thread = worker;
        worker.start();
      }
    }
    clock.wake();
  }

  /**
   * Runs a job soon, as {@code sp_start_job} does.
   *
   * @throws io.strandline.lab.session.SqlException 22022 if Agent does not run or the job does,
   *     14256 and 14528 if the job has no server or no steps
   */
  public void request(Job job, String login) {
    synchronized (lock) {
      if (!job.targeted()) {
        throw AgentErrors.noServer(job);
      }
      if (job.steps().isEmpty()) {
        throw AgentErrors.noSteps(job);
      }
      if (!running) {
        throw AgentErrors.notRunning();
      }
      if (runs(job) || requested.putIfAbsent(job.id(), login) != null) {
        throw AgentErrors.refused("run", job, login, "the job is already running from a request");
      }
    }
    changed();
  }

  /** Stops a running job; error 22022 if it does not run. */
  public void cancel(Job job, String login) {
    synchronized (lock) {
      boolean waiting = requested.remove(job.id()) != null;
      if (current != null && runs(job)) {
        current.cancel();
      } else if (!waiting) {
        throw AgentErrors.refused("stop", job, login, "the job is not currently running");
      }
    }
  }

  private boolean runs(Job job) {
    return current != null && current.job().id().equals(job.id());
  }

  /** Waits until no job runs or is asked for; {@code false} if that takes longer in real time. */
  public boolean awaitIdle(Duration limit) {
    long end = System.nanoTime() + limit.toNanos();
    synchronized (lock) {
      while (isBusy() && Thread.currentThread() != thread) {
        long left = (end - System.nanoTime()) / 1_000_000;
        if (left <= 0) {
          return false;
        }
        try {
          lock.wait(left);
        } catch (InterruptedException e) {
          Thread.currentThread().interrupt();
          return false;
        }
      }
      return true;
    }
  }

  private boolean isBusy() {
    return current != null || !requested.isEmpty() || isDue();
  }

  private boolean isDue() {
    LocalDateTime earliest = running && !closed ? jobs.earliest() : null;
    return earliest != null && !earliest.isAfter(clock.local());
  }

  @Override
  public @Nullable Instant next() {
    synchronized (lock) {
      if (!running || closed || Thread.currentThread() == thread) {
        return null;
      }
      LocalDateTime earliest = jobs.earliest();
      return earliest == null ? null : instant(earliest);
    }
  }

  @Override
  public void ring() {
    changed();
    awaitIdle(LONGEST_HOLD);
  }

  /** When the server's local clock next shows a time. */
  private Instant instant(LocalDateTime local) {
    ZoneId zone = clock.zone();
    ZonedDateTime first = local.atZone(zone);
    boolean past = first.toInstant().isBefore(clock.instant());
    return past ? first.withLaterOffsetAtOverlap().toInstant() : first.toInstant();
  }

  private void serve() {
    try {
      while (true) {
        long seen;
        JobRun run;
        synchronized (lock) {
          if (closed) {
            return;
          }
          seen = changes.get();
          run = take();
          current = run;
          lock.notifyAll();
        }
        if (run == null) {
          await(seen);
        } else {
          perform(run);
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private @Nullable JobRun take() {
    for (Map.Entry<UUID, String> request : requested.entrySet()) {
      requested.remove(request.getKey());
      Job job = jobs.job(request.getKey());
      return job == null ? null : run(job, "User " + request.getValue());
    }
    JobStore.Due due = running ? jobs.take(clock.local()) : null;
    if (due == null || due.job().steps().isEmpty()) {
      return null;
    }
    JobSchedule schedule = due.schedule();
    return run(due.job(), "Schedule " + schedule.id() + " (" + schedule.name() + ")");
  }

  private JobRun run(Job job, String invokedBy) {
    return new JobRun(job, invokedBy, clock, jobs.history(), steps);
  }

  private void perform(JobRun run) throws InterruptedException {
    try {
      run.run();
    } catch (RuntimeException e) {
      failure = e;
    } finally {
      synchronized (lock) {
        current = null;
        lock.notifyAll();
      }
    }
  }

  /** Waits until something is due or changed since {@code seen}. */
  private void await(long seen) throws InterruptedException {
    LocalDateTime earliest = running ? jobs.earliest() : null;
    Duration left = earliest == null ? FAR : Duration.between(clock.instant(), instant(earliest));
    Duration wait = left.compareTo(FAR) < 0 ? left : FAR;
    // The clock asks under its own lock, so that ours must not be taken here.
    clock.awaitElapsed(
        clock.elapsed().plus(wait), () -> closed || changes.get() != seen || isDue());
  }

  /** Ends the service for good: a running job is cancelled. */
  @Override
  public void close() {
    Thread worker;
    synchronized (lock) {
      closed = true;
      running = false;
      worker = thread;
      if (current != null) {
        current.cancel();
      }
    }
    clock.wake();
    if (worker == null || worker == Thread.currentThread()) {
      return;
    }
    try {
      worker.join(LONGEST_HOLD.toMillis());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    worker.interrupt();
  }
}
