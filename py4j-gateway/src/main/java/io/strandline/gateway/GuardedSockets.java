package io.strandline.gateway;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import javax.net.ServerSocketFactory;

/**
 * Makes sockets that take little from a client that has not shown the token: a bounded number of
 * bytes in a bounded time. Py4J, which checks the token, bounds neither.
 */
final class GuardedSockets extends ServerSocketFactory {

  /** Most bytes of a client without the token. */
  static final int MOST_BYTES = 1024;

  private static final Duration PATIENCE = Duration.ofSeconds(10);

  private final byte[] greeting;
  private final Duration patience;

  GuardedSockets(String token) {
    this(token, PATIENCE);
  }

  /**
   * @param patience how long a client may take to show the token
   */
  GuardedSockets(String token, Duration patience) {
    // What Py4J's clients send first.
    this.greeting = ("A\n" + token + "\n").getBytes(StandardCharsets.US_ASCII);
    this.patience = patience;
  }

  @Override
  public ServerSocket createServerSocket() throws IOException {
    return new ServerSocket() {
      @Override
      public Socket accept() throws IOException {
        Socket socket = new GuardedSocket();
        implAccept(socket);
        return socket;
      }
    };
  }

  @Override
  public ServerSocket createServerSocket(int port) {
    throw new UnsupportedOperationException();
  }

  @Override
  public ServerSocket createServerSocket(int port, int backlog) {
    throw new UnsupportedOperationException();
  }

  @Override
  public ServerSocket createServerSocket(int port, int backlog, InetAddress address) {
    throw new UnsupportedOperationException();
  }

  /** A client's connection. */
  private final class GuardedSocket extends Socket {

    @Override
    public InputStream getInputStream() throws IOException {
      return new GuardedInput(this, super.getInputStream());
    }
  }

  /** What a client sends. By one thread. */
  private final class GuardedInput extends FilterInputStream {

    private final Socket socket;
    private final long deadline = System.nanoTime() + patience.toNanos();
    private int seen;
    private int difference;
    private boolean admitted;

    GuardedInput(Socket socket, InputStream input) {
      super(input);
      this.socket = socket;
    }

    @Override
    public int read() throws IOException {
      byte[] one = new byte[1];
      return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }

    @Override
    public int read(byte[] into, int offset, int length) throws IOException {
      if (admitted) {
        return super.read(into, offset, length);
      }
      int most = Math.min(length, MOST_BYTES - seen);
      if (most <= 0) {
        return -1;
      }
      long left = Duration.ofNanos(deadline - System.nanoTime()).toMillis();
      socket.setSoTimeout((int) Math.max(1, left));
      int count = super.read(into, offset, most);
      for (int i = 0; i < count; i++) {
        look(into[offset + i]);
      }
      if (admitted) {
        socket.setSoTimeout(0);
      }
      return count;
    }

    /** Every byte of the greeting is looked at, so that the time taken tells nothing of it. */
    private void look(byte next) {
      if (seen < greeting.length) {
        difference |= next ^ greeting[seen];
      }
      seen++;
      if (seen == greeting.length && difference == 0) {
        admitted = true;
      }
    }
  }
}
