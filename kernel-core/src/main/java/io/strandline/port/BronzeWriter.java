package io.strandline.port;

import io.strandline.change.BronzeRows;
import io.strandline.change.TableColumn;
import io.strandline.lsn.Lsn;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/** Writes the rows of a batch into files that nobody sees until they are committed. */
public interface BronzeWriter {

  /**
   * The values that all rows of a write share.
   *
   * @param captureInstance instance that the rows were read from, or that a snapshot was for
   * @param batchId the batch
   * @param snapshot LSN of the snapshot that the rows are of; empty for changes
   * @param chunk number of the snapshot's chunk; empty if it has none
   */
  record Stamp(String captureInstance, long batchId, Optional<Lsn> snapshot, OptionalInt chunk) {

    public Stamp {
      if (snapshot.isEmpty() && chunk.isPresent()) {
        throw new IllegalArgumentException("changes have no chunk");
      }
    }

    /** The stamp of changes. */
    public Stamp(String captureInstance, long batchId) {
      this(captureInstance, batchId, Optional.empty(), OptionalInt.empty());
    }
  }

  /**
   * Writes all rows, in their order within and across the files, as they are drawn.
   *
   * <p>If {@code rows} throws, what was written is deleted and the error passes through. Several
   * threads may write for one head at once. Rows of a snapshot have operation 0 and a NULL seqval,
   * changes have neither.
   *
   * @param captured the table's columns for captured values after the commit: those of the head in
   *     their order, possibly wider, then new ones; the rows' vectors are in this order and of
   *     these types
   * @throws io.strandline.error.StrandlineException target not writable; internal for a value that
   *     the table's columns cannot hold
   */
  WrittenFiles write(
      BronzeHead.Present table, List<TableColumn> captured, Stamp stamp, Iterator<BronzeRows> rows);
}
