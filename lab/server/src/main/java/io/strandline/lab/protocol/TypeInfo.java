package io.strandline.lab.protocol;

import io.strandline.lab.session.SqlException;
import io.strandline.lab.session.SqlType;
import io.strandline.lab.session.SqlType.Kind;
import io.strandline.lab.wire.CodePage;
import io.strandline.lab.wire.ProtocolException;
import io.strandline.lab.wire.WireReader;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;

/**
 * A parameter's TYPE_INFO as read from a client.
 *
 * @param type what it means
 * @param form how its values' lengths are written
 * @param fixedSize the value's bytes where {@code form} is {@link Form#FIXED}; else 0
 * @param charset of a one-byte text's values
 */
record TypeInfo(SqlType type, Form form, int fixedSize, Charset charset) {

  /** How the length of a value is written. */
  enum Form {
    /** No length at all. */
    FIXED,
    /** One byte, 0 for NULL. */
    BYTE_LENGTH,
    /** Two bytes, 0xFFFF for NULL. */
    SHORT_LENGTH,
    /** Four bytes, -1 for NULL. */
    LONG_LENGTH,
    /** Chunks after an eight-byte total, all ones for NULL. */
    PARTIAL
  }

  private static final int UTF8_COLLATION = 1 << 26;
  private static final int MAX_LENGTH = 0xFFFF;

  /**
   * Reads a TYPE_INFO.
   *
   * @throws SqlException for a type the lab does not take as a parameter
   * @throws ProtocolException for one that is not TDS
   */
  static TypeInfo read(WireReader in) {
    int wireType = in.u8();
    return switch (wireType) {
      case 0x30 -> fixed(Kind.TINYINT, 1);
      case 0x32 -> fixed(Kind.BIT, 1);
      case 0x34 -> fixed(Kind.SMALLINT, 2);
      case 0x38 -> fixed(Kind.INT, 4);
      case 0x7F -> fixed(Kind.BIGINT, 8);
      case 0x3B -> fixed(Kind.REAL, 4);
      case 0x3E -> fixed(Kind.FLOAT, 8);
      case 0x3C -> fixed(Kind.MONEY, 8);
      case 0x7A -> fixed(Kind.SMALLMONEY, 4);
      case 0x3A -> fixed(Kind.SMALLDATETIME, 4);
      case 0x3D -> fixed(Kind.DATETIME, 8);
      case 0x62, 0xF0, 0xF3, 0xF4, 0xF5 -> throw notTaken(wireType);
      default -> readVariable(in, wireType);
    };
  }

  private static TypeInfo readVariable(WireReader in, int wireType) {
    return switch (wireType) {
      case WireType.BIT_N -> sized(in, wireType);
      case WireType.INT_N -> sized(in, wireType);
      case WireType.FLOAT_N -> sized(in, wireType);
      case WireType.MONEY_N -> sized(in, wireType);
      case WireType.DATETIME_N -> sized(in, wireType);
      case WireType.GUID -> sized(in, wireType);
      case WireType.DECIMAL_N, WireType.NUMERIC_N -> decimal(in);
      case WireType.DATE -> byteLength(SqlType.of(Kind.DATE));
      case WireType.TIME -> fractional(in, Kind.TIME);
      case WireType.DATETIME2 -> fractional(in, Kind.DATETIME2);
      case WireType.DATETIMEOFFSET -> fractional(in, Kind.DATETIMEOFFSET);
      case WireType.CHAR -> text(in, Kind.CHAR, 1);
      case WireType.VARCHAR -> text(in, Kind.VARCHAR, 1);
      case WireType.NCHAR -> text(in, Kind.NCHAR, 2);
      case WireType.NVARCHAR -> text(in, Kind.NVARCHAR, 2);
      case WireType.BINARY -> binary(in, Kind.BINARY);
      case WireType.VARBINARY -> binary(in, Kind.VARBINARY);
      case WireType.TEXT, WireType.NTEXT, WireType.IMAGE -> longText(in, wireType);
      case WireType.XML -> xml(in);
      default -> throw new ProtocolException("parameter type " + Integer.toHexString(wireType));
    };
  }

  private static SqlException notTaken(int wireType) {
    String name =
        switch (wireType) {
          case 0x62 -> "sql_variant";
          case 0xF0 -> "CLR type";
          case 0xF3 -> "table-valued";
          case 0xF4 -> "json";
          default -> "vector";
        };
    return Refusals.unsupported("A parameter of type " + name);
  }

