package io.strandline.lab.cdc;

import java.util.UUID;

/**
 * A row of {@code msdb.dbo.cdc_jobs}: a job's configuration. Values that its type has no use for
 * are zero (general knowledge).
 *
 * @param maxTransactions transactions a scan; capture only
 * @param maxScans scans a cycle; capture only
 * @param continuous whether capture goes on after a cycle
 * @param pollingSeconds seconds between cycles
 * @param retentionMinutes how long change rows are kept; cleanup only
 * @param threshold rows that a statement of cleanup deletes at most
 */
public record CdcJob(
    Type type,
    UUID jobId,
    int maxTransactions,
    int maxScans,
    boolean continuous,
    long pollingSeconds,
    long retentionMinutes,
    long threshold) {

  /** What {@code sp_cdc_add_job} takes where no value is given (documented). */
  public static final int DEFAULT_MAX_TRANSACTIONS = 500;

  public static final int DEFAULT_MAX_SCANS = 10;
  public static final long DEFAULT_POLLING_SECONDS = 5;
  public static final long DEFAULT_RETENTION_MINUTES = 4_320;
  public static final long DEFAULT_THRESHOLD = 5_000;

  /** The two jobs of a database. */
  public enum Type {
    CAPTURE("capture"),
    CLEANUP("cleanup");

    private final String text;

    Type(String text) {
      this.text = text;
    }

    /** The type as {@code job_type} holds it. */
    public String text() {
      return text;
    }
  }

  static CdcJob capture(UUID id, CaptureSettings settings) {
    long seconds = settings.pollingInterval().toSeconds();
    return new CdcJob(
        Type.CAPTURE,
        id,
        settings.maxTransactions(),
        settings.maxScans(),
        true,
        seconds == 0 ? DEFAULT_POLLING_SECONDS : seconds,
        0,
        0);
  }

  static CdcJob cleanup(UUID id) {
    return new CdcJob(
        Type.CLEANUP, id, 0, 0, false, 0, DEFAULT_RETENTION_MINUTES, DEFAULT_THRESHOLD);
  }

  /** The job's name in SQL Server Agent (documented). */
  public String name(String database) {
    return "cdc." + database + "_" + type.text();
  }

  public CdcJob withScans(int transactions, int scans) {
    return new CdcJob(
        type, jobId, transactions, scans, continuous, pollingSeconds, retentionMinutes, threshold);
  }

  public CdcJob withPolling(boolean goesOn, long seconds) {
    return new CdcJob(
        type, jobId, maxTransactions, maxScans, goesOn, seconds, retentionMinutes, threshold);
  }

  public CdcJob withRetention(long minutes, long rows) {
    return new CdcJob(
        type, jobId, maxTransactions, maxScans, continuous, pollingSeconds, minutes, rows);
  }
}
