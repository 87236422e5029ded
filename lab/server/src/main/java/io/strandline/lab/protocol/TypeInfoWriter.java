package io.strandline.lab.protocol;

import io.strandline.lab.session.SqlType;
import io.strandline.lab.session.SqlType.Kind;
import io.strandline.lab.wire.DecimalCodec;
import io.strandline.lab.wire.WireWriter;

/**
 * Writes a type as TYPE_INFO.
 *
 * <p>A NOT NULL column of a fixed-size type has its own wire type, whose values have no length
 * byte; everything else has a length with the value.
 */
final class TypeInfoWriter {

  /** SQL_Latin1_General_CP1_CI_AS: LCID 0x0409, sort order 52. */
  static final byte[] COLLATION = {0x09, 0x04, (byte) 0xD0, 0x00, 0x34};

  private TypeInfoWriter() {}

  /** 0x50 marks a rowversion, which would pass for a binary(8) otherwise. */
  static int userType(SqlType type) {
    return type.kind() == Kind.ROWVERSION ? 0x50 : 0;
  }

  /**
   * Writes a type.
   *
   * @param nullable whether values may be NULL
   * @param column whether it describes a column, where text types name their table
   */
  static void write(WireWriter out, SqlType type, boolean nullable, boolean column) {
    switch (type.kind()) {
      case BIT -> fixed(out, nullable, 0x32, WireType.BIT_N, 1);
      case TINYINT -> fixed(out, nullable, 0x30, WireType.INT_N, 1);
      case SMALLINT -> fixed(out, nullable, 0x34, WireType.INT_N, 2);
      case INT -> fixed(out, nullable, 0x38, WireType.INT_N, 4);
      case BIGINT -> fixed(out, nullable, 0x7F, WireType.INT_N, 8);
      case REAL -> fixed(out, nullable, 0x3B, WireType.FLOAT_N, 4);
      case FLOAT -> fixed(out, nullable, 0x3E, WireType.FLOAT_N, 8);
      case MONEY -> fixed(out, nullable, 0x3C, WireType.MONEY_N, 8);
      case SMALLMONEY -> fixed(out, nullable, 0x7A, WireType.MONEY_N, 4);
      case SMALLDATETIME -> fixed(out, nullable, 0x3A, WireType.DATETIME_N, 4);
      case DATETIME -> fixed(out, nullable, 0x3D, WireType.DATETIME_N, 8);
      case UNIQUEIDENTIFIER -> pair(out, WireType.GUID, 16);
      case DECIMAL -> decimal(out, type);
      case DATE -> out.u8(WireType.DATE);
      case TIME -> pair(out, WireType.TIME, type.scale());
      case DATETIME2 -> pair(out, WireType.DATETIME2, type.scale());
      case DATETIMEOFFSET -> pair(out, WireType.DATETIMEOFFSET, type.scale());
      case CHAR -> text(out, WireType.CHAR, type, 1);
      case VARCHAR -> text(out, WireType.VARCHAR, type, 1);
      case NCHAR -> text(out, WireType.NCHAR, type, 2);
      case NVARCHAR -> text(out, WireType.NVARCHAR, type, 2);
      case BINARY -> sized(out, WireType.BINARY, type, 1);
      case VARBINARY -> sized(out, WireType.VARBINARY, type, 1);
      case ROWVERSION -> {
        out.u8(WireType.BINARY);
        out.u16(8);
      }
      case XML -> pair(out, WireType.XML, 0);
      case TEXT -> longText(out, WireType.TEXT, true, column);
      case NTEXT -> longText(out, WireType.NTEXT, true, column);
      case IMAGE -> longText(out, WireType.IMAGE, false, column);
      case SQL_VARIANT, HIERARCHYID, GEOGRAPHY, GEOMETRY ->
          throw new IllegalArgumentException("a column of type " + type.kind());
    }
  }

  private static void fixed(WireWriter out, boolean nullable, int type, int nullableType, int n) {
    if (nullable) {
      pair(out, nullableType, n);
    } else {
      out.u8(type);
    }
  }

  private static void pair(WireWriter out, int type, int detail) {
    out.u8(type);
    out.u8(detail);
  }

  private static void decimal(WireWriter out, SqlType type) {
    pair(out, WireType.DECIMAL_N, DecimalCodec.size(type.precision()));
    out.u8(type.precision());
    out.u8(type.scale());
  }

  private static void text(WireWriter out, int wireType, SqlType type, int unit) {
    sized(out, wireType, type, unit);
    out.bytes(COLLATION);
  }

  private static void sized(WireWriter out, int wireType, SqlType type, int unit) {
    out.u8(wireType);
    out.u16(type.length() == SqlType.MAX ? 0xFFFF : Math.max(1, type.length()) * unit);
  }

  private static void longText(WireWriter out, int wireType, boolean collated, boolean column) {
    out.u8(wireType);
    out.i32(wireType == WireType.NTEXT ? Integer.MAX_VALUE - 1 : Integer.MAX_VALUE);
    if (collated) {
      out.bytes(COLLATION);
    }
    if (column) {
      // A table name of one empty part; the driver rejects one of no parts (measured).
      out.u8(1);
      out.u16(0);
    }
  }
}
