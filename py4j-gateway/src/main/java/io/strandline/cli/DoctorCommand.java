package io.strandline.cli;

import io.strandline.codec.FindingsCodec;
import io.strandline.doctor.Finding;
import io.strandline.doctor.Finding.Status;
import io.strandline.option.Option;
import io.strandline.option.OptionValues;
import io.strandline.option.StrandlineConfig;
import io.strandline.option.StreamOptions;
import io.strandline.stream.Strandline;
import java.io.PrintWriter;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code strandline doctor}: examines a source before a stream reads it. */
@Command(
    name = "doctor",
    mixinStandardHelpOptions = true,
    description = {
      "Examines a source: what is in order, what is not, and how to fix it.",
      "Takes the options of the stream; the target may be left out. Writes nothing. Exits 0 if a"
          + " stream can read the source, 1 if there is a problem."
    })
final class DoctorCommand implements Callable<Integer> {

  @Mixin private StreamArguments stream = new StreamArguments();

  @Mixin private Output output = new Output();

  @Override
  public Integer call() {
    OptionValues values = stream.values();
    if (values.find(Option.TARGET).isEmpty()) {
      // Options are validated together; there is no table of this name.
      values.set(Option.TARGET, "examined");
    }
    List<Finding> findings =
        Strandline.examine(StrandlineConfig.of(values), StreamOptions.of(values));
    PrintWriter out = stream.out();
    if (output.json()) {
      out.println(FindingsCodec.write(findings));
    } else {
      findings.forEach(finding -> print(out, finding));
    }
    return findings.stream().anyMatch(finding -> finding.status() == Status.PROBLEM) ? 1 : 0;
  }

  private static void print(PrintWriter out, Finding finding) {
    out.println(finding.status().text() + ": " + finding.check().text() + ": " + finding.what());
    if (!finding.fix().isEmpty()) {
      out.println("  fix: " + finding.fix());
    }
  }
}
