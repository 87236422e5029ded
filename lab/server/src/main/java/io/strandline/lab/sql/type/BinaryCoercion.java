package io.strandline.lab.sql.type;

import io.strandline.lab.session.SqlType;
import io.strandline.lab.session.SqlType.Kind;
import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.UUID;

/** Conversions from and to binary types. */
final class BinaryCoercion {

  static final Charset CODE_PAGE = Charset.forName("windows-1252");

  private BinaryCoercion() {}

  static byte[] toBytes(Object value, SqlType from, SqlType to, int style) {
    if (value instanceof byte[] bytes) {
      return fitted(bytes, to);
    }
    if (value instanceof String text) {
      return fitted(fromText(text, from, to, style), to);
    }
    if (value instanceof UUID guid) {
      return fitted(guidBytes(guid), to);
    }
    byte[] number = numberBytes(value, from, to);
    int length = to.length() <= 0 ? number.length : to.length();
    if (to.kind() == Kind.VARBINARY && number.length <= length) {
      return number;
    }
    byte[] result = new byte[length];
    int copied = Math.min(length, number.length);
    System.arraycopy(number, number.length - copied, result, length - copied, copied);
    return result;
  }

  private static byte[] numberBytes(Object value, SqlType from, SqlType to) {
    if (value instanceof Boolean bit) {
      return new byte[] {(byte) (bit ? 1 : 0)};
    }
    if (value instanceof Integer number) {
      int width =
          switch (from.kind()) {
            case TINYINT -> 1;
            case SMALLINT -> 2;
            default -> 4;
          };
      byte[] all = ByteBuffer.allocate(4).putInt(number).array();
      return Arrays.copyOfRange(all, 4 - width, 4);
    }
    if (value instanceof Long number) {
      return ByteBuffer.allocate(8).putLong(number).array();
    }
    if (value instanceof BigDecimal money && from.kind() == Kind.MONEY) {
      return ByteBuffer.allocate(8).putLong(money.unscaledValue().longValue()).array();
    }
    throw SqlErrors.explicitConversion(from, to);
  }

  private static byte[] fitted(byte[] bytes, SqlType to) {
    if (to.kind() == Kind.ROWVERSION) {
      return Arrays.copyOf(bytes, 8);
    }
    boolean bounded = to.length() > 0;
    if (to.kind() == Kind.BINARY && bounded && bytes.length != to.length()) {
      return Arrays.copyOf(bytes, to.length());
    }
    return bounded && bytes.length > to.length() ? Arrays.copyOf(bytes, to.length()) : bytes;
  }

  private static byte[] fromText(String text, SqlType from, SqlType to, int style) {
    if (style == 1 || style == 2) {
      String digits = text;
      if (style == 1) {
        if (!text.startsWith("0x") && !text.startsWith("0X")) {
          throw SqlErrors.conversion(from, to);
        }
        digits = text.substring(2);
      }
      try {
        return HexFormat.of().parseHex(digits);
      } catch (IllegalArgumentException e) {
        throw SqlErrors.conversion(from, to);
      }
    }
    return text.getBytes(Types.isUnicode(from) ? StandardCharsets.UTF_16LE : CODE_PAGE);
  }

  static long wholeNumber(byte[] bytes, SqlType to) {
    int width =
        switch (to.kind()) {
          case TINYINT -> 1;
          case SMALLINT -> 2;
          case INT -> 4;
          default -> 8;
        };
    long value = 0;
    for (int i = Math.max(0, bytes.length - width); i < bytes.length; i++) {
      value = value << 8 | (bytes[i] & 0xFF);
    }
    return switch (to.kind()) {
      case SMALLINT -> (short) value;
      case INT -> (int) value;
      default -> value;
    };
  }

  static UUID guid(byte[] bytes) {
    ByteBuffer in = ByteBuffer.wrap(bytes);
    long high =
        (long) Integer.reverseBytes(in.getInt()) << 32
            | (Short.reverseBytes(in.getShort()) & 0xFFFFL) << 16
            | (Short.reverseBytes(in.getShort()) & 0xFFFFL);
    return new UUID(high, in.getLong());
  }

  static byte[] guidBytes(UUID guid) {
    long high = guid.getMostSignificantBits();
    return ByteBuffer.allocate(16)
        .putInt(Integer.reverseBytes((int) (high >>> 32)))
        .putShort(Short.reverseBytes((short) (high >>> 16)))
        .putShort(Short.reverseBytes((short) high))
        .putLong(guid.getLeastSignificantBits())
        .array();
  }
}
