package io.strandline.checks.lab;

import io.strandline.lab.Lab;
import io.strandline.lab.control.ControlProcedure;
import java.util.ArrayList;
import java.util.List;

/** The procedures of schema {@code lab} as lines of help. */
final class LabHelp {

  private LabHelp() {}

  static String[] lines() {
    List<String> lines = new ArrayList<>();
    lines.add("");
    lines.add("Procedures (as sa, in the database that is meant):");
    for (ControlProcedure procedure : Lab.procedures()) {
      lines.add("  EXEC lab." + procedure.name() + ": " + procedure.summary());
      for (ControlProcedure.Argument parameter : procedure.parameters()) {
        lines.add(
            "      " + parameter.name() + " " + parameter.type() + ": " + parameter.meaning());
      }
    }
    return lines.stream().map(line -> line.replace("%", "%%")).toArray(String[]::new);
  }
}
