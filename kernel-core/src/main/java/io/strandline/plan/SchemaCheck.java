package io.strandline.plan;

import io.strandline.change.CaptureInstance;
import io.strandline.change.CapturedColumn;
import io.strandline.change.DdlChange;
import io.strandline.change.TableColumn;
import io.strandline.error.SchemaChangedException;
import io.strandline.option.Option;
import io.strandline.plan.SchemaHistory.Switch;
import io.strandline.port.ReadSession;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Holds the captured columns against what the target can take. */
public final class SchemaCheck {

  private SchemaCheck() {}

  /**
   * Passes if a batch has no change of the table's definition, goes back to no older instance and
   * leaves out no more columns, or such changes may pass.
   *
   * @param fail whether they may not
   * @throws SchemaChangedException naming the first
   */
  public static void verifyPolicy(SchemaHistory schema, boolean fail) {
    if (!fail) {
      return;
    }
    if (!schema.ddl().isEmpty()) {
      DdlChange ddl = schema.ddl().get(0);
      throw forbidden(
          "the table's definition changed at " + ddl.lsn() + ": " + ddl.command(),
          "",
          Map.of("ddl_lsn", ddl.lsn().toString(), "ddl_command", ddl.command()));
    }
    schema.switches().stream()
        .filter(change -> change.kind() == Switch.Kind.BACK)
        .findFirst()
        .ifPresent(
            change -> {
              throw forbidden(
                  SchemaWarnings.of(change), "enable an instance with all columns, or ", Map.of());
            });
    if (schema.leftOut().isMore()) {
      throw forbidden(
          SchemaWarnings.of(schema.leftOut()),
          "take them with "
              + Option.INCLUDE_COLUMNS.javaName()
              + " and "
              + Option.EXCLUDE_COLUMNS.javaName()
              + ", or ",
          Map.of());
    }
  }

  private static SchemaChangedException forbidden(
      String what, String remedy, Map<String, String> details) {
    return new SchemaChangedException(
        what,
        "look at the change, then "
            + remedy
            + "call once with "
            + Option.SCHEMA_CHANGE_POLICY.javaName()
            + "=classify to go on over it; nothing was read or written",
        details);
  }

  /**
   * Passes if a session's columns are those that the split was planned with.
   *
   * @throws SchemaChangedException if not
   */
  public static void verifySession(Split split, ReadSession session) {
    verifySession(split.instance(), split.wanted(), session);
  }

  /**
   * Passes if a session's columns are those of an instance that a plan wants.
   *
   * @throws SchemaChangedException if not
   */
  public static void verifySession(
      CaptureInstance instance, List<TableColumn> wanted, ReadSession session) {
    List<TableColumn> planned = natural(instance, wanted);
    if (!session.columns().equals(planned)) {
      throw new SchemaChangedException(
          "the table of "
              + instance.name()
              + " has the columns "
              + text(session.columns())
              + " and the read was planned with "
              + text(planned),
          "call again: the next call plans with the columns of now; nothing was committed",
          Map.of("capture_instance", instance.name()));
    }
  }

  /** The wanted columns with the types that the instance has them in. */
  private static List<TableColumn> natural(CaptureInstance instance, List<TableColumn> wanted) {
    Map<String, TableColumn> types = new HashMap<>();
    for (CapturedColumn column : instance.columns()) {
      column
          .type()
          .ifPresent(type -> types.put(column.name(), new TableColumn(column.name(), type)));
    }
    return wanted.stream().map(column -> types.getOrDefault(column.name(), column)).toList();
  }

  private static String text(List<TableColumn> columns) {
    return String.join(
        ", ", columns.stream().map(column -> column.name() + " " + column.type()).toList());
  }
}
