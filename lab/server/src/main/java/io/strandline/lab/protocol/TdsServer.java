package io.strandline.lab.protocol;

import io.strandline.lab.session.SqlEngine;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * A TDS server on a loopback address: lets SQL Server clients talk to a {@link SqlEngine}.
 *
 * <p>A thread accepts connections; each connection has two. Thread-safe.
 */
public final class TdsServer implements AutoCloseable {

  private static final Duration END_LIMIT = Duration.ofSeconds(25);
  private static final int BACKLOG = 100;

  private final ServerSocket listener;
  private final SqlEngine engine;
  private final TdsServerConfig config;
  private final Set<TdsConnection> connections = ConcurrentHashMap.newKeySet();
  private final Thread acceptor;
  private volatile boolean closed;

  private TdsServer(ServerSocket listener, SqlEngine engine, TdsServerConfig config) {
    this.listener = listener;
    this.engine = engine;
    this.config = config;
    this.acceptor = new Thread(this::accept, "lab-tds-acceptor-" + listener.getLocalPort());
    this.acceptor.setDaemon(true);
  }

  /**
   * Starts a server; it takes connections when this returns.
   *
   * @throws UncheckedIOException if the port cannot be used
   */
  public static TdsServer start(SqlEngine engine, TdsServerConfig config) {
    try {
      ServerSocket listener = new ServerSocket();
      listener.setReuseAddress(true);
      listener.bind(new InetSocketAddress(config.address(), config.port()), BACKLOG);
      TdsServer server = new TdsServer(listener, engine, config);
      server.acceptor.start();
      return server;
    } catch (IOException e) {
      throw new UncheckedIOException(
          "cannot listen on " + config.address() + " port " + config.port(), e);
    }
  }

  /** The port it listens on. */
  public int port() {
    return listener.getLocalPort();
  }

  /** How many connections are open, those that are still logging in included. */
  public int connectionCount() {
    return connections.size();
  }

  /** Resets every open connection; the server goes on. */
  public void killConnections() {
    connections.forEach(TdsConnection::kill);
  }

  /**
   * Waits until the connections that are open now have ended.
   *
   * @throws IllegalStateException if a request does not stop within 25 seconds
   */
  public void awaitDropped() {
    try {
      awaitEnd(Set.copyOf(connections));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private static void awaitEnd(Set<TdsConnection> ending) throws InterruptedException {
    for (TdsConnection connection : ending) {
      if (!connection.awaitEnd(END_LIMIT)) {
        throw new IllegalStateException("a request does not stop; its engine ignores cancel");
      }
    }
  }

  /**
   * Ends every connection and thread.
   *
   * @throws IllegalStateException if a request does not stop within 25 seconds
   */
  @Override
  public void close() {
    closed = true;
    try {
      listener.close();
      acceptor.join();
      Set<TdsConnection> ending = Set.copyOf(connections);
      ending.forEach(TdsConnection::hangUp);
      awaitEnd(ending);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot close port " + port(), e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void accept() {
    for (int number = 1; !closed; number++) {
      try {
        Socket socket = listener.accept();
        open(socket, number);
      } catch (IOException e) {
        // One client's socket, or the listener itself, which then is closed.
        closed |= listener.isClosed();
      }
    }
  }

  private void open(Socket socket, int number) throws IOException {
    if (connections.size() >= config.maxConnections()) {
      socket.close();
      return;
    }
    Transport transport;
    try {
      transport = new Transport(socket);
    } catch (IOException e) {
      socket.close();
      throw e;
    }
    TdsConnection connection =
        new TdsConnection(transport, number, engine, config, connections::remove);
    connections.add(connection);
    connection.start();
  }
}
