package io.strandline.lab.protocol;

import io.strandline.lab.wire.ProtocolException;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketException;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocket;

/**
 * The socket below TLS: during the handshake it carries TLS records inside PRELOGIN packets, later
 * as they are.
 *
 * <p>Each flight of the server must be one message (measured: tedious reads exactly one for each it
 * sends), so output is kept until the next read. TLS 1.2 only: 1.3 sends tickets after the
 * handshake, when packets are no longer wrapped.
 */
final class TlsTunnel extends Socket {

  private static final int MAX_FLIGHT = 32_000;

  private final Socket raw;
  private final InputStream rawIn;
  private final OutputStream rawOut;
  private final byte[] header = new byte[Message.HEADER_SIZE];
  private final ByteArrayOutputStream flight = new ByteArrayOutputStream();
  private volatile boolean wrapping = true;
  private int leftInPacket;

  private TlsTunnel(Socket raw, InputStream rawIn) throws IOException {
    this.raw = raw;
    this.rawIn = rawIn;
    this.rawOut = raw.getOutputStream();
  }

  /** Does the handshake as the server and returns the encrypted socket. */
  static SSLSocket handshake(SSLContext context, Socket raw, InputStream rawIn) throws IOException {
    TlsTunnel tunnel = new TlsTunnel(raw, rawIn);
    SSLSocket secure =
        (SSLSocket)
            context
                .getSocketFactory()
                .createSocket(tunnel, raw.getInetAddress().getHostAddress(), raw.getPort(), true);
    secure.setUseClientMode(false);
    secure.setEnabledProtocols(new String[] {"TLSv1.2"});
    secure.startHandshake();
    tunnel.sendFlight();
    tunnel.wrapping = false;
    return secure;
  }

  @Override
  public InputStream getInputStream() {
    return new InputStream() {
      @Override
      public int read() throws IOException {
        byte[] one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : one[0] & 0xFF;
      }

      @Override
      public int read(byte[] into, int from, int length) throws IOException {
        return wrapping ? readWrapped(into, from, length) : rawIn.read(into, from, length);
      }

      @Override
      public int available() throws IOException {
        // A failed handshake empties this stream until 0 is available, as it must be at its end.
        int ready = rawIn.available();
        return wrapping ? Math.min(leftInPacket, ready) : ready;
      }
    };
  }

  @Override
  public OutputStream getOutputStream() {
    return new OutputStream() {
      @Override
      public void write(int b) throws IOException {
        write(new byte[] {(byte) b}, 0, 1);
      }

      @Override
      public void write(byte[] bytes, int from, int length) throws IOException {
        if (wrapping) {
          keep(bytes, from, length);
        } else {
          rawOut.write(bytes, from, length);
        }
      }
    };
  }

  private void keep(byte[] bytes, int from, int length) {
    if (flight.size() + length > MAX_FLIGHT) {
      throw new ProtocolException("TLS handshake flight of more than " + MAX_FLIGHT + " bytes");
    }
    flight.write(bytes, from, length);
  }

  private int readWrapped(byte[] into, int from, int length) throws IOException {
    sendFlight();
    if (length == 0) {
      return 0;
    }
    if (leftInPacket == 0) {
      readHeader();
    }
    int read = rawIn.read(into, from, Math.min(length, leftInPacket));
    if (read < 0) {
      return -1;
    }
    leftInPacket -= read;
    return read;
  }

  private void readHeader() throws IOException {
    if (rawIn.readNBytes(header, 0, header.length) < header.length) {
      throw new EOFException("the client closed its connection in the TLS handshake");
    }
    int length = ((header[2] & 0xFF) << 8 | (header[3] & 0xFF)) - header.length;
    if (header[0] != Message.PRELOGIN || length <= 0) {
      throw new SocketException("packet type " + header[0] + " in the TLS handshake");
    }
    leftInPacket = length;
  }

  /** Sends what is kept as one message of packets of 4,096 bytes. */
  private void sendFlight() throws IOException {
    byte[] bytes = flight.toByteArray();
    flight.reset();
    int room = Handshake.FIRST_PACKET_SIZE - Message.HEADER_SIZE;
    for (int at = 0; at < bytes.length; at += room) {
      int length = Math.min(room, bytes.length - at);
      int total = length + Message.HEADER_SIZE;
      boolean last = at + length == bytes.length;
      byte[] packet = new byte[total];
      packet[0] = Message.PRELOGIN;
      packet[1] = (byte) (last ? Message.STATUS_END : 0);
      packet[2] = (byte) (total >>> 8);
      packet[3] = (byte) total;
      packet[6] = (byte) (at / room + 1);
      System.arraycopy(bytes, at, packet, Message.HEADER_SIZE, length);
      rawOut.write(packet);
    }
  }

  @Override
  public boolean isConnected() {
    return raw.isConnected();
  }

  @Override
  public boolean isClosed() {
    return raw.isClosed();
  }

  @Override
  public InetAddress getInetAddress() {
    return raw.getInetAddress();
  }

  @Override
  public int getPort() {
    return raw.getPort();
  }

  @Override
  public void setSoTimeout(int millis) throws SocketException {
    raw.setSoTimeout(millis);
  }

  @Override
  public int getSoTimeout() throws SocketException {
    return raw.getSoTimeout();
  }

  @Override
  public void setTcpNoDelay(boolean on) throws SocketException {
    raw.setTcpNoDelay(on);
  }

  @Override
  public void close() throws IOException {
    raw.close();
  }
}
