package io.strandline.port;

import io.strandline.facts.FactsRow;
import java.time.Instant;
import java.util.List;
import java.util.Set;

/**
 * The log of batches and events.
 *
 * <p>Thread-safe, in one process and among several. Every call may throw a {@link
 * io.strandline.error.StrandlineException}: target not writable, foreign table.
 */
public interface FactsTable {

  /** The table at one version. */
  interface View {

    /** The newest batch of a stream whose rows are written; -1 if none is. */
    long newestBatch(String tableId, String appId);

    /**
     * The newest rows of a table, newest first by {@code written_at}, then {@code batch_id}; a
     * batch's own row is before its events'.
     *
     * @param target the table's canonical name
     * @param since rows written before it are left out, and their files not read, UTC
     * @param most the most rows, at least 1
     */
    List<FactsRow> history(String target, Instant since, int most);

    /**
     * The newest batch's row and the newest event's row of each table, in no order.
     *
     * @param targets canonical names; one without rows has none in the answer
     * @param since as for {@link #history}
     */
    List<FactsRow> latest(Set<String> targets, Instant since);
  }

  /** Creates the table unless it is there. */
  void createIfAbsent();

  /** Reads the table as it is now; a table that is not there knows no batch. */
  View view();

  /**
   * Writes a batch's rows, once: does nothing if the batch or a later one of the stream is there.
   *
   * <p>{@code written_at} is set by the table.
   */
  void append(String tableId, String appId, long batchId, List<FactsRow> rows);
}
