package io.strandline.gateway;

import io.strandline.error.TargetNotWritableException;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Base64;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import py4j.DefaultGatewayServerListener;
import py4j.GatewayServer;

/**
 * A gateway that listens on 127.0.0.1, on a port that the system chooses.
 *
 * <p>Whoever has its token can run any code as this process's user, as Py4J works; nobody else can
 * do anything. Closing it cancels what runs and takes about 2 seconds at most. Thread-safe.
 */
public final class Gateway implements AutoCloseable {

  private static final int TOKEN_BYTES = 32;
  private static final byte[] LOOPBACK = {127, 0, 0, 1};
  private static final Duration LOOK = Duration.ofSeconds(1);

  /** Time for a last answer, such as that to a shutdown, to reach its client. */
  private static final Duration LAST_ANSWER = Duration.ofMillis(200);

  private final EntryPoint entryPoint;
  private final GatewayServer server;
  private final String token;
  private final String version;
  private final CountDownLatch end = new CountDownLatch(1);
  private volatile boolean asked;
  private final AtomicBoolean closed = new AtomicBoolean();

  private Gateway(InstantSource clock, String version) {
    this.version = version;
    this.token = newToken();
    this.entryPoint = new EntryPoint(clock, version, this::endAsAsked);
    this.server =
        new GatewayServer.GatewayServerBuilder(entryPoint)
            .javaAddress(loopback())
            .javaPort(0)
            .serverSocketFactory(new GuardedSockets(token))
            .authToken(token)
            .build();
  }

  /** A gateway that listens. */
  static Gateway open(String version) {
    Gateway gateway = new Gateway(InstantSource.system(), version);
    // After Py4J's server was loaded, which switches its log off.
    ProtocolLog.install();
    gateway.server.addListener(gateway.new EndWithServer());
    gateway.server.start();
    return gateway;
  }

  /**
   * Runs a gateway until it is told to end: by the call {@code shutdown}, by the end of its input
   * unless it is shared, by its idle timeout, or by a signal to the process.
   *
   * @param parent input whose other end the parent process holds open
   * @param version told to clients
   * @throws TargetNotWritableException if the connection file cannot be written
   */
  public static void serve(GatewaySettings settings, InputStream parent, String version)
      throws InterruptedException {
    try (Gateway gateway = open(version)) {
      ConnectionFile file = new ConnectionFile(settings.connectionFile());
      Thread onSignal =
          new Thread(
              () -> {
                file.delete();
                gateway.close();
              },
              "strandline-signal");
      Runtime.getRuntime().addShutdownHook(onSignal);
      try {
        gateway.announce(file);
        if (!settings.shared()) {
          gateway.endWith(parent);
        }
        gateway.awaitEnd(settings.idleTimeout());
      } finally {
        file.delete();
        removeHook(onSignal);
      }
    }
  }

  private static void removeHook(Thread hook) {
    try {
      Runtime.getRuntime().removeShutdownHook(hook);
    } catch (IllegalStateException e) {
      // The process is ending, and the hook does what is left to do.
    }
  }

  private static InetAddress loopback() {
    try {
      return InetAddress.getByAddress(LOOPBACK);
    } catch (UnknownHostException e) {
      throw new IllegalStateException(e);
    }
  }

  private static String newToken() {
    byte[] bytes = new byte[TOKEN_BYTES];
    new SecureRandom().nextBytes(bytes);
    return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
  }

  private void announce(ConnectionFile file) {
    try {
      file.write(port(), token, ProcessHandle.current().pid(), version);
    } catch (IOException e) {
      throw new TargetNotWritableException(
          "the connection file " + file + " cannot be written: " + e.getClass().getSimpleName(),
          "name a file in a folder that is there and writable",
          e);
    }
  }

  int port() {
    return server.getListeningPort();
  }

  String token() {
    return token;
  }

  /** How many objects Py4J holds for clients. */
  int bindings() {
    return server.getGateway().getBindings().size();
  }

  /** Ends when the input does: its other end closes however the parent process ends. */
  private void endWith(InputStream parent) {
    Thread watch =
        new Thread(
            () -> {
              try (parent) {
                while (parent.read() >= 0) {
                  continue;
                }
              } catch (IOException e) {
                // An input that cannot be read has ended.
              } finally {
                end.countDown();
              }
            },
            "strandline-parent");
    watch.setDaemon(true);
    watch.start();
  }

  private void awaitEnd(Optional<Duration> idleTimeout) throws InterruptedException {
    while (!end.await(LOOK.toMillis(), TimeUnit.MILLISECONDS)) {
      if (idleTimeout.filter(entryPoint::isIdleFor).isPresent()) {
        return;
      }
    }
    // Whoever closes its pipe and has no call here waits for the end alone.
    if (asked || entryPoint.isAnswering()) {
      TimeUnit.MILLISECONDS.sleep(LAST_ANSWER.toMillis());
    }
  }

  /** Ends because a client has said so over its connection. */
  private void endAsAsked() {
    asked = true;
    end.countDown();
  }

  @Override
  public void close() {
    if (closed.compareAndSet(false, true)) {
      entryPoint.close();
      server.shutdown();
    }
  }

  /** Py4J's own command for it closes the server, and the process ends as well. */
  private final class EndWithServer extends DefaultGatewayServerListener {

    @Override
    public void serverStopped() {
      endAsAsked();
    }
  }
}
