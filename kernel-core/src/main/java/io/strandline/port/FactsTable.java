package io.strandline.port;

import io.strandline.facts.FactsRow;
import java.util.List;

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
