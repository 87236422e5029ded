package io.strandline.lab.wire;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * A cursor over a message's bytes; integers are little-endian unless named otherwise.
 *
 * <p>Every read past the end is a {@link ProtocolException}; nothing is allocated for a length that
 * the message cannot hold.
 */
public final class WireReader {

  private final byte[] bytes;
  private final int end;
  private int at;

  public WireReader(byte[] bytes) {
    this(bytes, 0, bytes.length);
  }

  private WireReader(byte[] bytes, int at, int end) {
    this.bytes = bytes;
    this.at = at;
    this.end = end;
  }

  /** A cursor over part of these bytes, counted from their start. */
  public WireReader slice(int offset, int length) {
    if (offset < 0 || length < 0 || offset > end - length) {
      throw new ProtocolException("part " + offset + "+" + length + " of " + end + " bytes");
    }
    return new WireReader(bytes, offset, offset + length);
  }

  public int remaining() {
    return end - at;
  }

  public int peekU8() {
    return bytes[advance(0, 1)] & 0xFF;
  }

  public int u8() {
    return bytes[advance(1, 1)] & 0xFF;
  }

  public int u16() {
    int from = advance(2, 2);
    return (bytes[from] & 0xFF) | (bytes[from + 1] & 0xFF) << 8;
  }

  public int u16BigEndian() {
    int from = advance(2, 2);
    return (bytes[from] & 0xFF) << 8 | (bytes[from + 1] & 0xFF);
  }

  public int i32() {
    return (int) unsigned(4);
  }

  public long i64() {
    return unsigned(8);
  }

  /** An unsigned integer of 1 to 8 bytes. */
  public long unsigned(int size) {
    int from = advance(size, size);
    long value = 0;
    for (int i = size - 1; i >= 0; i--) {
      value = value << 8 | (bytes[from + i] & 0xFF);
    }
    return value;
  }

  public byte[] take(int length) {
    int from = advance(length, length);
    return Arrays.copyOfRange(bytes, from, from + length);
  }

  public void skip(int length) {
    advance(length, length);
  }

  /** UTF-16LE text of the given number of characters. */
  public String utf16(int characters) {
    if (characters < 0 || characters > remaining() / 2) {
      throw new ProtocolException("text of " + characters + " characters in " + remaining());
    }
    int from = advance(characters * 2, characters * 2);
    return new String(bytes, from, characters * 2, StandardCharsets.UTF_16LE);
  }

  private int advance(int step, int needed) {
    if (needed < 0 || needed > end - at) {
      throw new ProtocolException(needed + " bytes wanted, " + remaining() + " left");
    }
    int from = at;
    at += step;
    return from;
  }
}
