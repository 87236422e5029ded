package io.strandline.cli;

import io.strandline.codec.PlanCodec;
import io.strandline.codec.ReportCodec;
import io.strandline.option.OptionValues;
import io.strandline.option.StrandlineConfig;
import io.strandline.option.StreamOptions;
import io.strandline.report.Planned;
import io.strandline.stream.Strandline;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code strandline plan}: plans one batch for other processes. */
@Command(
    name = "plan",
    mixinStandardHelpOptions = true,
    description = {
      "Prints the plan of the next batch as a JSON document, for write and commit;",
      "without a batch to write, the report of an ingest (its outcome is idle or loaded)."
    })
final class PlanCommand implements Callable<Integer> {

  private CommandSpec spec;

  @Mixin private Output output = new Output();

  /** Picocli sets the spec. */
  @SuppressWarnings("NullAway.Init")
  PlanCommand() {}

  @Spec
  private void spec(CommandSpec given) {
    spec = given;
    OptionArguments.addTo(given);
  }

  @Override
  public Integer call() {
    OptionValues values = OptionArguments.read(spec.commandLine().getParseResult());
    StreamOptions options = StreamOptions.of(values);
    StrandlineConfig config = StrandlineConfig.of(values);
    try (Strandline strandline = Strandline.open(config)) {
      print(strandline.stream(options).plan());
    }
    return 0;
  }

  private void print(Planned planned) {
    if (planned instanceof Planned.Batch batch) {
      spec.commandLine().getOut().println(PlanCodec.write(batch.document()));
      return;
    }
    Planned.Nothing nothing = (Planned.Nothing) planned;
    if (!output.json()) {
      spec.commandLine().getErr().println(ReportLine.of(nothing.report()));
    }
    spec.commandLine().getOut().println(ReportCodec.report(nothing.report()));
  }
}
