package io.strandline.lsn;

import io.strandline.check.Draw;

/** LSNs for tests. */
public final class Lsns {

  /** The largest LSN. */
  public static final Lsn MAX = Lsn.parse("0xFFFFFFFFFFFFFFFFFFFF");

  private Lsns() {}

  /** An LSN whose last bytes hold a number, for readable histories. */
  public static Lsn lsn(long number) {
    byte[] bytes = new byte[Lsn.BYTES];
    for (int i = 0; i < Long.BYTES; i++) {
      bytes[Lsn.BYTES - 1 - i] = (byte) (number >>> 8 * i);
    }
    return Lsn.of(bytes);
  }

  /** Any LSN, often near a carry or an end of the range. */
  public static Lsn any(Draw draw) {
    byte[] bytes = draw.bytes(Lsn.BYTES);
    int edge = draw.between(0, 3);
    int from = draw.between(0, Lsn.BYTES);
    for (int i = from; edge < 2 && i < Lsn.BYTES; i++) {
      bytes[i] = (byte) (edge == 0 ? 0x00 : 0xFF);
    }
    return Lsn.of(bytes);
  }
}
