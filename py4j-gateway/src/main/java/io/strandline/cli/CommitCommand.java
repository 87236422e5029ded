package io.strandline.cli;

import io.strandline.codec.ReportCodec;
import io.strandline.plan.PlanDocument;
import io.strandline.plan.SplitResult;
import io.strandline.report.IngestReport;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code strandline commit}: commits a plan with the results of its splits. */
@Command(
    name = "commit",
    mixinStandardHelpOptions = true,
    description = "Commits a plan with one result of each of its splits, all of it or nothing.")
final class CommitCommand implements Callable<Integer> {

  @Mixin private StreamArguments stream = new StreamArguments();

  @Mixin private Output output = new Output();

  @Option(
      names = "--plan",
      required = true,
      paramLabel = "FILE",
      description = "what plan printed, given with the options that plan had")
  private Path plan;

  @Option(
      names = "--results",
      arity = "1..*",
      paramLabel = "FILE",
      description = "what write printed, a file a split; none if the plan has no splits")
  private List<Path> results = List.of();

  /** Picocli sets the fields. */
  @SuppressWarnings("NullAway.Init")
  CommitCommand() {}

  @Override
  public Integer call() {
    PlanDocument document = Documents.plan(plan);
    List<SplitResult> read = results.stream().map(Documents::result).toList();
    IngestReport report = stream.onStream(each -> each.commit(document, read));
    stream.out().println(output.json() ? ReportCodec.report(report) : ReportLine.of(report));
    return 0;
  }
}
