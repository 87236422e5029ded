package io.strandline.cli;

import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.util.ServiceLoader;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The {@code strandline} command. */
@Command(
    name = "strandline",
    mixinStandardHelpOptions = true,
    versionProvider = Version.class,
    description = "Moves SQL Server CDC into Delta tables and publishes which hours are complete.",
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {
      "0:done; is-final, explain: the period is final",
      "1:error; with --json an error document on stdout; doctor: a problem was found",
      "2:wrong usage",
      "3:is-final, explain: the period is open"
    })
public final class Main implements Runnable {

  @Spec private CommandSpec spec;

  /** Picocli sets the spec. */
  @SuppressWarnings("NullAway.Init")
  Main() {}

  /** Runs the command line and exits. */
  public static void main(String[] arguments) {
    System.exit(
        run(
            new PrintWriter(System.out, true, StandardCharsets.UTF_8),
            new PrintWriter(System.err, true, StandardCharsets.UTF_8),
            arguments));
  }

  /**
   * Runs the command line.
   *
   * @return the exit code
   */
  public static int run(PrintWriter out, PrintWriter err, String... arguments) {
    CommandLine line = new CommandLine(new Main());
    for (CommandProvider provider : ServiceLoader.load(CommandProvider.class)) {
      provider.commands().forEach(line::addSubcommand);
    }
    line.setOut(out).setErr(err);
    line.setExecutionExceptionHandler(new ErrorReport());
    line.setParameterExceptionHandler(new ErrorReport());
    line.setUsageHelpAutoWidth(true);
    return line.execute(arguments);
  }

  @Override
  public void run() {
    throw new ParameterException(spec.commandLine(), "Missing subcommand");
  }
}
