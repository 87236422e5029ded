package io.strandline.cli;

import io.strandline.codec.GroupReportCodec;
import io.strandline.error.InvalidOptionsException;
import io.strandline.error.StrandlineException;
import io.strandline.option.GroupOptions;
import io.strandline.option.OptionValues;
import io.strandline.option.StrandlineConfig;
import io.strandline.option.StreamOptions;
import io.strandline.report.GroupReport;
import io.strandline.stream.Strandline;
import io.strandline.stream.Stream;
import io.strandline.verdict.ControlRow;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code strandline ingest-group}: one batch of each of several tables, and their cut. */
@Command(
    name = "ingest-group",
    mixinStandardHelpOptions = true,
    description = {
      "Commits one batch of each member and publishes the group's cut and verdict.",
      "Options are the members' common ones; a member's file wins over them. Exits 1 if a member"
          + " failed, or the group's row could not be published; the others are done all the same."
    })
final class IngestGroupCommand implements Callable<Integer> {

  @Mixin private StreamArguments arguments = new StreamArguments();

  @Mixin private Output output = new Output();

  @Option(names = "--name", required = true, paramLabel = "NAME", description = "the group's name")
  private String name = "";

  @Option(
      names = "--member",
      required = true,
      paramLabel = "FILE",
      description = "properties file with a member's options by their Java names; once a member")
  private List<Path> members = new ArrayList<>();

  @Override
  public Integer call() {
    OptionValues common = arguments.values();
    StrandlineConfig config = StrandlineConfig.of(common);
    GroupOptions group = GroupOptions.of(common);
    List<StreamOptions> all = members.stream().map(file -> member(file, common, config)).toList();
    GroupReport report;
    try (Strandline strandline = Strandline.open(config)) {
      List<Stream> streams = all.stream().map(strandline::stream).toList();
      report = strandline.group(name, streams, group).ingest();
    }
    PrintWriter out = arguments.out();
    if (output.json()) {
      out.println(GroupReportCodec.report(report));
    } else {
      report.members().forEach(member -> out.println(line(member)));
      out.println("group " + report.name() + ": " + line(report));
    }
    return report.failed().isEmpty() && report.publishError().isEmpty() ? 0 : 1;
  }

  private static StreamOptions member(Path file, OptionValues common, StrandlineConfig config) {
    OptionValues values = OptionArguments.file(file).over(common);
    if (!StrandlineConfig.of(values).equals(config)) {
      throw new InvalidOptionsException(
          "member file " + file + " names another source, or another way to it",
          "say how to reach the source once for all members; nothing was read or written");
    }
    return StreamOptions.of(values);
  }

  private static String line(GroupReport.Member member) {
    return member.table()
        + ": "
        + member
            .report()
            .map(ReportLine::of)
            .or(() -> member.error().map(error -> "error " + error.code() + ": " + said(error)))
            .orElse("");
  }

  private static String said(StrandlineException error) {
    return error.getMessage() + "; what to do: " + error.remedy();
  }

  private static String line(GroupReport report) {
    if (report.publishError().isPresent()) {
      return "not published, "
          + report.publishError().get().code()
          + ": "
          + said(report.publishError().get());
    }
    String until =
        report
            .published()
            .flatMap(ControlRow::finalizedUntil)
            .map(Instant::toString)
            .map(instant -> "final until " + instant)
            .orElse("nothing final yet");
    return until
        + report
            .published()
            .flatMap(ControlRow::end)
            .map(end -> "; cut at " + end.lsn())
            .orElse("; no cut yet");
  }
}
