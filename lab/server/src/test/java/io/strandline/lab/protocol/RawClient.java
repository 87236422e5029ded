package io.strandline.lab.protocol;

import io.strandline.lab.wire.WireWriter;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;

/** A client that sends the bytes it is told to, for what the driver never sends. */
final class RawClient implements AutoCloseable {

  private static final String[] FIELDS = {
    "host", ScriptedEngine.USER, ScriptedEngine.PASSWORD, "raw", "server", "", "lib", "", "sales"
  };

  final Socket socket;
  private final DataInputStream in;

  RawClient(int port) throws IOException {
    socket = new Socket(InetAddress.getLoopbackAddress(), port);
    socket.setSoTimeout(10_000);
    socket.setTcpNoDelay(true);
    in = new DataInputStream(socket.getInputStream());
  }

  static RawClient loggedIn(int port) throws IOException {
    RawClient client = new RawClient(port);
    client.send(packet(Message.PRELOGIN, 1, preLogin()));
    client.readMessage();
    client.send(packet(Message.LOGIN7, 1, login()));
    client.readMessage();
    return client;
  }

  void send(byte[] bytes) throws IOException {
    socket.getOutputStream().write(bytes);
  }

  /** The body of the next message. */
  byte[] readMessage() throws IOException {
    ByteArrayOutputStream body = new ByteArrayOutputStream();
    int status = 0;
    while ((status & Message.STATUS_END) == 0) {
      in.readUnsignedByte();
      status = in.readUnsignedByte();
      int length = in.readUnsignedShort() - Message.HEADER_SIZE;
      in.readInt();
      byte[] part = new byte[length];
      in.readFully(part);
      body.writeBytes(part);
    }
    return body.toByteArray();
  }

  /** Whether the server closes the connection without sending anything more. */
  boolean closedByServer() throws IOException {
    return in.read() < 0;
  }

  static byte[] packet(int type, int status, byte[] body) {
    WireWriter out = new WireWriter();
    out.u8(type);
    out.u8(status);
    out.u16BigEndian(body.length + Message.HEADER_SIZE);
    out.i32(0);
    out.bytes(body);
    return out.toByteArray();
  }

  static byte[] preLogin() {
    WireWriter out = new WireWriter();
    out.bytes(new byte[] {0, 0, 11, 0, 6, 1, 0, 17, 0, 1, (byte) 0xFF});
    out.bytes(new byte[] {13, 6, 0, 0, 0, 0, PreLogin.ENCRYPT_OFF});
    return out.toByteArray();
  }

  static byte[] login() {
    WireWriter out = new WireWriter();
    WireWriter strings = new WireWriter();
    int start = 94;
    out.i32(0x74000004);
    out.i32(4_096);
    out.fill(0, 12);
    out.bytes(new byte[] {(byte) 0xE0, 3, 0, 0});
    out.fill(0, 8);
    for (int i = 0; i < FIELDS.length; i++) {
      out.u16(start + strings.size());
      out.u16(FIELDS[i].length());
      strings.bytes(i == 2 ? hidden(FIELDS[i]) : FIELDS[i].getBytes(StandardCharsets.UTF_16LE));
    }
    out.fill(0, 6 + 4 * 3 + 4);
    out.bytes(strings.toByteArray());
    WireWriter whole = new WireWriter();
    whole.i32(out.size() + 4);
    whole.bytes(out.toByteArray());
    return whole.toByteArray();
  }

  private static byte[] hidden(String password) {
    byte[] bytes = password.getBytes(StandardCharsets.UTF_16LE);
    for (int i = 0; i < bytes.length; i++) {
      bytes[i] = (byte) (((bytes[i] & 0xF) << 4 | (bytes[i] & 0xF0) >> 4) ^ 0xA5);
    }
    return bytes;
  }

  /** A message body after the headers that name transaction 0. */
  static byte[] withHeaders(byte[] body) {
    WireWriter out = new WireWriter();
    out.i32(22);
    out.i32(18);
    out.u16(2);
    out.i64(0);
    out.i32(1);
    out.bytes(body);
    return out.toByteArray();
  }

  static byte[] batch(String sql) {
    return withHeaders(sql.getBytes(StandardCharsets.UTF_16LE));
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }
}
