package io.strandline.lab.agent;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * The newest runs: at most 1,000 rows and 100 a job, SQL Server Agent's defaults (documented).
 *
 * <p>Thread-safe.
 */
public final class JobHistory {

  static final int MOST_ROWS = 1_000;
  static final int MOST_ROWS_OF_A_JOB = 100;
  private static final int LONGEST_MESSAGE = 4_000;

  private final Deque<HistoryRow> rows = new ArrayDeque<>();
  private int lastInstance;

  /** Adds a row; its instance id is given here. */
  synchronized void add(HistoryRow row) {
    String message = row.message();
    rows.addLast(
        new HistoryRow(
            ++lastInstance,
            row.jobId(),
            row.stepId(),
            row.stepName(),
            row.status(),
            row.errorNumber(),
            row.errorSeverity(),
            message.substring(0, Math.min(message.length(), LONGEST_MESSAGE)),
            row.started(),
            row.seconds(),
            row.retries()));
    long ofJob = rows.stream().filter(other -> other.jobId().equals(row.jobId())).count();
    if (ofJob > MOST_ROWS_OF_A_JOB) {
      removeOldestOf(row.jobId());
    }
    if (rows.size() > MOST_ROWS) {
      rows.removeFirst();
    }
  }

  private void removeOldestOf(UUID jobId) {
    for (Iterator<HistoryRow> all = rows.iterator(); all.hasNext(); ) {
      if (all.next().jobId().equals(jobId)) {
        all.remove();
        return;
      }
    }
  }

  synchronized void forget(UUID jobId) {
    rows.removeIf(row -> row.jobId().equals(jobId));
  }

  synchronized void clear() {
    rows.clear();
  }

  /** All rows, oldest first. */
  public synchronized List<HistoryRow> rows() {
    return List.copyOf(rows);
  }

  /** The last run of a step; {@code null} if it never ran or is no longer kept. */
  public synchronized @Nullable HistoryRow last(UUID jobId, int stepId) {
    for (Iterator<HistoryRow> all = rows.descendingIterator(); all.hasNext(); ) {
      HistoryRow row = all.next();
      if (row.stepId() == stepId && row.jobId().equals(jobId)) {
        return row;
      }
    }
    return null;
  }
}
