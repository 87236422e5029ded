package io.strandline.snapshot;

import java.util.List;

/** The key by which a table can be cut into ranges, or why there is none. */
public sealed interface SnapshotKey {

  /**
   * A unique index whose columns are captured, never NULL, and of types that can be bounds.
   *
   * @param index its name
   * @param columns in index order, at least one
   */
  record Usable(String index, List<KeyColumn> columns) implements SnapshotKey {

    public Usable {
      columns = List.copyOf(columns);
      if (columns.isEmpty()) {
        throw new IllegalArgumentException("a key has columns");
      }
    }

    /** Whether it is one column of whole numbers. */
    public boolean isOneInteger() {
      return columns.size() == 1 && columns.get(0).isInteger();
    }
  }

  /**
   * No key: the table is read in one piece.
   *
   * @param reason why, in words that begin in lower case and end without a full stop
   */
  record None(String reason) implements SnapshotKey {}
}
