package io.strandline.lab.protocol;

import io.strandline.lab.wire.DecimalCodec;
import io.strandline.lab.wire.ProtocolException;
import io.strandline.lab.wire.TimeCodec;
import io.strandline.lab.wire.WireReader;
import java.io.ByteArrayOutputStream;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Reads a parameter's value as the Java class of its type. */
final class ValueReader {

  private static final int NULL_SHORT = 0xFFFF;
  private static final long NULL_PARTIAL = -1L;

  private ValueReader() {}

  /** Reads a value; {@code null} for SQL NULL. */
  static @Nullable Object read(WireReader in, TypeInfo info) {
    return switch (info.form()) {
      case FIXED -> sized(in, info, info.fixedSize());
      case BYTE_LENGTH -> {
        int size = in.u8();
        yield size == 0 ? null : sized(in, info, size);
      }
      case SHORT_LENGTH -> {
        int size = in.u16();
        yield size == NULL_SHORT ? null : variable(in.take(size), info);
      }
      case LONG_LENGTH -> {
        int size = in.i32();
        yield size == -1 ? null : variable(in.take(size), info);
      }
      case PARTIAL -> {
        byte[] value = partial(in);
        yield value == null ? null : variable(value, info);
      }
    };
  }

  private static Object sized(WireReader in, TypeInfo info, int size) {
    int scale = info.type().scale();
    return switch (info.type().kind()) {
      case BIT -> exact(in, size, 1) != 0;
      case TINYINT -> (int) exact(in, size, 1);
      case SMALLINT -> (int) (short) exact(in, size, 2);
      case INT -> (int) exact(in, size, 4);
      case BIGINT -> exact(in, size, 8);
      case REAL -> Float.intBitsToFloat((int) exact(in, size, 4));
      case FLOAT -> Double.longBitsToDouble(exact(in, size, 8));
      case DECIMAL -> DecimalCodec.readDecimal(in, size, info.type());
      case MONEY -> DecimalCodec.readMoney(part(in, size, 8));
      case SMALLMONEY -> DecimalCodec.readSmallMoney(part(in, size, 4));
      case DATE -> TimeCodec.readDate(part(in, size, 3));
      case TIME -> TimeCodec.readTime(in, scale, size);
      case SMALLDATETIME -> TimeCodec.readSmallDateTime(part(in, size, 4));
      case DATETIME -> TimeCodec.readDateTime(part(in, size, 8));
      case DATETIME2 -> TimeCodec.readDateTime2(in, scale, size);
      case DATETIMEOFFSET -> TimeCodec.readDateTimeOffset(in, scale, size);
      case UNIQUEIDENTIFIER -> guid(part(in, size, 16));
      default -> throw new ProtocolException(info.type().kind() + " with a byte length");
    };
  }

  private static long exact(WireReader in, int size, int expected) {
    return part(in, size, expected).unsigned(expected);
  }

  private static WireReader part(WireReader in, int size, int expected) {
    if (size != expected) {
      throw new ProtocolException("value of " + size + " bytes where " + expected + " belong");
    }
    return in;
  }

  private static Object variable(byte[] value, TypeInfo info) {
    return switch (info.type().kind()) {
      case CHAR, VARCHAR, TEXT -> new String(value, info.charset());
      case NCHAR, NVARCHAR, NTEXT -> text(value, StandardCharsets.UTF_16LE);
      case XML -> withoutMark(text(value, StandardCharsets.UTF_16LE));
      case BINARY, VARBINARY, IMAGE -> value;
      default -> throw new ProtocolException(info.type().kind() + " with a long length");
    };
  }

  private static String text(byte[] value, Charset charset) {
    if (value.length % 2 != 0) {
      throw new ProtocolException("UTF-16 text of " + value.length + " bytes");
    }
    return new String(value, charset);
  }

  private static String withoutMark(String xml) {
    return xml.startsWith("\uFEFF") ? xml.substring(1) : xml;
  }

  private static byte @Nullable [] partial(WireReader in) {
    if (in.i64() == NULL_PARTIAL) {
      return null;
    }
    int size = in.i32();
    byte[] first = in.take(size);
    if (size == 0) {
      return first;
    }
    int next = in.i32();
    if (next == 0) {
      return first;
    }
    ByteArrayOutputStream joined = new ByteArrayOutputStream(size * 2);
    joined.writeBytes(first);
    for (; next != 0; next = in.i32()) {
      joined.writeBytes(in.take(next));
    }
    return joined.toByteArray();
  }

  private static UUID guid(WireReader in) {
    long high = in.unsigned(4) << 32 | in.unsigned(2) << 16 | in.unsigned(2);
    return new UUID(high, Long.reverseBytes(in.i64()));
  }
}
