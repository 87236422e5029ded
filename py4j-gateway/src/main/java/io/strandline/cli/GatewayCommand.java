package io.strandline.cli;

import io.strandline.gateway.Gateway;
import io.strandline.gateway.GatewayMain;
import io.strandline.gateway.GatewaySettings;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code strandline gateway}: serves Py4J clients. */
@Command(
    name = "gateway",
    mixinStandardHelpOptions = true,
    description = {
      "Serves Py4J clients on loopback until its input ends.",
      "Writes port and token to the connection file. Whoever can read that file can run any code as"
          + " this process's user."
    })
final class GatewayCommand implements Callable<Integer> {

  @Spec private CommandSpec spec;

  @Option(
      names = "--connection-file",
      required = true,
      paramLabel = "FILE",
      description = "file to write port and token to, readable by its owner alone")
  private Path connectionFile = Path.of("");

  @Option(
      names = "--idle-timeout-seconds",
      paramLabel = "<seconds>",
      description = "ends when nobody has called for as long (default: never)")
  private @Nullable Long idleTimeoutSeconds;

  @Option(
      names = "--shared",
      description = "goes on when the input ends: for a gateway that many clients share")
  private boolean shared;

  /** Picocli sets the fields. */
  @SuppressWarnings("NullAway.Init")
  GatewayCommand() {}

  @Override
  public Integer call() throws InterruptedException {
    if (idleTimeoutSeconds != null && idleTimeoutSeconds <= 0) {
      throw new ParameterException(
          spec.commandLine(), "--idle-timeout-seconds is no positive number");
    }
    Gateway.serve(
        new GatewaySettings(
            connectionFile,
            Optional.ofNullable(idleTimeoutSeconds).map(Duration::ofSeconds),
            shared),
        System.in,
        InstantSource.system(),
        GatewayMain.version());
    return 0;
  }
}
