package io.strandline.lab.cdc;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.HexFormat;

/**
 * A log sequence number: ten unsigned bytes, ordered as such.
 *
 * @param high log file and block, four bytes each
 * @param low slot in the block, two bytes (0 to 65535)
 */
public record Lsn(long high, int low) implements Comparable<Lsn> {

  public static final Lsn ZERO = new Lsn(0, 0);

  public Lsn {
    if (low < 0 || low > 0xFFFF) {
      throw new IllegalArgumentException("slot " + low + " is not between 0 and 65535");
    }
  }

  /** Reads up to ten bytes; missing ones are zero. */
  public static Lsn of(byte[] bytes) {
    ByteBuffer in = ByteBuffer.wrap(Arrays.copyOf(bytes, 10));
    return new Lsn(in.getLong(), in.getShort() & 0xFFFF);
  }

  /** The ten bytes. */
  public byte[] bytes() {
    return ByteBuffer.allocate(10).putLong(high).putShort((short) low).array();
  }

  public boolean isZero() {
    return high == 0 && low == 0;
  }

  /** The next number, not the next that is in use; the highest wraps to zero. */
  public Lsn increment() {
    return low == 0xFFFF ? new Lsn(high + 1, 0) : new Lsn(high, low + 1);
  }

  /** The number before; zero wraps to the highest. */
  public Lsn decrement() {
    return low == 0 ? new Lsn(high - 1, 0xFFFF) : new Lsn(high, low - 1);
  }

  @Override
  public int compareTo(Lsn other) {
    int order = Long.compareUnsigned(high, other.high);
    return order != 0 ? order : Integer.compare(low, other.low);
  }

  @Override
  public String toString() {
    return "0x" + HexFormat.of().withUpperCase().formatHex(bytes());
  }
}
