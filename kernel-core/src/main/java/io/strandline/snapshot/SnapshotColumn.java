package io.strandline.snapshot;

import io.strandline.change.CapturedColumn;

/**
 * A captured column and where a snapshot takes its value from.
 *
 * @param captured the column as the capture instance has it
 * @param columnId its id in the source table, never used again for another column (documented)
 * @param origin where the value comes from
 */
public record SnapshotColumn(CapturedColumn captured, int columnId, Origin origin) {

  /** Where a value comes from. */
  public enum Origin {
    /** The source table's column of that id. */
    TABLE,
    /** Nowhere, so NULL: the column was dropped, whatever another of its name holds. */
    DROPPED,
    /** Nowhere, so NULL: it is computed, and change rows hold NULL for it (documented). */
    COMPUTED
  }
}
