package io.strandline.cli;

import io.strandline.stream.Strandline;
import io.strandline.stream.Verdicts;
import io.strandline.verdict.ControlRow;
import java.io.PrintWriter;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Names a table of a control table; mixed into the commands that ask for its verdict. */
final class TableArguments {

  @Option(
      names = "--control",
      required = true,
      paramLabel = "<control>",
      description = "path or URI of the control table")
  private String control = "";

  @Option(
      names = "--table",
      required = true,
      paramLabel = "<table>",
      description =
          "the table: its path below the warehouse, its path, or its URI; of a group, group:<name>")
  private String table = "";

  @Option(
      names = "--warehouse",
      paramLabel = "<warehouse>",
      description = "folder that table names are relative to (default: the control table's parent)")
  private @Nullable String warehouse;

  String table() {
    return table;
  }

  /** Says on stderr that nothing was published, which a wrong name looks like too. */
  void warnIfUnknown(String name, Optional<ControlRow> row, PrintWriter err) {
    if (row.isEmpty()) {
      err.println(
          "warning: control table "
              + control
              + " has no verdict of "
              + name
              + ": nothing was published yet, or one of the names is wrong");
    }
  }

  Verdicts open() {
    return warehouse == null
        ? Strandline.verdicts(control)
        : Strandline.verdicts(control, warehouse);
  }
}
