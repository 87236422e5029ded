package io.strandline.lab.protocol;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.strandline.lab.session.Column;
import io.strandline.lab.session.SqlMessage;
import io.strandline.lab.session.SqlType;
import io.strandline.lab.session.SqlType.Kind;
import io.strandline.lab.wire.ProtocolException;
import io.strandline.lab.wire.ValueEncoder;
import io.strandline.lab.wire.WireReader;
import io.strandline.lab.wire.WireWriter;
import java.math.BigDecimal;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.util.HexFormat;
import java.util.List;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** Tokens, types and values in bytes, taken from the protocol's documentation. */
class WireFormatTest {

  private static String value(SqlType type, boolean nullable, Object value) {
    WireWriter out = new WireWriter();
    ValueEncoder.of(type, nullable).encode(out, value);
    return HexFormat.of().formatHex(out.toByteArray());
  }

  private static String type(SqlType type, boolean nullable) {
    WireWriter out = new WireWriter();
    TypeInfoWriter.write(out, type, nullable, true);
    return HexFormat.of().formatHex(out.toByteArray());
  }

  @Test
  void tokens() {
    WireWriter out = new WireWriter();
    Tokens tokens = new Tokens(out, "S");
    tokens.error(new SqlMessage(208, 16, 1, "no", 2));
    assertThat(HexFormat.of().formatHex(out.toByteArray()))
        .isEqualTo(
            "aa"
                + "1400"
                + "d0000000"
                + "01"
                + "10"
                + "0200"
                + "6e006f00"
                + "01"
                + "5300"
                + "00"
                + "02000000");
    out.clear();
    tokens.columns(
        List.of(
            new Column("id", SqlType.of(Kind.INT), false, true),
            new Column("v", SqlType.of(Kind.ROWVERSION), true, false)));
    assertThat(HexFormat.of().formatHex(out.toByteArray()))
        .isEqualTo(
            "81"
                + "0200"
                + "00000000"
                + "1800"
                + "38"
                + "02"
                + "69006400"
                + "50000000"
                + "0900"
                + "ad0800"
                + "01"
                + "7600");
    out.clear();
    tokens.loginAck(Login7.NEWEST_VERSION, ServerVersion.SQL_SERVER_2022);
    assertThat(HexFormat.of().formatHex(out.toByteArray()))
        .startsWith("ad" + "3200" + "01" + "74000004" + "14" + "4d006900")
        .endsWith("10" + "00" + "03e8");
    out.clear();
    tokens.collationChange();
    tokens.textChange(Tokens.ENV_PACKET_SIZE, "80", "4");
    assertThat(HexFormat.of().formatHex(out.toByteArray()))
        .isEqualTo(
            "e30800"
                + "07"
                + "05"
                + "0904d00034"
                + "00"
                + "e30900"
                + "04"
                + "02"
                + "38003000"
                + "01"
                + "3400");
  }

  @Test
  void numbers() {
    assertThat(value(SqlType.of(Kind.INT), false, -2)).isEqualTo("feffffff");
    assertThat(value(SqlType.of(Kind.INT), true, -2)).isEqualTo("04feffffff");
    assertThat(value(SqlType.of(Kind.BIT), true, null)).isEqualTo("00");
    assertThat(value(SqlType.decimal(5, 1), true, new BigDecimal("-1.5")))
        .isEqualTo("05000f000000");
    assertThat(value(SqlType.decimal(20, 0), true, BigDecimal.ONE))
        .isEqualTo("0d01" + "01" + "0".repeat(22));
    assertThat(value(SqlType.of(Kind.MONEY), false, new BigDecimal("-0.0001")))
        .isEqualTo("ffffffffffffffff");
    assertThat(value(SqlType.of(Kind.MONEY), false, new BigDecimal("429496.7297")))
        .isEqualTo("0100000001000000");
  }

  @Test
  void times() {
    assertThat(value(SqlType.of(Kind.DATE), true, LocalDate.of(1, 1, 2))).isEqualTo("03010000");
    assertThat(value(SqlType.of(Kind.DATE), true, LocalDate.of(9999, 12, 31)))
        .isEqualTo("03dab937");
    assertThat(value(SqlType.of(Kind.DATETIME), false, LocalDateTime.of(1900, 1, 2, 0, 0, 1)))
        .isEqualTo("01000000" + "2c010000");
    assertThat(value(SqlType.of(Kind.SMALLDATETIME), false, LocalDateTime.of(1900, 1, 2, 1, 0)))
        .isEqualTo("0100" + "3c00");
    assertThat(value(SqlType.fractional(Kind.TIME, 0), true, LocalTime.of(0, 0, 5)))
        .isEqualTo("03050000");
    assertThat(
            value(
                SqlType.fractional(Kind.DATETIMEOFFSET, 7),
                true,
                OffsetDateTime.parse("0001-01-01T01:00:00.0000001+01:00")))
        .isEqualTo("0a" + "0100000000" + "000000" + "3c00");
  }

