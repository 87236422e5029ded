package io.strandline.lab.protocol;

import io.strandline.lab.wire.ProtocolException;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;

/** Joins the packets of a client's byte stream to messages of a bounded size. */
final class PacketReader {

  private static final int MAX_PACKET = 32_768;

  private final InputStream in;
  private final byte[] header = new byte[Message.HEADER_SIZE];

  PacketReader(InputStream in) {
    this.in = in;
  }

  /**
   * Reads the next message.
   *
   * @param maxBytes the largest body to accept
   * @throws EOFException if the stream ends before the message does
   * @throws ProtocolException for a broken or mixed packet, or a larger body
   */
  Message read(int maxBytes) throws IOException {
    int length = readHeader();
    int type = header[0] & 0xFF;
    int firstStatus = header[1] & 0xFF;
    byte[] body = new byte[length];
    readFully(body, 0, length);
    int size = length;
    while (!endOfMessage()) {
      length = readHeader();
      if ((header[0] & 0xFF) != type) {
        throw new ProtocolException("packet type " + header[0] + " inside message type " + type);
      }
      if (length > maxBytes - size) {
        throw new ProtocolException("message type " + type + " is larger than " + maxBytes);
      }
      if (size + length > body.length) {
        body = Arrays.copyOf(body, Math.min(maxBytes, Math.max(size + length, body.length * 2)));
      }
      readFully(body, size, length);
      size += length;
    }
    boolean ignored = (header[1] & Message.STATUS_IGNORE) != 0;
    return new Message(
        type, firstStatus, ignored, size == body.length ? body : Arrays.copyOf(body, size));
  }

  private boolean endOfMessage() {
    return (header[1] & Message.STATUS_END) != 0;
  }

  private int readHeader() throws IOException {
    readFully(header, 0, Message.HEADER_SIZE);
    int length = (header[2] & 0xFF) << 8 | (header[3] & 0xFF);
    if (length < Message.HEADER_SIZE || length > MAX_PACKET) {
      throw new ProtocolException("packet of " + length + " bytes");
    }
    return length - Message.HEADER_SIZE;
  }

  private void readFully(byte[] into, int from, int length) throws IOException {
    if (in.readNBytes(into, from, length) < length) {
      throw new EOFException("the client closed its connection");
    }
  }
}
