package io.strandline.lab.sql.exec;

import io.strandline.lab.catalog.Database;
import io.strandline.lab.cdc.CdcJob;
import io.strandline.lab.cdc.CdcJobs;
import io.strandline.lab.clock.LabClock;
import io.strandline.lab.session.CancelledException;
import io.strandline.lab.session.Column;
import io.strandline.lab.sql.view.ViewColumns;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The procedures on the capture and the cleanup job, and {@code sys.sp_cdc_scan} (documented). */
final class CdcJobProcedures {

  private static final long LONGEST_POLLING = 86_399;
  private static final long LONGEST_RETENTION = 52_594_800;
  private static final String SETTINGS =
      " @maxtrans @maxscans @continuous @pollinginterval @retention @threshold";

  private static final List<Column> JOBS =
      ViewColumns.parse(
          "job_id uniqueidentifier, job_type nvarchar(20), maxtrans int, maxscans int, continuous"
              + " bit, pollinginterval bigint, retention bigint, threshold bigint");

  private CdcJobProcedures() {}

  static void addTo(Map<String, Procedure> procedures) {
    procedures.put("sp_cdc_help_jobs", Procedure.withoutParameters(CdcJobProcedures::help));
    procedures.put(
        "sp_cdc_add_job", Procedure.of("@job_type @start_job" + SETTINGS, CdcJobProcedures::add));
    procedures.put(
        "sp_cdc_change_job", Procedure.of("@job_type" + SETTINGS, CdcJobProcedures::change));
    procedures.put("sp_cdc_drop_job", Procedure.of("@job_type", CdcJobProcedures::drop));
    procedures.put("sp_cdc_start_job", Procedure.of("@job_type", CdcJobProcedures::start));
    procedures.put("sp_cdc_stop_job", Procedure.of("@job_type", CdcJobProcedures::stop));
    procedures.put(
        "sp_cdc_scan",
        Procedure.of("@maxtrans @maxscans @continuous @pollinginterval", CdcJobProcedures::scan));
  }

  private static CdcJobs jobs(ProcedureCall call) {
    EnableProcedures.requireOwner(call);
    return call.database().cdc().jobs();
  }

  private static CdcJob.Type type(ProcedureCall call) {
    String text = call.has("@job_type") ? call.text("@job_type") : "capture";
    for (CdcJob.Type type : CdcJob.Type.values()) {
      if (type.text().equalsIgnoreCase(text)) {
        return type;
      }
    }
    throw CdcJobErrors.badType(String.valueOf(text));
  }

  private static void help(ProcedureCall call) {
    List<@Nullable Object[]> rows = new ArrayList<>();
    for (CdcJob job : jobs(call).all()) {
      rows.add(
          new @Nullable Object[] {
            job.jobId(),
            job.type().text(),
            job.maxTransactions(),
            job.maxScans(),
            job.continuous(),
            job.pollingSeconds(),
            job.retentionMinutes(),
            job.threshold()
          });
    }
    call.rows(JOBS, rows);
  }

  private static void add(ProcedureCall call) {
    CdcJobs jobs = jobs(call);
    call.requiredText("@job_type");
    CdcJob.Type type = type(call);
    if (jobs.find(type) != null) {
      CdcJob job = jobs.defaultJob(type);
      throw CdcJobErrors.exists(call.database().name(), job.name(call.database().name()));
    }
    if (call.database().cdc().switches().isAgentStarting()) {
      throw CdcJobErrors.agentStarting();
    }
    jobs.put(configured(call, jobs.defaultJob(type)));
    if (!Boolean.FALSE.equals(call.flag("@start_job"))) {
      jobs.start(type);
    }
  }

  private static void change(ProcedureCall call) {
    CdcJobs jobs = jobs(call);
    CdcJob.Type type = type(call);
    CdcJob job = required(jobs, type);
    jobs.put(configured(call, job));
  }

  private static CdcJob required(CdcJobs jobs, CdcJob.Type type) {
    CdcJob job = jobs.find(type);
    if (job == null) {
      throw CdcJobErrors.noSuchJob(type.text());
    }
    return job;
  }

  private static CdcJob configured(ProcedureCall call, CdcJob job) {
    return job.type() == CdcJob.Type.CAPTURE ? capture(call, job) : cleanup(call, job);
  }

