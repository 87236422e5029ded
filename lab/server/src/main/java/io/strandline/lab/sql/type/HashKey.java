package io.strandline.lab.sql.type;

import java.math.BigDecimal;
import java.util.Arrays;
import java.util.HexFormat;
import org.jspecify.annotations.Nullable;

/**
 * Values as a hash-table key: two keys are equal exactly when SQL Server groups the values
 * together.
 */
public final class HashKey {

  private final @Nullable Object[] parts;

  private HashKey(@Nullable Object[] parts) {
    this.parts = parts;
  }

  /** The key of the given values; NULLs are equal to each other. */
  public static HashKey of(@Nullable Object... values) {
    @Nullable Object[] parts = new @Nullable Object[values.length];
    for (int i = 0; i < values.length; i++) {
      parts[i] = part(values[i]);
    }
    return new HashKey(parts);
  }

  private static @Nullable Object part(@Nullable Object value) {
    if (value instanceof String text) {
      return Collation.key(text);
    }
    if (value instanceof byte[] bytes) {
      return "0x" + HexFormat.of().formatHex(bytes, 0, significantLength(bytes));
    }
    if (value instanceof Integer number) {
      return (long) number;
    }
    if (value instanceof BigDecimal decimal) {
      BigDecimal stripped = decimal.stripTrailingZeros();
      boolean whole = stripped.scale() <= 0 && stripped.precision() - stripped.scale() <= 18;
      return whole ? (Object) stripped.longValueExact() : stripped;
    }
    if (value instanceof java.time.OffsetDateTime time) {
      return time.toInstant();
    }
    return value;
  }

  private static int significantLength(byte[] bytes) {
    int length = bytes.length;
    while (length > 0 && bytes[length - 1] == 0) {
      length--;
    }
    return length;
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof HashKey key && Arrays.equals(parts, key.parts);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(parts);
  }
}