  @Test
  void textsAndBinaries() {
    assertThat(value(SqlType.sized(Kind.VARCHAR, 5), true, "a\u20ac")).isEqualTo("02006180");
    assertThat(value(SqlType.sized(Kind.NCHAR, 2), true, "a")).isEqualTo("040061002000");
    assertThat(value(SqlType.sized(Kind.NVARCHAR, 2), true, null)).isEqualTo("ffff");
    assertThat(value(SqlType.sized(Kind.VARBINARY, SqlType.MAX), true, new byte[] {7}))
        .isEqualTo("0100000000000000" + "01000000" + "07" + "00000000");
    assertThat(value(SqlType.of(Kind.XML), true, null)).isEqualTo("f".repeat(16));
    assertThat(
            value(
                SqlType.of(Kind.UNIQUEIDENTIFIER),
                true,
                UUID.fromString("00112233-4455-6677-8899-aabbccddeeff")))
        .isEqualTo("10" + "33221100" + "5544" + "7766" + "8899aabbccddeeff");
  }

  @Test
  void types() {
    assertThat(type(SqlType.of(Kind.BIGINT), false)).isEqualTo("7f");
    assertThat(type(SqlType.of(Kind.BIGINT), true)).isEqualTo("2608");
    assertThat(type(SqlType.decimal(38, 3), false)).isEqualTo("6a112603");
    assertThat(type(SqlType.sized(Kind.NVARCHAR, 4_000), true)).isEqualTo("e7401f0904d00034");
    assertThat(type(SqlType.sized(Kind.VARCHAR, SqlType.MAX), true)).isEqualTo("a7ffff0904d00034");
    assertThat(type(SqlType.fractional(Kind.DATETIME2, 0), true)).isEqualTo("2a00");
    assertThat(type(SqlType.of(Kind.XML), true)).isEqualTo("f100");
  }

  @TestFactory
  Stream<DynamicTest> everyTypeIsReadAsItIsWritten() {
    return ColumnTypesTest.cases()
        .filter(each -> each.type().kind() != Kind.ROWVERSION)
        .filter(each -> !List.of(Kind.TEXT, Kind.NTEXT, Kind.IMAGE).contains(each.type().kind()))
        .map(each -> DynamicTest.dynamicTest(each.toString(), () -> readBack(each)));
  }

  private static void readBack(ColumnTypesTest.Case one) {
    for (Object value : new Object[] {one.value(), null}) {
      for (boolean nullable : value == null ? new boolean[] {true} : new boolean[] {true, false}) {
        WireWriter out = new WireWriter();
        TypeInfoWriter.write(out, one.type(), nullable, false);
        ValueEncoder.of(one.type(), nullable).encode(out, value);
        WireReader in = new WireReader(out.toByteArray());
        TypeInfo info = TypeInfo.read(in);
        assertThat(info.type()).isEqualTo(one.type());
        Object read = ValueReader.read(in, info);
        assertThat(in.remaining()).isZero();
        if (value == null) {
          assertThat(read).isNull();
        } else if (one.type().kind().javaClass() == one.read()) {
          assertThat(read).isEqualTo(one.expected());
        } else {
          assertThat(read).isEqualTo(value);
        }
      }
    }
  }

  @Test
  void longTypesOfParametersHaveNoTextPointer() {
    byte[] ntext = HexFormat.of().parseHex("63" + "ffffff7f" + "0904d00034" + "02000000" + "6100");
    WireReader in = new WireReader(ntext);
    TypeInfo info = TypeInfo.read(in);
    assertThat(info.type()).isEqualTo(SqlType.of(Kind.NTEXT));
    assertThat(ValueReader.read(in, info)).isEqualTo("a");
    byte[] image = HexFormat.of().parseHex("22" + "ffffff7f" + "ffffffff");
    WireReader none = new WireReader(image);
    assertThat(ValueReader.read(none, TypeInfo.read(none))).isNull();
  }

  @Test
  void partialValuesOfSeveralChunksAreJoined() {
    byte[] sent =
        HexFormat.of()
            .parseHex(
                "a5"
                    + "ffff"
                    + "feffffffffffffff"
                    + "02000000"
                    + "0102"
                    + "01000000"
                    + "03"
                    + "00000000");
    WireReader in = new WireReader(sent);
    assertThat((byte[]) ValueReader.read(in, TypeInfo.read(in))).containsExactly(1, 2, 3);
  }

  @Test
  void lengthsBeyondTheMessageAreRejectedWithoutAllocation() {
    byte[] sent = HexFormat.of().parseHex("22" + "ffffff7f" + "ffffff7f" + "00");
    WireReader in = new WireReader(sent);
    TypeInfo info = TypeInfo.read(in);
    assertThatThrownBy(() -> ValueReader.read(in, info)).isInstanceOf(ProtocolException.class);
  }

  @Test
  void aBufferTakesBackWhatWasNotSent() {
    WireWriter out = new WireWriter();
    out.i32(1);
    long mark = out.mark();
    out.i32(2);
    assertThat(out.rewind(mark)).isTrue();
    assertThat(out.size()).isEqualTo(4);
    out.i32(3);
    out.removeFirst(6);
    assertThat(out.rewind(mark)).isFalse();
  }
}
