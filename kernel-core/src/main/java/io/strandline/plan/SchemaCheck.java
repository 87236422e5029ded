package io.strandline.plan;

import io.strandline.change.CaptureInstance;
import io.strandline.change.TableColumn;
import io.strandline.error.SchemaChangedException;
import java.util.List;

/** Holds the captured columns against what the target can take. */
public final class SchemaCheck {

  private SchemaCheck() {}

  /**
   * The target's columns for those that are read of an instance.
   *
   * @throws java.util.NoSuchElementException if one has no mapping; {@link ColumnSelection} lets
   *     none through
   */
  public static List<TableColumn> target(CaptureInstance instance) {
    return instance.columns().stream()
        .map(column -> new TableColumn(column.name(), column.type().orElseThrow()))
        .toList();
  }

  /**
   * Passes if the columns are those of the table, in name, type and order.
   *
   * @throws SchemaChangedException if not
   */
  public static void verify(String what, List<TableColumn> seen, List<TableColumn> table) {
    if (!seen.equals(table)) {
      throw new SchemaChangedException(
          what + " has the columns " + text(seen) + " and the table has " + text(table),
          "start a new table (another target) with the new columns; nothing was read or written");
    }
  }

  private static String text(List<TableColumn> columns) {
    return String.join(
        ", ", columns.stream().map(column -> column.name() + " " + column.type()).toList());
  }
}