  private static CdcJob capture(ProcedureCall call, CdcJob job) {
    if (call.number("@retention") != null) {
      throw CdcJobErrors.captureHasNoRetention();
    }
    int transactions = transactions(call, job.maxTransactions());
    int scans = scans(call, job.maxScans());
    Boolean continuous = call.flag("@continuous");
    Long polling = call.number("@pollinginterval");
    long seconds = polling == null ? job.pollingSeconds() : polling;
    if (seconds < 0 || seconds > LONGEST_POLLING) {
      throw CdcJobErrors.badPolling();
    }
    boolean polls = polling != null && polling > 0;
    boolean goesOn = continuous == null ? polls || job.continuous() : continuous;
    return job.withScans(transactions, scans).withPolling(goesOn, goesOn ? seconds : 0);
  }

  private static int transactions(ProcedureCall call, int otherwise) {
    Long given = call.number("@maxtrans");
    if (given != null && (given < 1 || given > Integer.MAX_VALUE)) {
      throw CdcJobErrors.badTransactions();
    }
    return given == null ? otherwise : given.intValue();
  }

  private static int scans(ProcedureCall call, int otherwise) {
    Long given = call.number("@maxscans");
    if (given != null && (given < 1 || given > Integer.MAX_VALUE)) {
      throw CdcJobErrors.badScans();
    }
    return given == null ? otherwise : given.intValue();
  }

  private static CdcJob cleanup(ProcedureCall call, CdcJob job) {
    if (call.number("@pollinginterval") != null
        || call.number("@maxtrans") != null
        || call.number("@maxscans") != null
        || call.flag("@continuous") != null) {
      throw CdcJobErrors.cleanupHasNoScans();
    }
    Long retention = call.number("@retention");
    if (retention != null && (retention < 1 || retention > LONGEST_RETENTION)) {
      throw CdcJobErrors.badRetention();
    }
    Long threshold = call.number("@threshold");
    if (threshold != null && threshold < 1) {
      throw CdcErrors.badThreshold();
    }
    return job.withRetention(
        retention == null ? job.retentionMinutes() : retention,
        threshold == null ? job.threshold() : threshold);
  }

  private static void drop(ProcedureCall call) {
    CdcJobs jobs = jobs(call);
    CdcJob.Type type = type(call);
    required(jobs, type);
    jobs.drop(type);
  }

  private static void start(ProcedureCall call) {
    CdcJobs jobs = jobs(call);
    CdcJob.Type type = type(call);
    CdcJob job = required(jobs, type);
    if (jobs.isRunning(type)) {
      throw CdcJobErrors.refused(
          "run",
          job.name(call.database().name()),
          "the job is already running from a request by User " + call.session().login() + ".");
    }
    jobs.start(type);
  }

  private static void stop(ProcedureCall call) {
    CdcJobs jobs = jobs(call);
    CdcJob.Type type = type(call);
    CdcJob job = required(jobs, type);
    if (!jobs.isRunning(type)) {
      throw CdcJobErrors.refused(
          "stop", job.name(call.database().name()), "the job is not currently running.");
    }
    jobs.stop(type);
  }

  private static void scan(ProcedureCall call) {
    EnableProcedures.requireOwner(call);
    Database database = call.database();
    int transactions = transactions(call, CdcJob.DEFAULT_MAX_TRANSACTIONS);
    int scans = scans(call, CdcJob.DEFAULT_MAX_SCANS);
    Long continuous = call.number("@continuous");
    Long polling = call.number("@pollinginterval");
    long seconds = polling == null ? 0 : polling;
    if (continuous != null && continuous != 0 && continuous != 1) {
      throw CdcJobErrors.badContinuous();
    }
    boolean goesOn = continuous != null && continuous == 1;
    if (!goesOn && seconds != 0) {
      throw CdcJobErrors.pollingWithoutContinuous();
    }
    if (seconds < 0 || seconds > LONGEST_POLLING) {
      throw CdcJobErrors.badPolling();
    }
    do {
      if (database.cdc().job().tryStep(transactions, scans) < 0) {
        throw CdcJobErrors.scanIsRunning();
      }
    } while (goesOn && waited(call, seconds));
  }

  /** Waits for the next cycle of a continuous scan, which ends only by cancelling it. */
  private static boolean waited(ProcedureCall call, long seconds) {
    LabClock clock = call.context().server().clock();
    Duration next = clock.elapsed().plusSeconds(Math.max(1, seconds));
    try {
      if (clock.awaitElapsed(next, call.session()::isCancelled)) {
        return true;
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    throw new CancelledException("cancelled while scanning the log");
  }
}
