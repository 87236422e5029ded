package io.strandline.lab;

import io.strandline.lab.session.Column;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A result set: its columns and all its rows. */
public record LabResult(List<Column> columns, List<@Nullable Object[]> rows) {

  /** The only value of a result of one row and one column. */
  public @Nullable Object value() {
    if (rows.size() != 1 || columns.size() != 1) {
      throw new IllegalStateException(
          "not one value but " + rows.size() + " rows of " + columns.size() + " columns");
    }
    return rows.get(0)[0];
  }
}
