package io.strandline.plan;

import io.strandline.change.TableColumn;
import java.util.List;

/**
 * A target's columns for captured values.
 *
 * @param columns in table order
 * @param widening whether their types may be widened
 */
public record TargetColumns(List<TableColumn> columns, boolean widening) {

  public TargetColumns {
    columns = List.copyOf(columns);
  }
}
