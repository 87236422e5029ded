package io.strandline.checks.lab;

import io.strandline.error.InvalidOptionsException;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code strandline lab}: the stand-in as a server, until it is stopped. */
@Command(
    name = "lab",
    mixinStandardHelpOptions = true,
    description = {
      "Runs a SQL Server stand-in with CDC on a loopback port until it is stopped.",
      "Its database 'flights' has the tracked table dbo.flights (capture instance dbo_flights),"
          + " the logins sa and reader, and a New York clock that starts on 2013-01-01.",
      "As sa, the procedures below steer it from any client; EXEC lab.help lists them too."
    })
public final class LabCommand implements Callable<Integer> {

  private static final double DEFAULT_SPEED = 60;

  private CommandSpec spec;

  @Option(names = "--port", description = "port, 0 for a free one (default: ${DEFAULT-VALUE})")
  private int port;

  @Option(
      names = "--port-file",
      paramLabel = "FILE",
      description = "where to write the port once connections are taken")
  private @Nullable Path portFile;

  @Option(
      names = "--password-file",
      required = true,
      paramLabel = "FILE",
      description = {
        "where to write the passwords, as properties sa and reader; beside it come FILE.reader"
            + " and FILE.sa with one password each (fit for ingest --password-file) and the"
            + " certificate authority"
      })
  private Path passwordFile;

  @Option(names = "--workload", description = "flights: run the flights, else nothing changes")
  private @Nullable String workload;

  @Option(names = "--seed", description = "seed of the workload (default: ${DEFAULT-VALUE})")
  private long seed = 1;

  @Option(
      names = "--speed",
      description = "virtual seconds a real second (default: ${DEFAULT-VALUE})")
  private double speed = DEFAULT_SPEED;

  @Option(
      names = "--start",
      paramLabel = "INSTANT",
      description =
          "first instant of the server's clock; what the workload did before comes at once"
              + " (default: ${DEFAULT-VALUE})")
  private Instant start = FlightsLabConfig.FIRST_MIDNIGHT;

  /** Picocli sets the fields. */
  @SuppressWarnings("NullAway.Init")
  public LabCommand() {}

  /** Adds to the help what can be done once the stand-in runs. */
  @Spec
  void spec(CommandSpec commandSpec) {
    spec = commandSpec;
    commandSpec.usageMessage().footer(LabHelp.lines());
  }

  @Override
  public Integer call() throws IOException, InterruptedException {
    validate();
    try (FlightsLab lab = startLab()) {
      announce(lab);
      if (workload != null) {
        new WorkloadRunner(lab, seed).run();
        spec.commandLine().getErr().println("the workload is over; the lab goes on");
      }
      new CountDownLatch(1).await();
    }
    return 0;
  }

  private FlightsLab startLab() {
    Path folder = passwordFile.toAbsolutePath().resolveSibling("").normalize();
    try {
      Files.createDirectories(folder);
      return FlightsLab.start(
          FlightsLabConfig.running(folder, port, speed, seed).startingAt(start));
    } catch (IOException | UncheckedIOException | IllegalArgumentException e) {
      throw new InvalidOptionsException(
          "the lab cannot start: " + e.getMessage(),
          "name a free port from 0 to 65535 and a password file in a folder that can be written",
          e);
    }
  }

  private void validate() {
    if (workload != null && !workload.equals("flights")) {
      throw new InvalidOptionsException(
          "there is no workload '" + workload + "'", "name flights, or no workload");
    }
    if (!(speed > 0) || speed > 1e6) {
      throw new InvalidOptionsException(
          "speed " + speed + " is not above 0 and at most 1000000", "name another speed");
    }
  }

  private void announce(FlightsLab lab) throws IOException {
    LabFiles.writeSecret(
        passwordFile, "sa=" + lab.saPassword() + "\nreader=" + lab.readerPassword() + "\n");
    LabFiles.writeSecret(beside("sa"), lab.saPassword());
    LabFiles.writeSecret(beside("reader"), lab.readerPassword());
    if (portFile != null) {
      LabFiles.write(portFile, lab.port() + "\n");
    }
    PrintWriter out = spec.commandLine().getOut();
    out.println("url " + lab.url());
    out.println("certificate authority " + lab.authority());
    out.println("password of reader in " + beside("reader"));
  }

  private Path beside(String login) {
    return passwordFile.resolveSibling(passwordFile.getFileName() + "." + login);
  }
}
