package io.strandline.lab.agent;

import java.time.LocalDateTime;
import java.util.UUID;

/**
 * A row of {@code msdb.dbo.sysjobhistory}: a step's run, or with step 0 the outcome of the job's.
 *
 * @param instanceId rises with every row
 * @param status how it ended
 * @param errorNumber of the error that failed it, else 0
 * @param message at most 4,000 characters
 * @param started server-local time
 * @param seconds how long it took
 * @param retries attempts before this one
 */
public record HistoryRow(
    int instanceId,
    UUID jobId,
    int stepId,
    String stepName,
    Status status,
    int errorNumber,
    int errorSeverity,
    String message,
    LocalDateTime started,
    long seconds,
    int retries) {

  /** {@code run_status}; the ordinal is its number (documented). */
  public enum Status {
    FAILED,
    SUCCEEDED,
    RETRY,
    CANCELED
  }
}
