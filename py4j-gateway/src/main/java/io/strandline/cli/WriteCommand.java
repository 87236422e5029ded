package io.strandline.cli;

import io.strandline.codec.SplitResultCodec;
import io.strandline.plan.PlanDocument;
import io.strandline.plan.SplitResult;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code strandline write}: reads a split of a plan into files of the table's folder. */
@Command(
    name = "write",
    mixinStandardHelpOptions = true,
    description = "Reads a split of a plan into files and prints its result as a JSON document.")
final class WriteCommand implements Callable<Integer> {

  @Mixin private StreamArguments stream = new StreamArguments();

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

  @Override
  public Integer call() {
    PlanDocument document = Documents.plan(plan);
    TerminalProgress progress = TerminalProgress.of(stream.err());
    SplitResult result = stream.onStream(each -> each.write(document, split, progress));
    progress.end();
    stream.out().println(SplitResultCodec.write(result));
    return 0;
  }
}
