package io.strandline.sqlserver;

import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import javax.net.SocketFactory;

/**
 * Makes the driver's sockets and remembers them, so that a connection can be cut whose answer
 * another thread waits for: with TLS the driver's own abort waits for that thread (measured).
 *
 * <p>Public because the driver makes it by its name. Thread-safe.
 */
public final class CuttableSockets extends SocketFactory {

  /** The sockets of one login, and of the connection it becomes. Thread-safe. */
  static final class Cut {

    private final String name = UUID.randomUUID().toString();
    private final List<Socket> sockets = new CopyOnWriteArrayList<>();
    private volatile boolean cut;

    private Cut() {}

    /** What the driver has to tell the factory. */
    String name() {
      return name;
    }

    private void add(Socket socket) {
      sockets.add(socket);
      if (cut) {
        close(socket);
      }
    }

    /** Closes the sockets, and those that come later. */
    void cut() {
      cut = true;
      sockets.forEach(Cut::close);
    }

    /** Forgets the login, which is over; its sockets can still be cut. */
    void loggedIn() {
      LOGINS.remove(name);
    }

    private static void close(Socket socket) {
      try {
        socket.close();
      } catch (IOException e) {
        // Closed as well as it can be.
      }
    }
  }

  /** Logins under way: the driver knows no other way from a property to its factory. */
  private static final Map<String, Cut> LOGINS = new ConcurrentHashMap<>();

  private final Optional<Cut> login;

  /** A factory for the login of a name. */
  public CuttableSockets(String name) {
    login = Optional.ofNullable(LOGINS.get(name));
  }

  /** Begins a login; {@link Cut#loggedIn} must follow. */
  static Cut begin() {
    Cut begun = new Cut();
    LOGINS.put(begun.name(), begun);
    return begun;
  }

  private Socket kept(Socket socket) {
    login.ifPresent(cut -> cut.add(socket));
    return socket;
  }

  @Override
  public Socket createSocket() throws IOException {
    return kept(getDefault().createSocket());
  }

  @Override
  public Socket createSocket(String host, int port) throws IOException {
    return kept(getDefault().createSocket(host, port));
  }

  @Override
  public Socket createSocket(String host, int port, InetAddress from, int fromPort)
      throws IOException {
    return kept(getDefault().createSocket(host, port, from, fromPort));
  }

  @Override
  public Socket createSocket(InetAddress host, int port) throws IOException {
    return kept(getDefault().createSocket(host, port));
  }

  @Override
  public Socket createSocket(InetAddress host, int port, InetAddress from, int fromPort)
      throws IOException {
    return kept(getDefault().createSocket(host, port, from, fromPort));
  }
}
