package io.strandline.lab.wire;

import io.strandline.lab.session.SqlType;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;

/** Exact numbers on the wire: a sign byte and a little-endian magnitude, or scaled integers. */
public final class DecimalCodec {

  private static final int MONEY_SCALE = 4;

  private DecimalCodec() {}

  /** The bytes a decimal of this precision takes, its sign byte included. */
  public static int size(int precision) {
    if (precision <= 9) {
      return 5;
    }
    if (precision <= 19) {
      return 9;
    }
    return precision <= 28 ? 13 : 17;
  }

  public static void decimal(WireWriter out, BigDecimal value, SqlType type) {
    BigDecimal scaled =
        value.scale() == type.scale() ? value : value.setScale(type.scale(), RoundingMode.HALF_UP);
    if (scaled.precision() > type.precision()) {
      throw new IllegalArgumentException(
          "value of precision " + scaled.precision() + " in decimal(" + type.precision() + ")");
    }
    int magnitudeBytes = size(type.precision()) - 1;
    BigInteger unscaled = scaled.unscaledValue();
    out.u8(unscaled.signum() < 0 ? 0 : 1);
    if (magnitudeBytes == 4) {
      out.i32((int) Math.abs(unscaled.longValue()));
    } else if (magnitudeBytes == 8 && unscaled.bitLength() < 64) {
      out.i64(Math.abs(unscaled.longValue()));
    } else {
      wide(out, unscaled.abs(), magnitudeBytes);
    }
  }

  private static void wide(WireWriter out, BigInteger magnitude, int size) {
    byte[] bigEndian = magnitude.toByteArray();
    for (int i = 0; i < size; i++) {
      int from = bigEndian.length - 1 - i;
      out.u8(from >= 0 ? bigEndian[from] : 0);
    }
  }

  /** High half first, then low half, each little-endian. */
  public static void money(WireWriter out, BigDecimal value) {
    long units = units(value);
    out.i32((int) (units >>> 32));
    out.i32((int) units);
  }

  public static void smallMoney(WireWriter out, BigDecimal value) {
    out.i32(Math.toIntExact(units(value)));
  }

  private static long units(BigDecimal value) {
    return value.setScale(MONEY_SCALE, RoundingMode.HALF_UP).unscaledValue().longValueExact();
  }

  /**
   * Reads a decimal of {@code length} bytes, its sign byte included.
   *
   * @throws ProtocolException for more digits than the type has
   */
  public static BigDecimal readDecimal(WireReader in, int length, SqlType type) {
    if (length < 2 || length > 17) {
      throw new ProtocolException("decimal of " + length + " bytes");
    }
    boolean negative = in.u8() == 0;
    byte[] magnitude = in.take(length - 1);
    for (int low = 0, high = magnitude.length - 1; low < high; low++, high--) {
      byte swapped = magnitude[low];
      magnitude[low] = magnitude[high];
      magnitude[high] = swapped;
    }
    BigDecimal value = new BigDecimal(new BigInteger(1, magnitude), type.scale());
    if (value.precision() > type.precision()) {
      throw new ProtocolException("decimal with more digits than " + type.precision());
    }
    return negative ? value.negate() : value;
  }

  public static BigDecimal readMoney(WireReader in) {
    long high = in.i32();
    long low = in.i32() & 0xFFFF_FFFFL;
    return BigDecimal.valueOf(high << 32 | low, MONEY_SCALE);
  }

  public static BigDecimal readSmallMoney(WireReader in) {
    return BigDecimal.valueOf(in.i32(), MONEY_SCALE);
  }
}
