package io.strandline.port;

import io.strandline.change.BronzeRows;
import java.util.Iterator;

/** Writes the rows of a batch into files that nobody sees until they are committed. */
public interface BronzeWriter {

  /**
   * The values that all rows of a batch share.
   *
   * @param captureInstance instance that the rows were read from
   * @param batchId the batch
   */
  record Stamp(String captureInstance, long batchId) {}

  /**
   * Writes all rows, in their order within and across the files, as they are drawn.
   *
   * <p>If {@code rows} throws, what was written is deleted and the error passes through.
   *
   * @throws io.strandline.error.StrandlineException target not writable; internal for a value that
   *     the table's columns cannot hold
   */
  WrittenFiles write(BronzeHead.Present table, Stamp stamp, Iterator<BronzeRows> rows);
}
