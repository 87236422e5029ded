package io.strandline.cli;

import io.strandline.codec.ReportCodec;
import io.strandline.report.IngestReport;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code strandline ingest}: commits one batch, or all that is captured now. */
@Command(
    name = "ingest",
    mixinStandardHelpOptions = true,
    description = "Commits one batch of changes to the target and publishes its verdict.")
final class IngestCommand implements Callable<Integer> {

  @Mixin private StreamArguments stream = new StreamArguments();

  @Mixin private Output output = new Output();

  @Option(
      names = "--all",
      description = "commit batches up to the newest change captured when the call began")
  private boolean all;

  private final List<IngestReport> reports = new ArrayList<>();

  @Override
  public Integer call() {
    TerminalProgress progress = TerminalProgress.of(stream.err());
    stream.onStream(each -> all ? each.ingestAll(progress, this::add) : add(each.ingest(progress)));
    progress.end();
    if (output.json()) {
      stream.out().println(all ? ReportCodec.reports(reports) : ReportCodec.report(reports.get(0)));
    }
    return 0;
  }

  /** What was done so far. */
  List<IngestReport> reports() {
    return reports;
  }

  private IngestReport add(IngestReport report) {
    reports.add(report);
    if (!output.json()) {
      stream.out().println(ReportLine.of(report));
    }
    return report;
  }
}
