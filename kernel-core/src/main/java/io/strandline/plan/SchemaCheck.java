package io.strandline.plan;

import io.strandline.change.CaptureInstance;
import io.strandline.change.CapturedColumn;
import io.strandline.change.TableColumn;
import io.strandline.error.SchemaChangedException;
import io.strandline.error.UnsupportedTypeException;
import java.util.ArrayList;
import java.util.List;

/** Holds the captured columns against what the target can take. */
public final class SchemaCheck {

  private SchemaCheck() {}

  /**
   * The target's columns for an instance's, in ordinal order.
   *
   * @throws UnsupportedTypeException naming every column whose type has no mapping
   */
  public static List<TableColumn> target(CaptureInstance instance) {
    List<TableColumn> columns = new ArrayList<>();
    List<String> unmapped = new ArrayList<>();
    for (CapturedColumn column : instance.columns()) {
      column
          .type()
          .ifPresentOrElse(
              type -> columns.add(new TableColumn(column.name(), type)),
              () -> unmapped.add(column.name() + " " + column.sourceType()));
    }
    if (!unmapped.isEmpty()) {
      throw new UnsupportedTypeException(
          instance.name() + ": no mapping for " + String.join(", ", unmapped),
          "enable another capture instance whose @captured_column_list leaves these columns out, and"
              + " ingest that one");
    }
    return columns;
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
