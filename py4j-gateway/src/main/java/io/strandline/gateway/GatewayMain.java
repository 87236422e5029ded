package io.strandline.gateway;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The gateway's process, as a client starts it: {@code --connection-file FILE
 * [--idle-timeout-seconds N] [--shared]}. It takes its arguments by itself, because starting is
 * what its clients wait for.
 */
public final class GatewayMain {

  private static final int WRONG_USAGE = 2;

  private GatewayMain() {}

  /** Runs the gateway and exits. */
  public static void main(String[] arguments) throws InterruptedException {
    PrintStream err =
        new PrintStream(new FileOutputStream(FileDescriptor.err), true, StandardCharsets.UTF_8);
    // Nobody reads what a library might print there.
    System.setOut(err);
    GatewaySettings settings;
    try {
      settings = settings(arguments);
    } catch (IllegalArgumentException e) {
      err.println("strandline gateway: " + e.getMessage());
      System.exit(WRONG_USAGE);
      return;
    }
    Gateway.serve(settings, System.in, InstantSource.system(), version());
    System.exit(0);
  }

  /** The release, as the jar's manifest says. */
  public static String version() {
    return Optional.ofNullable(GatewayMain.class.getPackage().getImplementationVersion())
        .orElse("development");
  }

  /**
   * What arguments say.
   *
   * @throws IllegalArgumentException if they are not understood
   */
  static GatewaySettings settings(String... arguments) {
    @Nullable Path file = null;
    Optional<Duration> idle = Optional.empty();
    boolean shared = false;
    for (int i = 0; i < arguments.length; i++) {
      switch (arguments[i]) {
        case "--connection-file" -> file = Path.of(value(arguments, ++i));
        case "--idle-timeout-seconds" -> idle = Optional.of(seconds(value(arguments, ++i)));
        case "--shared" -> shared = true;
        default -> throw new IllegalArgumentException("argument " + (i + 1) + " is not known");
      }
    }
    if (file == null) {
      throw new IllegalArgumentException("--connection-file is required");
    }
    return new GatewaySettings(file, idle, shared);
  }

  private static String value(String[] arguments, int at) {
    if (at == arguments.length) {
      throw new IllegalArgumentException(arguments[at - 1] + " has no value");
    }
    return arguments[at];
  }

  private static Duration seconds(String text) {
    try {
      long seconds = Long.parseLong(text);
      if (seconds > 0) {
        return Duration.ofSeconds(seconds);
      }
    } catch (NumberFormatException e) {
      // Said below.
    }
    throw new IllegalArgumentException("--idle-timeout-seconds is no positive whole number");
  }
}
