package io.strandline.lab.wire;

/** A thread's buffer for making packed rows. */
public final class Packing {

  private static final int KEPT_BYTES = 1 << 20;
  private static final ThreadLocal<Packing> PACKINGS = ThreadLocal.withInitial(Packing::new);

  private WireWriter out = new WireWriter();

  private Packing() {}

  /** This thread's, empty; it is used up by {@link #take}, with no other use between. */
  public static Packing get() {
    Packing packing = PACKINGS.get();
    if (packing.out.size() > KEPT_BYTES) {
      packing.out = new WireWriter();
    }
    packing.out.clear();
    return packing;
  }

  /** Where the row is written. */
  public WireWriter out() {
    return out;
  }

  /** What was written, in an array of its own. */
  public byte[] take() {
    return out.toByteArray();
  }
}
