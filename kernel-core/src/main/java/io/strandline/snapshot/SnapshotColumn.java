package io.strandline.snapshot;

import io.strandline.change.TableColumn;

/**
 * A wanted column and where a snapshot takes its value from.
 *
 * @param column its name as the capture instance spells it, and the type to deliver it as
 * @param sourceType the source's declaration, such as {@code decimal(5,1)}
 * @param columnId its id in the source table, never used again for another column (documented)
 * @param origin where the value comes from
 */
public record SnapshotColumn(TableColumn column, String sourceType, int columnId, Origin origin) {

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
