package io.strandline.change;

import io.strandline.lsn.Lsn;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.BitSet;

/** A column of byte strings over one shared buffer: UTF-8 text, binary values, LSNs. */
public final class BytesVector implements Vector {

  private final byte[] bytes;
  private final int[] ends;
  private final BitSet nulls;
  private final int size;

  private BytesVector(byte[] bytes, int[] ends, BitSet nulls, int size) {
    this.bytes = bytes;
    this.ends = ends;
    this.nulls = nulls;
    this.size = size;
  }

  @Override
  public int size() {
    return size;
  }

  @Override
  public boolean isNull(int row) {
    return nulls.get(row);
  }

  /** The number of bytes of the row's value. */
  public int length(int row) {
    return ends[row] - start(row);
  }

  /** A copy of the row's bytes. */
  public byte[] get(int row) {
    return Arrays.copyOfRange(bytes, start(row), ends[row]);
  }

  /** The row's bytes as UTF-8 text. */
  public String text(int row) {
    return new String(bytes, start(row), length(row), StandardCharsets.UTF_8);
  }

  /** The row's ten bytes as an LSN. */
  public Lsn lsn(int row) {
    if (length(row) != Lsn.BYTES) {
      throw new IllegalStateException("row " + row + " has " + length(row) + " bytes, no LSN");
    }
    return Lsn.at(bytes, start(row));
  }

  /** Whether two rows hold the same bytes. */
  public boolean sameAs(int row, int other) {
    return Arrays.equals(bytes, start(row), ends[row], bytes, start(other), ends[other]);
  }

  /** The bytes of all rows. */
  public int byteCount() {
    return size == 0 ? 0 : ends[size - 1];
  }

  private int start(int row) {
    return row == 0 ? 0 : ends[row - 1];
  }

  /** Collects the rows of a {@link BytesVector} in order. Not thread-safe. */
  public static final class Builder {

    private byte[] bytes;
    private int[] ends;
    private final BitSet nulls = new BitSet();
    private int size;

    /** A builder with room for {@code capacity} rows of 16 bytes before it grows. */
    public Builder(int capacity) {
      ends = new int[Math.max(1, capacity)];
      bytes = new byte[ends.length * 16];
    }

    /** Adds a value by copying it. */
    public Builder add(byte[] value) {
      int start = byteCount();
      int end = Math.addExact(start, value.length);
      if (end > bytes.length) {
        bytes =
            Arrays.copyOf(bytes, Math.max(end, (int) Math.min(Integer.MAX_VALUE - 8L, start * 2L)));
      }
      System.arraycopy(value, 0, bytes, start, value.length);
      addEnd(end);
      return this;
    }

    /** Adds a text in UTF-8. */
    public Builder add(String value) {
      return add(value.getBytes(StandardCharsets.UTF_8));
    }

    /** Adds a NULL. */
    public Builder addNull() {
      nulls.set(size);
      addEnd(byteCount());
      return this;
    }

    /** The bytes added so far. */
    public int byteCount() {
      return size == 0 ? 0 : ends[size - 1];
    }

    private void addEnd(int end) {
      if (size == ends.length) {
        ends = Arrays.copyOf(ends, size * 2);
      }
      ends[size++] = end;
    }

    /** The vector of what was added; the builder must not be used again. */
    public BytesVector build() {
      return new BytesVector(bytes, ends, nulls, size);
    }
  }
}
