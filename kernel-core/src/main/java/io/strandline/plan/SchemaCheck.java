package io.strandline.plan;

import io.strandline.change.CaptureInstance;
import io.strandline.change.CapturedColumn;
import io.strandline.change.DdlChange;
import io.strandline.change.TableColumn;
import io.strandline.error.SchemaChangedException;
import io.strandline.error.UnsupportedTypeException;
import io.strandline.option.Option;
import io.strandline.port.ReadSession;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

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
   * Refuses changes of the table's definition.
   *
   * @throws SchemaChangedException naming them, if there is one
   */
  public static void refuse(List<DdlChange> changes) {
    if (!changes.isEmpty()) {
      String option = Option.SCHEMA_CHANGE_POLICY.javaName();
      throw new SchemaChangedException(
          "the source table's definition changed: "
              + String.join(
                  "; ", changes.stream().map(ddl -> ddl.lsn() + " " + ddl.command()).toList()),
          "the option "
              + option
              + "=fail stops the stream at any such change; to go on where the table can take it,"
              + " call with "
              + option
              + "=classify; nothing was committed");
    }
  }

  /**
   * Passes if a session's columns are those that the split was planned with.
   *
   * @throws SchemaChangedException if not
   */
  public static void verifySession(Split split, ReadSession session) {
    List<TableColumn> planned = natural(split);
    if (!session.columns().equals(planned)) {
      throw new SchemaChangedException(
          "the change table of "
              + split.instance().name()
              + " has the columns "
              + text(session.columns())
              + " and the batch was planned with "
              + text(planned),
          "call again: the next call plans with the columns of now; nothing was committed");
    }
  }

  /** The wanted columns with the types that the instance has them in. */
  private static List<TableColumn> natural(Split split) {
    Map<String, TableColumn> types = new HashMap<>();
    for (CapturedColumn column : split.instance().columns()) {
      column
          .type()
          .ifPresent(type -> types.put(column.name(), new TableColumn(column.name(), type)));
    }
    return split.wanted().stream()
        .map(column -> types.getOrDefault(column.name(), column))
        .toList();
  }

  private static String text(List<TableColumn> columns) {
    return String.join(
        ", ", columns.stream().map(column -> column.name() + " " + column.type()).toList());
  }
}
