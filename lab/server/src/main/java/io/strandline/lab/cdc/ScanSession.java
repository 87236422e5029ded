package io.strandline.lab.cdc;

import java.time.LocalDateTime;
import org.jspecify.annotations.Nullable;

/**
 * One cycle of the capture job as {@code sys.dm_cdc_log_scan_sessions} tells of it (documented).
 *
 * @param start server-local datetime
 * @param end server-local datetime
 * @param lastCommitTime of the last commit read; {@code null} for an empty session
 * @param emptyScans how many sessions in a row read nothing; such sessions share a row
 */
public record ScanSession(
    int id,
    LocalDateTime start,
    LocalDateTime end,
    int errors,
    @Nullable Lsn firstBegin,
    @Nullable Lsn lastCommit,
    @Nullable LocalDateTime lastCommitTime,
    long transactions,
    long logRecords,
    int schemaChanges,
    long commands,
    int emptyScans) {

  /** Counts what one session reads. */
  static final class Counter {
    private @Nullable Lsn firstBegin;
    private @Nullable Lsn lastCommit;
    private @Nullable LocalDateTime lastCommitTime;
    private long transactions;
    private long logRecords;
    private int schemaChanges;
    private long commands;
    private int errors;

    void transaction(CommittedTxn txn, int commandCount) {
      firstBegin = firstBegin == null ? txn.beginLsn() : firstBegin;
      lastCommit = txn.commitLsn();
      lastCommitTime = txn.endTime();
      transactions++;
      commands += commandCount;
    }

    void record(LogEntry entry) {
      logRecords++;
      schemaChanges += entry instanceof LogEntry.Definition ? 1 : 0;
    }

    void error() {
      errors++;
    }

    boolean isEmpty() {
      return transactions == 0 && errors == 0;
    }

    ScanSession end(int id, LocalDateTime start, LocalDateTime end, int emptyScans) {
      return new ScanSession(
          id,
          start,
          end,
          errors,
          firstBegin,
          lastCommit,
          lastCommitTime,
          transactions,
          logRecords,
          schemaChanges,
          commands,
          emptyScans);
    }
  }
}
