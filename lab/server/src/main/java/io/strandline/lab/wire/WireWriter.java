package io.strandline.lab.wire;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;

/**
 * A growing, reused byte buffer; integers are little-endian unless named otherwise.
 *
 * <p>It grows to the largest token that is written between two calls of {@link #spill}; large
 * values are written in pieces with a spill between them.
 */
public final class WireWriter {

  private static final VarHandle SHORT =
      MethodHandles.byteArrayViewVarHandle(short[].class, ByteOrder.LITTLE_ENDIAN);
  private static final VarHandle INT =
      MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);
  private static final VarHandle LONG =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

  private final Runnable spill;
  private byte[] bytes;
  private int size;
  private long removed;

  /** A buffer that keeps everything. */
  public WireWriter() {
    this(() -> {});
  }

  /**
   * A buffer that can be emptied while a value is being written.
   *
   * @param spill takes what it can from the front of this buffer
   */
  public WireWriter(Runnable spill) {
    this.spill = spill;
    this.bytes = new byte[16_384];
  }

  public int size() {
    return size;
  }

  public byte[] toByteArray() {
    return Arrays.copyOf(bytes, size);
  }

  /** Copies from the front into {@code target}, without removing. */
  public void copyTo(int from, byte[] target, int at, int length) {
    System.arraycopy(bytes, from, target, at, length);
  }

  /** Drops the first {@code count} bytes. */
  public void removeFirst(int count) {
    System.arraycopy(bytes, count, bytes, 0, size - count);
    size -= count;
    removed += count;
  }

  public void clear() {
    removed += size;
    size = 0;
  }

  /** The present position, for {@link #rewind}. */
  public long mark() {
    return removed + size;
  }

  /** Takes back what was written since a mark; false if part of it has been sent already. */
  public boolean rewind(long mark) {
    if (mark < removed) {
      return false;
    }
    size = (int) (mark - removed);
    return true;
  }

  /** Lets the owner send what is written so far; earlier positions become invalid. */
  public void spill() {
    spill.run();
  }

  public void u8(int value) {
    ensure(1);
    bytes[size++] = (byte) value;
  }

  public void u16(int value) {
    ensure(2);
    SHORT.set(bytes, size, (short) value);
    size += 2;
  }

  public void u16BigEndian(int value) {
    u8(value >>> 8);
    u8(value);
  }

  public void i32(int value) {
    ensure(4);
    INT.set(bytes, size, value);
    size += 4;
  }

  public void i64(long value) {
    ensure(8);
    LONG.set(bytes, size, value);
    size += 8;
  }

  public void i64BigEndian(long value) {
    i64(Long.reverseBytes(value));
  }

  /** The low {@code count} bytes of {@code value}, 1 to 8. */
  public void low(long value, int count) {
    ensure(8);
    LONG.set(bytes, size, value);
    size += count;
  }

  public void bytes(byte[] value) {
    bytes(value, 0, value.length);
  }

  public void bytes(byte[] value, int from, int length) {
    ensure(length);
    System.arraycopy(value, from, bytes, size, length);
    size += length;
  }

  public void fill(int value, int count) {
    ensure(count);
    Arrays.fill(bytes, size, size + count, (byte) value);
    size += count;
  }

  public void utf16(String text, int from, int to) {
    ensure((to - from) * 2);
    byte[] target = bytes;
    int at = size;
    for (int i = from; i < to; i++) {
      char c = text.charAt(i);
      target[at++] = (byte) c;
      target[at++] = (byte) (c >>> 8);
    }
    size = at;
  }

  public void windows1252(String text, int from, int to) {
    ensure(to - from);
    CodePage.encode(text, from, to, bytes, size);
    size += to - from;
  }

  /** Text with a one-byte count of characters; longer text is cut. */
  public void shortText(String text) {
    int length = Math.min(text.length(), 255);
    u8(length);
    utf16(text, 0, length);
  }

  /** Overwrites two bytes that are still in the buffer. */
  public void patchU16(int at, int value) {
    SHORT.set(bytes, at, (short) value);
  }

  private void ensure(int more) {
    if (bytes.length - size < more) {
      bytes = Arrays.copyOf(bytes, Math.max(Math.addExact(size, more), bytes.length * 2));
    }
  }
}
