package io.strandline.port;

import io.strandline.change.TableColumn;
import java.util.List;

/**
 * What a bronze table can hold of captured columns.
 *
 * @param columns its columns for captured values, in table order
 * @param widening whether it allows the types of its columns to be widened
 * @param mapped whether names in its data files are mapped, so that columns may have any name
 */
public record TableSchema(List<TableColumn> columns, boolean widening, boolean mapped) {

  public TableSchema {
    columns = List.copyOf(columns);
  }
}
