package io.strandline.cli;

import io.strandline.codec.PlanCodec;
import io.strandline.codec.ReportCodec;
import io.strandline.report.Planned;
import io.strandline.stream.Stream;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code strandline plan}: plans one batch for other processes. */
@Command(
    name = "plan",
    mixinStandardHelpOptions = true,
    description = {
      "Prints the plan of the next batch as a JSON document, for write and commit;",
      "without a batch to write, the report of an ingest (its outcome is idle or loaded)."
    })
final class PlanCommand implements Callable<Integer> {

  @Mixin private StreamArguments stream = new StreamArguments();

  @Mixin private Output output = new Output();

  @Override
  public Integer call() {
    print(stream.onStream(Stream::plan));
    return 0;
  }

  private void print(Planned planned) {
    if (planned instanceof Planned.Batch batch) {
      stream.out().println(PlanCodec.write(batch.document()));
      return;
    }
    Planned.Nothing nothing = (Planned.Nothing) planned;
    if (!output.json()) {
      stream.err().println(ReportLine.of(nothing.report()));
    }
    stream.out().println(ReportCodec.report(nothing.report()));
  }
}
