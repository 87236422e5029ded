package io.strandline.cli;

import io.strandline.codec.ReportCodec;
import io.strandline.stream.Verdicts;
import io.strandline.verdict.ControlRow;
import java.io.PrintWriter;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code strandline verdict}: a table's published verdict, without a source. */
@Command(
    name = "verdict",
    mixinStandardHelpOptions = true,
    description = "Prints until when a table is final.")
final class VerdictCommand implements Callable<Integer> {

  @Spec private CommandSpec spec;

  @Mixin private TableArguments table = new TableArguments();

  @Mixin private Output output = new Output();

  /** Picocli sets the spec. */
  @SuppressWarnings("NullAway.Init")
  VerdictCommand() {}

  @Override
  public Integer call() {
    PrintWriter out = spec.commandLine().getOut();
    try (Verdicts verdicts = table.open()) {
      Optional<ControlRow> row = verdicts.verdict(table.table());
      String name = verdicts.name(table.table());
      table.warnIfUnknown(name, row, spec.commandLine().getErr());
      out.println(
          output.json()
              ? ReportCodec.verdict(name, row)
              : row.flatMap(ControlRow::finalizedUntil)
                  .map(until -> name + " is final until " + until)
                  .orElse("nothing of " + name + " is final yet"));
    }
    return 0;
  }
}
