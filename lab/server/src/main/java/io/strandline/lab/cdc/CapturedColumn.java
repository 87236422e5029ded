package io.strandline.lab.cdc;

import io.strandline.lab.session.SqlType;

/**
 * A column of a capture instance.
 *
 * @param columnId the id in the source table
 * @param ordinal 1-based position among the captured columns
 * @param computed whether the source computes it: NULL in every change row (documented)
 */
public record CapturedColumn(
    int columnId, String name, SqlType type, int ordinal, boolean computed) {

  CapturedColumn retyped(SqlType newType) {
    return new CapturedColumn(columnId, name, newType, ordinal, computed);
  }

  private boolean isText() {
    return switch (type.kind()) {
      case TEXT, NTEXT, IMAGE -> true;
      default -> false;
    };
  }

  private boolean isMax() {
    return switch (type.kind()) {
      case VARCHAR, NVARCHAR, VARBINARY -> type.length() == SqlType.MAX;
      default -> false;
    };
  }

  /**
   * Whether the image before a change is NULL (documented): of text, ntext and image always; of
   * (max) types in an update that left the column alone.
   */
  boolean isBeforeImageNull(boolean update, boolean changed) {
    return isText() || isMax() && update && !changed;
  }
}
