package io.strandline.lab.protocol;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Socket;
import java.net.SocketException;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocket;

/** A client's connection, in clear or, once upgraded, encrypted. */
final class Transport {

  private static final int READ_BUFFER = 16_384;

  private final Socket socket;
  private InputStream in;
  private OutputStream out;

  Transport(Socket socket) throws IOException {
    this.socket = socket;
    socket.setTcpNoDelay(true);
    this.in = new BufferedInputStream(socket.getInputStream(), READ_BUFFER);
    this.out = socket.getOutputStream();
  }

  InputStream in() {
    return in;
  }

  OutputStream out() {
    return out;
  }

  void readTimeout(int millis) throws SocketException {
    socket.setSoTimeout(millis);
  }

  void encrypt(SSLContext context) throws IOException {
    SSLSocket secure = TlsTunnel.handshake(context, socket, in);
    in = new BufferedInputStream(secure.getInputStream(), READ_BUFFER);
    out = secure.getOutputStream();
  }

  void close() {
    try {
      socket.close();
    } catch (IOException e) {
      // The descriptor is released even so; there is nobody left to tell.
      return;
    }
  }

  /** Closes with a TCP reset. */
  void kill() {
    try {
      socket.setSoLinger(true, 0);
    } catch (SocketException e) {
      // Closed already.
      return;
    }
    close();
  }
}
