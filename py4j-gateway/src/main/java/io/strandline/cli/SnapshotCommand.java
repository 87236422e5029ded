package io.strandline.cli;

import io.strandline.codec.ReportCodec;
import io.strandline.option.OptionValues;
import io.strandline.option.StrandlineConfig;
import io.strandline.option.StreamOptions;
import io.strandline.report.IngestReport;
import io.strandline.stream.Strandline;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code strandline snapshot}: brings the rows of the source table in, unless they are in. */
@Command(
    name = "snapshot",
    mixinStandardHelpOptions = true,
    description =
        "Loads the rows of the source table into the target, once; the stream goes on from there.")
final class SnapshotCommand implements Callable<Integer> {

  private CommandSpec spec;

  @Mixin private Output output = new Output();

  /** Picocli sets the spec. */
  @SuppressWarnings("NullAway.Init")
  SnapshotCommand() {}

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
    IngestReport report;
    try (Strandline strandline = Strandline.open(config)) {
      TerminalProgress progress = TerminalProgress.of(spec.commandLine().getErr());
      report = strandline.stream(options).snapshot(progress);
      progress.end();
    }
    spec.commandLine()
        .getOut()
        .println(output.json() ? ReportCodec.report(report) : ReportLine.of(report));
    return 0;
  }
}
