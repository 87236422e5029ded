package io.strandline.gateway;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** Takes connections and never says a word: calls to it run until they are cancelled. */
final class SilentServer implements AutoCloseable {

  private final ServerSocket server;

  /** Held, because a socket that nobody refers to is closed. */
  private final List<Socket> sockets = new CopyOnWriteArrayList<>();

  private final CountDownLatch connected = new CountDownLatch(1);

  SilentServer() throws IOException {
    server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    Thread thread = new Thread(this::accept, "silent-server");
    thread.setDaemon(true);
    thread.start();
  }

  private void accept() {
    try {
      while (true) {
        Socket socket = server.accept();
        sockets.add(socket);
        if (socket.getInputStream().read() >= 0) {
          connected.countDown();
        }
      }
    } catch (IOException e) {
      // Closed.
    }
  }

  int port() {
    return server.getLocalPort();
  }

  /** Whether a client has said something within 30 seconds. */
  boolean heard() throws InterruptedException {
    return connected.await(30, TimeUnit.SECONDS);
  }

  @Override
  public void close() throws IOException {
    server.close();
  }
}
