package io.strandline.lsn;

import java.util.HexFormat;

/**
 * A log sequence number: ten unsigned bytes that order the commits of one database.
 *
 * <p>The text form is {@code 0x} and 20 upper-case hexadecimal digits; text order is LSN order.
 * There is no null form. Immutable and thread-safe.
 */
public final class Lsn implements Comparable<Lsn> {

  /** The number of bytes of an LSN. */
  public static final int BYTES = 10;

  /** The LSN below every commit. */
  public static final Lsn ZERO = new Lsn(0, 0);

  private static final int LOW_MASK = 0xFFFF;
  private static final int TEXT_LENGTH = 2 + 2 * BYTES;
  private static final HexFormat HEX = HexFormat.of().withUpperCase();

  private final long high;
  private final int low;

  private Lsn(long high, int low) {
    this.high = high;
    this.low = low;
  }

  /**
   * The LSN of ten big-endian bytes.
   *
   * @throws IllegalArgumentException if there are not exactly ten
   */
  public static Lsn of(byte[] bytes) {
    if (bytes.length != BYTES) {
      throw new IllegalArgumentException("an LSN has 10 bytes, not " + bytes.length);
    }
    return at(bytes, 0);
  }

  /** The LSN whose ten bytes begin at {@code position}. */
  public static Lsn at(byte[] bytes, int position) {
    long high = 0;
    for (int i = 0; i < Long.BYTES; i++) {
      high = high << 8 | bytes[position + i] & 0xFF;
    }
    return new Lsn(high, (bytes[position + 8] & 0xFF) << 8 | bytes[position + 9] & 0xFF);
  }

  /**
   * The LSN of a text form.
   *
   * @throws IllegalArgumentException unless it is {@code 0x} and 20 upper-case hexadecimal digits
   */
  public static Lsn parse(String text) {
    if (text.length() != TEXT_LENGTH || !text.startsWith("0x") || !isUpperHex(text)) {
      throw new IllegalArgumentException(
          "an LSN is 0x and 20 upper-case hexadecimal digits, not '" + text + "'");
    }
    return of(HEX.parseHex(text, 2, TEXT_LENGTH));
  }

  private static boolean isUpperHex(String text) {
    return text.chars().skip(2).allMatch(c -> c >= '0' && c <= '9' || c >= 'A' && c <= 'F');
  }

  /**
   * The next larger LSN, what {@code sys.fn_cdc_increment_lsn} returns (documented).
   *
   * @throws ArithmeticException at the largest LSN
   */
  public Lsn next() {
    if (high == -1L && low == LOW_MASK) {
      throw new ArithmeticException("no LSN after " + this);
    }
    return low == LOW_MASK ? new Lsn(high + 1, 0) : new Lsn(high, low + 1);
  }

  /**
   * The next smaller LSN, what {@code sys.fn_cdc_decrement_lsn} returns (documented).
   *
   * @throws ArithmeticException at {@link #ZERO}
   */
  public Lsn previous() {
    if (isZero()) {
      throw new ArithmeticException("no LSN before " + this);
    }
    return low == 0 ? new Lsn(high - 1, LOW_MASK) : new Lsn(high, low - 1);
  }

  /** Whether this is {@link #ZERO}. */
  public boolean isZero() {
    return high == 0 && low == 0;
  }

  /** Whether this comes before {@code other}. */
  public boolean isBefore(Lsn other) {
    return compareTo(other) < 0;
  }

  /** Whether this comes after {@code other}. */
  public boolean isAfter(Lsn other) {
    return compareTo(other) > 0;
  }

  /** The larger of two LSNs. */
  public static Lsn max(Lsn a, Lsn b) {
    return a.isBefore(b) ? b : a;
  }

  /** The smaller of two LSNs. */
  public static Lsn min(Lsn a, Lsn b) {
    return b.isBefore(a) ? b : a;
  }

  /** Ten new big-endian bytes. */
  public byte[] toBytes() {
    byte[] bytes = new byte[BYTES];
    for (int i = 0; i < Long.BYTES; i++) {
      bytes[i] = (byte) (high >>> (56 - 8 * i));
    }
    bytes[8] = (byte) (low >>> 8);
    bytes[9] = (byte) low;
    return bytes;
  }

  @Override
  public int compareTo(Lsn other) {
    int byHigh = Long.compareUnsigned(high, other.high);
    return byHigh != 0 ? byHigh : Integer.compare(low, other.low);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Lsn that && high == that.high && low == that.low;
  }

  @Override
  public int hashCode() {
    return Long.hashCode(high) * 31 + low;
  }

  @Override
  public String toString() {
    return "0x" + HEX.toHexDigits(high) + HEX.toHexDigits((short) low);
  }
}
