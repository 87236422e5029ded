package io.strandline.cli;

import io.strandline.codec.ReportCodec;
import io.strandline.stream.Verdicts;
import io.strandline.verdict.ControlRow;
import io.strandline.verdict.Finality;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code strandline is-final}: whether a period of a table is final, without a source. */
@Command(
    name = "is-final",
    mixinStandardHelpOptions = true,
    description = "Exits 0 if a period of a table is final, 3 if it is open.")
final class IsFinalCommand implements Callable<Integer> {

  static final int OPEN = 3;

  @Spec private CommandSpec spec;

  @Mixin private TableArguments table = new TableArguments();

  @Mixin private Period period = new Period();

  @Option(
      names = "--wait",
      defaultValue = "PT0S",
      paramLabel = "<duration>",
      description = "how long to wait while the period is open, up to P31D, such as PT30M")
  private Duration wait = Duration.ZERO;

  @Mixin private Output output = new Output();

  /** Picocli sets the fields. */
  @SuppressWarnings("NullAway.Init")
  IsFinalCommand() {}

  @Override
  public Integer call() {
    period.verify();
    try (Verdicts verdicts = table.open()) {
      if (!wait.isZero()) {
        // A wrong name would wait in vain: it is told before, not after.
        table.warnIfUnknown(
            verdicts.name(table.table()),
            verdicts.verdict(table.table()),
            spec.commandLine().getErr());
        verdicts.awaitFinal(table.table(), period.from(), period.until(), wait);
      }
      Optional<ControlRow> row = verdicts.confirmed(table.table());
      if (row.isEmpty()) {
        warn(verdicts);
      }
      Finality finality = Finality.of(row, period.from(), period.until());
      print(verdicts.name(table.table()), row, finality);
      return finality == Finality.OPEN ? OPEN : 0;
    }
  }

  private void warn(Verdicts verdicts) {
    String name = verdicts.name(table.table());
    Optional<ControlRow> published = verdicts.verdict(table.table());
    PrintWriter err = spec.commandLine().getErr();
    table.warnIfUnknown(name, published, err);
    published
        .flatMap(ControlRow::finalizedUntil)
        .ifPresent(
            until ->
                err.println(
                    "warning: "
                        + name
                        + " has the published verdict "
                        + until
                        + ", which its table does not confirm: the table is gone, not the one that"
                        + " it was published of, or changed by someone else; explain says which"));
  }

  private void print(String name, Optional<ControlRow> row, Finality finality) {
    PrintWriter out = spec.commandLine().getOut();
    if (output.json()) {
      out.println(ReportCodec.finality(name, period.from(), period.until(), finality, row));
    } else {
      out.println(name + " from " + period.from() + " until " + period.until() + ": " + finality);
    }
    if (finality == Finality.FINAL_WITH_GAP) {
      spec.commandLine()
          .getErr()
          .println(
              "warning: the period begins before "
                  + row.map(there -> there.losslessSince().toString()).orElse("")
                  + ", from which on the history has no gap: changes of it may be missing");
    }
  }
}
