package io.strandline.lab.protocol;

import io.strandline.lab.session.CancelledException;
import io.strandline.lab.session.SqlEngine;
import io.strandline.lab.wire.ProtocolException;
import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** One client's connection, and the thread that reads from it. */
final class TdsConnection implements Runnable {

  private static final Logger LOG = System.getLogger(TdsConnection.class.getName());
  private static final Duration STOP_LIMIT = Duration.ofSeconds(10);

  private final Transport transport;
  private final int number;
  private final SqlEngine engine;
  private final TdsServerConfig config;
  private final Consumer<TdsConnection> ended;
  private final AttentionGate gate = new AttentionGate();
  private final Thread reader;
  private @Nullable RequestExecutor executor;
  private @Nullable Thread executorThread;

  TdsConnection(
      Transport transport,
      int number,
      SqlEngine engine,
      TdsServerConfig config,
      Consumer<TdsConnection> ended) {
    this.transport = transport;
    this.number = number;
    this.engine = engine;
    this.config = config;
    this.ended = ended;
    this.reader = new Thread(this, "lab-tds-reader-" + number);
    this.reader.setDaemon(true);
  }

  void start() {
    reader.start();
  }

  /** Ends the connection with a TCP reset; its threads end soon after. */
  void kill() {
    gate.close();
    transport.kill();
  }

  /** Ends the connection; its threads end soon after. */
  void hangUp() {
    gate.close();
    transport.close();
  }

  /** Waits until both threads have ended. */
  boolean awaitEnd(Duration limit) throws InterruptedException {
    reader.join(Math.max(1, limit.toMillis()));
    return !reader.isAlive();
  }

  @Override
  public void run() {
    try {
      Handshake.LoggedIn client =
          new Handshake(transport, number, engine, config, gate, this::kill).perform();
      if (client != null) {
        read(start(client));
      }
    } catch (IOException | ProtocolException | CancelledException e) {
      LOG.log(Level.DEBUG, "connection ends: {0}", e.getMessage());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      stop();
      ended.accept(this);
    }
  }

  private RequestExecutor start(Handshake.LoggedIn client) {
    RequestRunner runner = new RequestRunner(client, gate, config, this::kill);
    RequestHandler handler = new RequestHandler(client, runner);
    RequestExecutor started = new RequestExecutor(handler, client.session(), gate, this::hangUp);
    Thread thread = new Thread(started, reader.getName().replace("reader", "executor"));
    thread.setDaemon(true);
    thread.start();
    executor = started;
    executorThread = thread;
    return started;
  }

  private void read(RequestExecutor handedTo) throws IOException, InterruptedException {
    PacketReader packets = new PacketReader(transport.in());
    // Ends when the client closes its connection or the server does.
    while (true) {
      Message message = packets.read(config.maxRequestBytes());
      if (message.type() == Message.ATTENTION) {
        handedTo.attention();
      } else {
        handedTo.submit(message);
      }
    }
  }

  private void stop() {
    transport.close();
    if (executor == null || executorThread == null) {
      return;
    }
    try {
      if (!executor.stop(STOP_LIMIT)) {
        LOG.log(Level.WARNING, "{0} does not stop its request", executorThread.getName());
        executorThread.interrupt();
      }
      executorThread.join(STOP_LIMIT.toMillis());
    } catch (InterruptedException e) {
      executorThread.interrupt();
      Thread.currentThread().interrupt();
    }
  }
}
