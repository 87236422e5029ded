package io.strandline.gateway;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Base64;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import py4j.GatewayServer;

/**
 * The gateway's process: listens on loopback with a random token until its parent ends.
 *
 * <p>The port and the token are written to the connection file alone. Whoever has the token can run
 * any code as this process's user, as Py4J works.
 */
@Command(
    name = "strandline-gateway",
    mixinStandardHelpOptions = true,
    description = "Serves Strandline to Py4J clients on loopback until its input ends.")
public final class GatewayMain implements Callable<Integer> {

  private static final int TOKEN_BYTES = 32;
  private static final Duration LOOK = Duration.ofSeconds(1);

  @Option(
      names = "--connection-file",
      required = true,
      paramLabel = "FILE",
      description = "file to write port and token to, readable by its owner alone")
  private Path connectionFile = Path.of("");

  @Option(
      names = "--idle-timeout-seconds",
      paramLabel = "<seconds>",
      description = "ends the process when nobody has called for as long (default: never)")
  private @Nullable Long idleTimeoutSeconds;

  @Option(
      names = "--shared",
      description = "goes on when the input ends: for a gateway that many clients share")
  private boolean shared;

  private final CountDownLatch end = new CountDownLatch(1);

  /** Picocli sets the fields. */
  GatewayMain() {}

  /** Runs the gateway and exits. */
  public static void main(String[] arguments) {
    // Nothing reads what libraries might print there.
    System.setOut(System.err);
    System.exit(new CommandLine(new GatewayMain()).execute(arguments));
  }

  static String version() {
    return Optional.ofNullable(GatewayMain.class.getPackage().getImplementationVersion())
        .orElse("development");
  }

  @Override
  public Integer call() throws IOException, InterruptedException {
    String token = token();
    try (Facade facade = new Facade(InstantSource.system(), end::countDown)) {
      GatewayServer server =
          new GatewayServer.GatewayServerBuilder(facade)
              .javaAddress(InetAddress.getLoopbackAddress())
              .javaPort(0)
              .authToken(token)
              .build();
      server.start();
      try {
        ConnectionFile.write(
            connectionFile,
            server.getListeningPort(),
            token,
            ProcessHandle.current().pid(),
            version());
        if (!shared) {
          watchInput();
        }
        awaitEnd(facade);
      } finally {
        server.shutdown();
      }
    }
    return 0;
  }

  private static String token() {
    byte[] bytes = new byte[TOKEN_BYTES];
    new SecureRandom().nextBytes(bytes);
    return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
  }

  /** The parent holds the other end of the input, so that its end, however it comes, is seen. */
  private void watchInput() {
    Thread watch =
        new Thread(
            () -> {
              try (InputStream input = System.in) {
                while (input.read() >= 0) {
                  continue;
                }
              } catch (IOException e) {
                // An input that cannot be read has ended.
              } finally {
                end.countDown();
              }
            },
            "strandline-parent-watch");
    watch.setDaemon(true);
    watch.start();
  }

  private void awaitEnd(Facade facade) throws InterruptedException {
    Duration limit =
        idleTimeoutSeconds == null
            ? Duration.ofDays(365L * 100)
            : Duration.ofSeconds(idleTimeoutSeconds);
    while (!end.await(LOOK.toMillis(), TimeUnit.MILLISECONDS)) {
      if (facade.isIdleFor(limit)) {
        return;
      }
    }
  }
}
