package io.strandline.lab.wire;

import io.strandline.lab.session.SqlType;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Reads the cells of one column back: the inverse of its {@link ValueEncoder}. */
final class CellReader {

  private final SqlType type;
  private final CellForm form;

  CellReader(SqlType type) {
    this.type = type;
    this.form = CellForm.of(type);
  }

  CellForm form() {
    return form;
  }

  /** The value of the cell at {@code at}; {@code null} for SQL NULL. */
  @Nullable Object read(byte[] data, int at) {
    return switch (form) {
      case BYTE_LENGTH -> data[at] == 0 ? null : sized(data, at + 1, data[at] & 0xFF);
      case SHORT_LENGTH -> {
        int length = CellForm.u16(data, at);
        yield length == 0xFFFF ? null : variable(data, at + 2, length);
      }
      case PIECES -> pieces(data, at);
      case POINTER ->
          data[at] == 0
              ? null
              : variable(
                  data,
                  at + CellForm.POINTER_SIZE + 4,
                  CellForm.i32(data, at + CellForm.POINTER_SIZE));
    };
  }

  private Object sized(byte[] data, int at, int size) {
    return switch (type.kind()) {
      case BIT -> data[at] != 0;
      case TINYINT -> data[at] & 0xFF;
      case SMALLINT -> (int) (short) CellForm.u16(data, at);
      case INT -> CellForm.i32(data, at);
      case BIGINT -> CellForm.i64(data, at);
      case REAL -> Float.intBitsToFloat(CellForm.i32(data, at));
      case FLOAT -> Double.longBitsToDouble(CellForm.i64(data, at));
      case DECIMAL -> decimal(data, at, size);
      case UNIQUEIDENTIFIER -> guid(data, at);
      default -> other(new WireReader(data).slice(at, size), size);
    };
  }

  private Object other(WireReader in, int size) {
    return switch (type.kind()) {
      case MONEY -> DecimalCodec.readMoney(in);
      case SMALLMONEY -> DecimalCodec.readSmallMoney(in);
      case DATE -> TimeCodec.readDate(in);
      case TIME -> TimeCodec.readTime(in, type.scale(), size);
      case SMALLDATETIME -> TimeCodec.readSmallDateTime(in);
      case DATETIME -> TimeCodec.readDateTime(in);
      case DATETIME2 -> TimeCodec.readDateTime2(in, type.scale(), size);
      case DATETIMEOFFSET -> TimeCodec.readDateTimeOffset(in, type.scale(), size);
      default -> throw new IllegalStateException("no cells of " + type.kind());
    };
  }

  private BigDecimal decimal(byte[] data, int at, int size) {
    boolean negative = data[at] == 0;
    if (size == 5 || size == 9 && data[at + 8] >= 0) {
      long digits =
          size == 5 ? CellForm.i32(data, at + 1) & 0xFFFF_FFFFL : CellForm.i64(data, at + 1);
      return BigDecimal.valueOf(negative ? -digits : digits, type.scale());
    }
    byte[] bigEndian = new byte[size - 1];
    for (int i = 0; i < bigEndian.length; i++) {
      bigEndian[i] = data[at + size - 1 - i];
    }
    return new BigDecimal(new BigInteger(negative ? -1 : 1, bigEndian), type.scale());
  }

  private static UUID guid(byte[] data, int at) {
    long high =
        (CellForm.i32(data, at) & 0xFFFF_FFFFL) << 32
            | (long) CellForm.u16(data, at + 4) << 16
            | CellForm.u16(data, at + 6);
    return new UUID(high, Long.reverseBytes(CellForm.i64(data, at + 8)));
  }

  private Object variable(byte[] data, int at, int length) {
    return switch (type.kind()) {
      case CHAR, VARCHAR, TEXT -> CodePage.decode(data, at, length);
      case NCHAR, NVARCHAR, NTEXT, XML -> new String(data, at, length, StandardCharsets.UTF_16LE);
      default -> Arrays.copyOfRange(data, at, at + length);
    };
  }

  private @Nullable Object pieces(byte[] data, int at) {
    long total = CellForm.i64(data, at);
    if (total == -1) {
      return null;
    }
    byte[] joined = new byte[Math.toIntExact(total)];
    int filled = 0;
    int next = at + 8;
    for (int length = CellForm.i32(data, next); length != 0; length = CellForm.i32(data, next)) {
      System.arraycopy(data, next + 4, joined, filled, length);
      filled += length;
      next += 4 + length;
    }
    return variable(joined, 0, filled);
  }
}
