package io.strandline.lab.cdc;

import io.strandline.lab.clock.LabClock;
import java.time.Duration;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The cleanup job of a database: all change tables by one retention.
 *
 * <p>The newest commit time less the retention is looked up in {@code lsn_time_mapping}; of rows
 * that tie the lowest LSN is the new low watermark. All instances below it get it in one
 * transaction, then rows are deleted table by table; a table that fails does not stop the others
 * (documented). It runs daily (documented) at 02:00 server-local time (general knowledge).
 */
public final class CleanupJob {

  private static final LocalTime DAILY = LocalTime.of(2, 0);

  private final CdcDatabase database;
  private final LabClock clock;
  private final boolean automatic;
  private volatile @Nullable Thread thread;

  CleanupJob(CdcDatabase database, LabClock clock, boolean automatic) {
    this.database = database;
    this.clock = clock;
    this.automatic = automatic;
  }

  synchronized void schedule() {
    if (automatic && thread == null) {
      LocalDateTime first = nextAfter(clock.local());
      Thread worker = new Thread(() -> runDaily(first), "lab-cleanup");
      worker.setDaemon(true);
      thread = worker;
      worker.start();
    }
  }

  synchronized void unschedule() {
    Thread worker = thread;
    thread = null;
    if (worker != null) {
      worker.interrupt();
    }
  }

  private void runDaily(LocalDateTime first) {
    Thread own = Thread.currentThread();
    LocalDateTime due = first;
    try {
      while (thread == own) {
        // In this order: time that passes in between makes the wait too short, never too long.
        Duration now = clock.elapsed();
        Duration wait = Duration.between(clock.local(), due);
        if (wait.isNegative() || wait.isZero()) {
          // Before the run: a day that passes during it is due at once.
          due = nextAfter(clock.local());
          CdcJob job = database.jobs().find(CdcJob.Type.CLEANUP);
          if (job != null) {
            run(job);
          }
        } else {
          clock.awaitElapsed(now.plus(wait), () -> thread != own);
        }
      }
    } catch (InterruptedException e) {
      own.interrupt();
    } catch (RuntimeException e) {
      database.job().failed(e);
    }
  }

  private static LocalDateTime nextAfter(LocalDateTime now) {
    LocalDateTime today = now.toLocalDate().atTime(DAILY);
    return today.isAfter(now) ? today : today.plusDays(1);
  }

  /**
   * Runs the job once, now.
   *
   * @return deleted change rows
   */
  long run(CdcJob job) {
    List<CaptureInstance> instances = database.instances();
    moveWatermarks(job.retentionMinutes(), instances);
    long deleted = 0;
    for (CaptureInstance instance : instances) {
      int threshold = (int) Math.min(Integer.MAX_VALUE, job.threshold());
      deleted += new Cleanup(database, instance, 0).run(null, threshold, batch -> {}).deleted();
    }
    return deleted;
  }

  private void moveWatermarks(long retentionMinutes, List<CaptureInstance> instances) {
    database
        .order()
        .publish(
            number -> {
              long horizon = database.order().last();
              LocalDateTime newest = database.times().newestTime(horizon);
              if (newest == null) {
                return;
              }
              LocalDateTime expiry = newest.minusMinutes(retentionMinutes);
              Lsn mark = database.times().lsnAt(expiry, true, true, horizon);
              LsnTimeEntry entry = mark == null ? null : database.times().find(mark, horizon);
              if (entry != null) {
                Lsn lowest = database.times().lowestTie(entry, horizon);
                instances.forEach(instance -> instance.raiseStart(lowest));
              }
            });
  }
}
