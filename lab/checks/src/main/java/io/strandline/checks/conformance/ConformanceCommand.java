package io.strandline.checks.conformance;

import io.strandline.cli.Output;
import io.strandline.error.InvalidOptionsException;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code strandline conformance}: runs the conformance script against a SQL Server. */
@Command(
    name = "conformance",
    mixinStandardHelpOptions = true,
    description = {
      "Runs the conformance script against a SQL Server or the stand-in, through Microsoft's"
          + " driver, and tells every answer that is not as the script expects.",
      "It makes a database strandline_conformance_... and a login strandline_reader_... of its own"
          + " and drops both at the end, which needs the server role sysadmin."
    },
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {"0:every step is as expected", "1:some are not", "2:wrong usage"})
public final class ConformanceCommand implements Callable<Integer> {

  @Spec private CommandSpec spec;

  @Mixin private Output output = new Output();

  @Option(names = "--url", required = true, description = "JDBC URL, without a password")
  private String url;

  @Option(names = "--user", description = "a sysadmin (default: ${DEFAULT-VALUE})")
  private String user = "sa";

  @Option(
      names = "--password-file",
      required = true,
      paramLabel = "FILE",
      description = "file with the password")
  private Path passwordFile;

  /** Picocli sets the fields. */
  @SuppressWarnings("NullAway.Init")
  public ConformanceCommand() {}

  @Override
  public Integer call() throws SQLException, InterruptedException {
    ConformanceReport report = ConformanceReport.run(new Target(url, user, password()));
    PrintWriter out = spec.commandLine().getOut();
    if (output.json()) {
      out.println(report.document());
    } else {
      report.failures().forEach(out::println);
      out.printf(
          "%d of %d steps are as expected%n",
          report.executed() - report.failures().size(), report.executed());
    }
    return report.failures().isEmpty() ? 0 : 1;
  }

  private String password() {
    try {
      return Files.readString(passwordFile).strip();
    } catch (IOException e) {
      throw new InvalidOptionsException(
          "file " + passwordFile + " cannot be read", "name a file that is there and readable", e);
    }
  }
}
