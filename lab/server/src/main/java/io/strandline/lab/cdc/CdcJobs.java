package io.strandline.lab.cdc;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A database's rows of {@code msdb.dbo.cdc_jobs} and whether its jobs run. Thread-safe.
 *
 * <p>Enabling the first table makes both jobs and starts capture (documented). Changes of a job's
 * configuration take effect when it is started again (documented).
 */
public final class CdcJobs {

  private final CaptureSettings defaults;
  private final CaptureJob capture;
  private final CleanupJob cleanup;
  private final Map<CdcJob.Type, CdcJob> jobs = new EnumMap<>(CdcJob.Type.class);
  private final long seed;
  private int made;

  CdcJobs(CaptureSettings defaults, CaptureJob capture, CleanupJob cleanup, long seed) {
    this.defaults = defaults;
    this.capture = capture;
    this.cleanup = cleanup;
    this.seed = seed;
  }

  /** The configurations, capture first. */
  public synchronized List<CdcJob> all() {
    return new ArrayList<>(jobs.values());
  }

  /** A job's configuration; {@code null} if there is no such job. */
  public synchronized @Nullable CdcJob find(CdcJob.Type type) {
    return jobs.get(type);
  }

  /** A job with the default configuration, not added yet. */
  public synchronized CdcJob defaultJob(CdcJob.Type type) {
    String name = seed + "/" + type + "/" + made++;
    UUID id = UUID.nameUUIDFromBytes(name.getBytes(StandardCharsets.UTF_8));
    return type == CdcJob.Type.CAPTURE ? CdcJob.capture(id, defaults) : CdcJob.cleanup(id);
  }

  /** Adds a job or replaces its configuration; a running one goes on with the old. */
  public synchronized void put(CdcJob job) {
    jobs.put(job.type(), job);
    if (job.type() == CdcJob.Type.CLEANUP) {
      cleanup.schedule();
    }
  }

  /** Makes the jobs that are missing and starts capture if it was made. */
  synchronized void ensure() {
    for (CdcJob.Type type : CdcJob.Type.values()) {
      if (!jobs.containsKey(type)) {
        put(defaultJob(type));
        if (type == CdcJob.Type.CAPTURE) {
          start(type);
        }
      }
    }
  }

  /** Stops a job and drops it. */
  public synchronized void drop(CdcJob.Type type) {
    if (jobs.remove(type) != null) {
      stop(type);
      if (type == CdcJob.Type.CLEANUP) {
        cleanup.unschedule();
      }
    }
  }

  void dropAll() {
    drop(CdcJob.Type.CAPTURE);
    drop(CdcJob.Type.CLEANUP);
  }

  /** Starts a job with its configuration as it is now: capture goes on, cleanup runs once. */
  public void start(CdcJob.Type type) {
    CdcJob job = find(type);
    if (job == null) {
      throw new IllegalStateException("there is no " + type.text() + " job to start");
    }
    if (type == CdcJob.Type.CAPTURE) {
      capture.start(job);
    } else {
      cleanup.run(job);
    }
  }

  /** Stops a job; cleanup never runs by the time of the call's return. */
  public void stop(CdcJob.Type type) {
    if (type == CdcJob.Type.CAPTURE) {
      capture.stop();
    }
  }

  public boolean isRunning(CdcJob.Type type) {
    return type == CdcJob.Type.CAPTURE && capture.isRunning();
  }
}