  private static TypeInfo fixed(Kind kind, int size) {
    return new TypeInfo(SqlType.of(kind), Form.FIXED, size, CodePage.CHARSET);
  }

  private static TypeInfo byteLength(SqlType type) {
    return new TypeInfo(type, Form.BYTE_LENGTH, 0, CodePage.CHARSET);
  }

  /** The nullable types whose size alone tells which they are. */
  private static TypeInfo sized(WireReader in, int wireType) {
    int size = in.u8();
    Kind kind =
        switch (wireType << 8 | size) {
          case WireType.BIT_N << 8 | 1 -> Kind.BIT;
          case WireType.INT_N << 8 | 1 -> Kind.TINYINT;
          case WireType.INT_N << 8 | 2 -> Kind.SMALLINT;
          case WireType.INT_N << 8 | 4 -> Kind.INT;
          case WireType.INT_N << 8 | 8 -> Kind.BIGINT;
          case WireType.FLOAT_N << 8 | 4 -> Kind.REAL;
          case WireType.FLOAT_N << 8 | 8 -> Kind.FLOAT;
          case WireType.MONEY_N << 8 | 4 -> Kind.SMALLMONEY;
          case WireType.MONEY_N << 8 | 8 -> Kind.MONEY;
          case WireType.DATETIME_N << 8 | 4 -> Kind.SMALLDATETIME;
          case WireType.DATETIME_N << 8 | 8 -> Kind.DATETIME;
          // The driver says size 0 with a NULL (measured).
          case WireType.GUID << 8 | 16, WireType.GUID << 8 -> Kind.UNIQUEIDENTIFIER;
          default ->
              throw new ProtocolException(
                  "parameter type " + Integer.toHexString(wireType) + " of size " + size);
        };
    return byteLength(SqlType.of(kind));
  }

  private static TypeInfo decimal(WireReader in) {
    in.u8();
    int precision = in.u8();
    int scale = in.u8();
    if (precision < 1 || precision > 38 || scale > precision) {
      throw new ProtocolException("decimal(" + precision + "," + scale + ")");
    }
    return byteLength(SqlType.decimal(precision, scale));
  }

  private static TypeInfo fractional(WireReader in, Kind kind) {
    int scale = in.u8();
    if (scale > 7) {
      throw new ProtocolException(kind + " of scale " + scale);
    }
    return byteLength(SqlType.fractional(kind, scale));
  }

  private static TypeInfo text(WireReader in, Kind kind, int unit) {
    int size = in.u16();
    Charset charset = collation(in);
    if (size == MAX_LENGTH) {
      return new TypeInfo(SqlType.sized(kind, SqlType.MAX), Form.PARTIAL, 0, charset);
    }
    return new TypeInfo(SqlType.sized(kind, size / unit), Form.SHORT_LENGTH, 0, charset);
  }

  private static TypeInfo binary(WireReader in, Kind kind) {
    int size = in.u16();
    boolean max = size == MAX_LENGTH;
    return new TypeInfo(
        SqlType.sized(kind, max ? SqlType.MAX : size),
        max ? Form.PARTIAL : Form.SHORT_LENGTH,
        0,
        CodePage.CHARSET);
  }

  private static TypeInfo longText(WireReader in, int wireType) {
    in.skip(4);
    return switch (wireType) {
      case WireType.TEXT -> new TypeInfo(SqlType.of(Kind.TEXT), Form.LONG_LENGTH, 0, collation(in));
      case WireType.NTEXT ->
          new TypeInfo(SqlType.of(Kind.NTEXT), Form.LONG_LENGTH, 0, collation(in));
      default -> new TypeInfo(SqlType.of(Kind.IMAGE), Form.LONG_LENGTH, 0, CodePage.CHARSET);
    };
  }

  private static TypeInfo xml(WireReader in) {
    if (in.u8() != 0) {
      in.utf16(in.u8());
      in.utf16(in.u8());
      in.utf16(in.u16());
    }
    return new TypeInfo(SqlType.of(Kind.XML), Form.PARTIAL, 0, CodePage.CHARSET);
  }

  private static Charset collation(WireReader in) {
    int info = in.i32();
    in.u8();
    return (info & UTF8_COLLATION) != 0 ? StandardCharsets.UTF_8 : CodePage.CHARSET;
  }
}
