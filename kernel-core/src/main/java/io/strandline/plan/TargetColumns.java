package io.strandline.plan;

import io.strandline.change.TableColumn;
import java.util.List;

/**
 * A target's columns for captured values.
 *
 * @param columns in table order
 * @param widening whether their types may be widened
 * @param leftOut what the last batch {@linkplain LeftOut#kept() kept} of those that it left out
 */
public record TargetColumns(List<TableColumn> columns, boolean widening, List<String> leftOut) {

  public TargetColumns {
    columns = List.copyOf(columns);
    leftOut = List.copyOf(leftOut);
  }
}
