package io.strandline.lab.cdc;

/**
 * The bits of {@code __$update_mask}: bit (ordinal - 1), counted from the last byte's lowest bit.
 *
 * <p>General knowledge, and how {@code sys.fn_cdc_is_bit_set} reads it.
 */
public final class UpdateMask {

  private UpdateMask() {}

  /** A mask of {@code count} columns, all set. */
  static byte[] all(int count) {
    byte[] mask = none(count);
    for (int ordinal = 1; ordinal <= count; ordinal++) {
      set(mask, ordinal);
    }
    return mask;
  }

  static byte[] none(int count) {
    return new byte[(count + 7) / 8];
  }

  static void set(byte[] mask, int ordinal) {
    mask[mask.length - 1 - (ordinal - 1) / 8] |= (byte) (1 << (ordinal - 1) % 8);
  }

  /** Whether the bit of a 1-based ordinal is set; {@code false} outside the mask. */
  public static boolean isSet(byte[] mask, int ordinal) {
    int index = mask.length - 1 - (ordinal - 1) / 8;
    return ordinal >= 1 && index >= 0 && (mask[index] >> (ordinal - 1) % 8 & 1) == 1;
  }
}
