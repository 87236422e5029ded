package io.strandline.cli;

import io.strandline.codec.SplitResultCodec;
import io.strandline.option.OptionValues;
import io.strandline.option.StrandlineConfig;
import io.strandline.option.StreamOptions;
import io.strandline.plan.PlanDocument;
import io.strandline.plan.SplitResult;
import io.strandline.stream.Strandline;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code strandline write}: reads a split of a plan into files of the table's folder. */
@Command(
    name = "write",
    mixinStandardHelpOptions = true,
    description = "Reads a split of a plan into files and prints its result as a JSON document.")
final class WriteCommand implements Callable<Integer> {

  private CommandSpec spec;

  @Mixin private Output output = new Output();

  @Option(
      names = "--plan",
      required = true,
      paramLabel = "FILE",
      description = "what plan printed, given with the options that plan had")
  private Path plan;

  @Option(
      names = "--split",
      required = true,
      paramLabel = "<split>",
      description = "number of the split, as the plan has it")
  private int split;

  /** Picocli sets the fields. */
  @SuppressWarnings("NullAway.Init")
  WriteCommand() {}

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
    PlanDocument document = Documents.plan(plan);
    TerminalProgress progress = TerminalProgress.of(spec.commandLine().getErr());
    try (Strandline strandline = Strandline.open(config)) {
      SplitResult result = strandline.stream(options).write(document, split, progress);
      progress.end();
      spec.commandLine().getOut().println(SplitResultCodec.write(result));
    }
    return 0;
  }
}
