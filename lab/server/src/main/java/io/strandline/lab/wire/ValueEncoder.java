package io.strandline.lab.wire;

import io.strandline.lab.session.SqlType;
import java.math.BigDecimal;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Writes the values of one column: chosen once a result set, called once a row. */
public interface ValueEncoder {

  /**
   * Writes a value with its length.
   *
   * @throws RuntimeException if the value does not fit the type: a defect of the engine
   */
  void encode(WireWriter out, @Nullable Object value);

  /** Writes a value that is not null, without its length. */
  interface Plain {
    void encode(WireWriter out, Object value);
  }

  /** The encoder of a type as TYPE_INFO describes it. */
  static ValueEncoder of(SqlType type, boolean nullable) {
    int scale = type.scale();
    return switch (type.kind()) {
      case BIT -> fixed(1, nullable, (out, v) -> out.u8((Boolean) v ? 1 : 0));
      case TINYINT -> fixed(1, nullable, (out, v) -> out.u8((Integer) v));
      case SMALLINT -> fixed(2, nullable, (out, v) -> out.u16((Integer) v));
      case INT -> fixed(4, nullable, (out, v) -> out.i32((Integer) v));
      case BIGINT -> fixed(8, nullable, (out, v) -> out.i64((Long) v));
      case REAL -> fixed(4, nullable, (out, v) -> out.i32(Float.floatToIntBits((Float) v)));
      case FLOAT -> fixed(8, nullable, (out, v) -> out.i64(Double.doubleToLongBits((Double) v)));
      case MONEY -> fixed(8, nullable, (out, v) -> DecimalCodec.money(out, (BigDecimal) v));
      case SMALLMONEY ->
          fixed(4, nullable, (out, v) -> DecimalCodec.smallMoney(out, (BigDecimal) v));
      case SMALLDATETIME ->
          fixed(4, nullable, (out, v) -> TimeCodec.smallDateTime(out, (LocalDateTime) v));
      case DATETIME -> fixed(8, nullable, (out, v) -> TimeCodec.dateTime(out, (LocalDateTime) v));
      case UNIQUEIDENTIFIER -> fixed(16, true, (out, v) -> guid(out, (UUID) v));
      case DECIMAL ->
          fixed(
              DecimalCodec.size(type.precision()),
              true,
              (out, v) -> DecimalCodec.decimal(out, (BigDecimal) v, type));
      case DATE -> fixed(3, true, (out, v) -> TimeCodec.date(out, (LocalDate) v));
      case TIME ->
          fixed(
              TimeCodec.timeSize(scale),
              true,
              (out, v) -> TimeCodec.time(out, (LocalTime) v, scale));
      case DATETIME2 ->
          fixed(
              TimeCodec.timeSize(scale) + 3,
              true,
              (out, v) -> TimeCodec.dateTime2(out, (LocalDateTime) v, scale));
      case DATETIMEOFFSET ->
          fixed(
              TimeCodec.timeSize(scale) + 5,
              true,
              (out, v) -> TimeCodec.dateTimeOffset(out, (OffsetDateTime) v, scale));
      case SQL_VARIANT, HIERARCHYID, GEOGRAPHY, GEOMETRY ->
          fixed(0, true, (out, v) -> refuse(type));
      default -> LengthEncoders.of(type);
    };
  }

  /** Whether values of a column stand after their length. */
  static boolean hasLength(SqlType type, boolean nullable) {
    return nullable
        || switch (type.kind()) {
          case BIT, TINYINT, SMALLINT, INT, BIGINT, REAL, FLOAT -> false;
          case MONEY, SMALLMONEY, SMALLDATETIME, DATETIME -> false;
          default -> true;
        };
  }

  private static void refuse(SqlType type) {
    throw new IllegalArgumentException("a value of type " + type.kind());
  }

  private static ValueEncoder fixed(int size, boolean lengthByte, Plain plain) {
    if (!lengthByte) {
      return (out, value) -> {
        if (value == null) {
          throw new IllegalArgumentException("NULL in a NOT NULL column");
        }
        plain.encode(out, value);
      };
    }
    return (out, value) -> {
      if (value == null) {
        out.u8(0);
      } else {
        out.u8(size);
        plain.encode(out, value);
      }
    };
  }

  private static void guid(WireWriter out, UUID value) {
    long high = value.getMostSignificantBits();
    out.i32((int) (high >>> 32));
    out.u16((int) (high >>> 16));
    out.u16((int) high);
    out.i64(Long.reverseBytes(value.getLeastSignificantBits()));
  }
}
