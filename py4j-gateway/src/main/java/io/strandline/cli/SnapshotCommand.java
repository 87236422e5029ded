package io.strandline.cli;

import io.strandline.codec.ReportCodec;
import io.strandline.report.IngestReport;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code strandline snapshot}: brings the rows of the source table in, unless they are in. */
@Command(
    name = "snapshot",
    mixinStandardHelpOptions = true,
    description =
        "Loads the rows of the source table into the target, once; the stream goes on from there.")
final class SnapshotCommand implements Callable<Integer> {

  @Mixin private StreamArguments stream = new StreamArguments();

  @Mixin private Output output = new Output();

  @Override
  public Integer call() {
    TerminalProgress progress = TerminalProgress.of(stream.err());
    IngestReport report = stream.onStream(each -> each.snapshot(progress));
    progress.end();
    stream.out().println(output.json() ? ReportCodec.report(report) : ReportLine.of(report));
    return 0;
  }
}
