package io.strandline.cli;

import io.strandline.codec.ReportCodec;
import io.strandline.option.OptionValues;
import io.strandline.option.StrandlineConfig;
import io.strandline.option.StreamOptions;
import io.strandline.report.IngestReport;
import io.strandline.stream.Strandline;
import io.strandline.stream.Stream;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code strandline ingest}: commits one batch, or all that is captured now. */
@Command(
    name = "ingest",
    mixinStandardHelpOptions = true,
    description = "Commits one batch of changes to the target and publishes its verdict.")
final class IngestCommand implements Callable<Integer> {

  private CommandSpec spec;

  @Mixin private Output output = new Output();

  @Option(
      names = "--all",
      description = "commit batches up to the newest change captured when the call began")
  private boolean all;

  private final List<IngestReport> reports = new ArrayList<>();

  /** Picocli sets the spec. */
  @SuppressWarnings("NullAway.Init")
  IngestCommand() {}

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
      Stream stream = strandline.stream(options);
      TerminalProgress progress = TerminalProgress.of(spec.commandLine().getErr());
      if (all) {
        stream.ingestAll(progress, this::add);
      } else {
        add(stream.ingest(progress));
      }
      progress.end();
    }
    if (output.json()) {
      spec.commandLine()
          .getOut()
          .println(all ? ReportCodec.reports(reports) : ReportCodec.report(reports.get(0)));
    }
    return 0;
  }

  /** What was done so far. */
  List<IngestReport> reports() {
    return reports;
  }

  private void add(IngestReport report) {
    reports.add(report);
    if (!output.json()) {
      spec.commandLine().getOut().println(ReportLine.of(report));
    }
  }
}
