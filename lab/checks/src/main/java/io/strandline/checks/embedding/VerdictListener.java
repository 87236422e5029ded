package io.strandline.checks.embedding;

import io.strandline.error.StrandlineException;
import java.time.Instant;

/**
 * Hears what an {@link IngestService} finds out.
 *
 * <p>Called by the service's threads, of one table by one at a time. A slow listener delays the
 * next call of its table; what it throws is logged and stops nothing.
 */
public interface VerdictListener {

  /**
   * The verdict of a table is known or has moved on.
   *
   * @param table canonical name of the bronze table
   * @param finalizedUntil every period that ends at or before it is complete, UTC
   */
  void finalized(String table, Instant finalizedUntil);

  /**
   * A call for a table failed.
   *
   * @param table location of the bronze table, as its options name it
   * @param error what happened and what to do
   * @param again whether the service goes on calling; if not, the table waits for a person
   */
  void failed(String table, StrandlineException error, boolean again);
}
