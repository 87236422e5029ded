package io.strandline.checks.check;

import io.strandline.cli.Output;
import io.strandline.error.InvalidOptionsException;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code strandline check}: asks a SQL Server whether what the product rests on holds there. */
@Command(
    name = "check",
    mixinStandardHelpOptions = true,
    description = {
      "Asks a SQL Server whether what the product rests on holds there: idle advance, time zone,"
          + " order of reads, watermark, switch of capture instances, overlap of chunks, cleanup,"
          + " fetch speed.",
      "It makes a database strandline_check_... of its own, writes to nothing else and drops it at"
          + " the end, which needs the server role sysadmin; or it uses a given test database.",
      "The password comes from --password-file or STRANDLINE_PASSWORD, never from an argument."
    },
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {
      "0:none failed and at least one passed; what was skipped is listed",
      "1:at least one failed",
      "2:wrong usage",
      "3:nothing could be checked"
    })
public final class CheckCommand implements Callable<Integer> {

  @Spec private CommandSpec spec;

  @Mixin private Output output = new Output();

  @Mixin private ServerArguments server = new ServerArguments();

  @Mixin private LoadArguments load = new LoadArguments();

  @Option(
      names = "--only",
      split = ",",
      paramLabel = "NAME",
      description = "checks to run, separated by commas (default: all)")
  private List<String> only = new ArrayList<>();

  @Option(names = "--out", paramLabel = "FILE", description = "write the JSON report there too")
  private @Nullable Path out;

  @Option(names = "--list", description = "list the checks and end")
  private boolean list;

  @Option(names = "--statements", description = "print every statement as JSON and end")
  private boolean statements;

  /** Picocli sets the fields. */
  @SuppressWarnings("NullAway.Init")
  public CheckCommand() {}

  /** Every statement that the checks send, by name, with sample names of tables in it. */
  public static Map<String, String> sentStatements() {
    return CheckStatement.all();
  }

  @Override
  public Integer call() throws IOException {
    if (statements || list) {
      describe();
      return CheckReport.PASSED;
    }
    List<Check> checks = checks();
    Settings settings = load.settings();
    try {
      CheckReport report = run(checks, settings);
      report(report);
      return report.exitCode();
    } catch (CannotRunException e) {
      return cannotRun(e);
    } catch (StoppedException e) {
      return cannotRun(
          new CannotRunException(
              String.valueOf(e.getMessage()), "make capture run, then try again", e));
    } catch (SQLException e) {
      return cannotRun(
          new CannotRunException(
              "error " + e.getErrorCode() + ": " + e.getMessage(),
              "look at the URL, the login and the server",
              e));
    }
  }

  private void describe() {
    PrintWriter answer = spec.commandLine().getOut();
    if (statements) {
      answer.println(CheckDocument.statements());
    } else if (output.json()) {
      answer.println(CheckDocument.list());
    } else {
      CheckText.printList(answer);
    }
  }

  private CheckReport run(List<Check> checks, Settings settings) throws SQLException {
    Sandbox sandbox = server.sandbox();
    return SandboxRun.run(
        sandbox, () -> new CheckRunner(sandbox, settings).run(checks, this::tell));
  }

  private void tell(CheckResult result) {
    if (!output.json()) {
      CheckText.print(result, spec.commandLine().getOut());
    }
  }

  private void report(CheckReport report) throws IOException {
    String document = CheckDocument.of(report);
    if (out != null) {
      Files.writeString(out, document + "\n");
    }
    PrintWriter answer = spec.commandLine().getOut();
    if (output.json()) {
      answer.println(document);
    } else {
      CheckText.printSummary(report, answer);
    }
  }

  private int cannotRun(CannotRunException error) {
    if (output.json()) {
      spec.commandLine().getOut().println(CheckDocument.of(error));
    }
    PrintWriter err = spec.commandLine().getErr();
    err.println("nothing could be checked: " + error.getMessage());
    err.println("what to do: " + error.remedy());
    return CheckReport.COULD_NOT_RUN;
  }

  private List<Check> checks() {
    List<String> unknown = only.stream().filter(name -> !Checks.names().contains(name)).toList();
    if (!unknown.isEmpty()) {
      throw new InvalidOptionsException(
          "there is no check " + String.join(", ", unknown),
          "name some of " + String.join(", ", Checks.names()));
    }
    return Checks.named(only);
  }
}
