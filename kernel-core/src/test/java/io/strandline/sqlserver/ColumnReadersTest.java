package io.strandline.sqlserver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.strandline.change.BytesVector;
import io.strandline.change.ColumnType;
import io.strandline.change.ColumnType.Kind;
import io.strandline.change.DoubleVector;
import io.strandline.change.IntVector;
import io.strandline.change.LongVector;
import io.strandline.change.Vector;
import io.strandline.error.SchemaChangedException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.sql.SQLException;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.util.List;
import java.util.TimeZone;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class ColumnReadersTest {

  private static Vector read(SourceType type, Object... values) throws SQLException {
    return readAs(type.mapped().orElseThrow(), type, values);
  }

  private static Vector readAs(ColumnType target, SourceType type, Object... values)
      throws SQLException {
    FakeRows fake = FakeRows.labelled("price");
    for (Object value : values) {
      fake.row(value);
    }
    var resultSet = fake.resultSet();
    ColumnReader reader = ColumnReaders.of(type, target);
    reader.begin(1);
    while (resultSet.next()) {
      reader.read(resultSet, 1);
    }
    return reader.end();
  }

  private static SourceType type(String name) {
    return new SourceType(name, 0, 0, 7);
  }

  private static long onlyLong(SourceType type, Object value) throws SQLException {
    return ((LongVector) read(type, value)).get(0);
  }

  private static String onlyText(SourceType type, Object value) throws SQLException {
    return ((BytesVector) read(type, value)).text(0);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "bit",
        "tinyint",
        "int",
        "bigint",
        "real",
        "float",
        "money",
        "date",
        "time",
        "datetime",
        "datetimeoffset",
        "nvarchar",
        "uniqueidentifier",
        "varbinary"
      })
  void keepsNulls(String name) throws SQLException {
    Vector vector = read(type(name), (Object) null);

    assertThat(vector.size()).isEqualTo(1);
    assertThat(vector.isNull(0)).isTrue();
  }

  @Test
  void readsIntegersToTheirEnds() throws SQLException {
    IntVector tiny = (IntVector) read(type("tinyint"), 0, 255);
    IntVector bit = (IntVector) read(type("bit"), true, false);
    IntVector ints = (IntVector) read(type("int"), Integer.MIN_VALUE, Integer.MAX_VALUE);
    LongVector longs = (LongVector) read(type("bigint"), Long.MIN_VALUE, Long.MAX_VALUE);

    assertThat(List.of(tiny.get(0), tiny.get(1))).containsExactly(0, 255);
    assertThat(List.of(bit.get(0), bit.get(1))).containsExactly(1, 0);
    assertThat(List.of(ints.get(0), ints.get(1)))
        .containsExactly(Integer.MIN_VALUE, Integer.MAX_VALUE);
    assertThat(List.of(longs.get(0), longs.get(1))).containsExactly(Long.MIN_VALUE, Long.MAX_VALUE);
  }

  @Test
  void readsFloatsExactly() throws SQLException {
    DoubleVector reals = (DoubleVector) read(type("real"), 0.1f);
    DoubleVector floats = (DoubleVector) read(type("float"), Double.MIN_VALUE);

    assertThat((float) reals.get(0)).isEqualTo(0.1f);
    assertThat(floats.get(0)).isEqualTo(Double.MIN_VALUE);
  }

  @Test
  void readsDecimalsUnscaled() throws SQLException {
    BigDecimal widest = new BigDecimal(BigInteger.TEN.pow(38).subtract(BigInteger.ONE), 38);

    BytesVector wide = (BytesVector) read(new SourceType("decimal", 0, 38, 38), widest);

    assertThat(new BigInteger(wide.get(0))).isEqualTo(widest.unscaledValue());
    assertThat(onlyLong(new SourceType("decimal", 0, 18, 4), new BigDecimal("-1.5")))
        .isEqualTo(-15_000);
  }

  @Test
  void readsMoneyToItsEnds() throws SQLException {
    BytesVector money = (BytesVector) read(type("money"), new BigDecimal("-922337203685477.5808"));

    assertThat(new BigInteger(money.get(0))).isEqualTo(BigInteger.valueOf(Long.MIN_VALUE));
    assertThat(onlyLong(type("smallmoney"), new BigDecimal("214748.3647")))
        .isEqualTo(2_147_483_647L);
  }

  @ParameterizedTest
  @ValueSource(strings = {"100.0", "-100", "1.05", "123456789012345678901234567890"})
  void b29RefusesADecimalThatDoesNotFit(String value) {
    assertThatThrownBy(() -> read(new SourceType("decimal", 0, 3, 1), new BigDecimal(value)))
        .isInstanceOf(SchemaChangedException.class)
        .hasMessageContaining("'price'")
        .hasMessageContaining("decimal(3,1)")
        .hasMessageNotContaining(value);
  }

  @ParameterizedTest
  @CsvSource({
    "smallint,INT,-32768",
    "tinyint,LONG,255",
    "int,LONG,-2147483648",
    "int,DECIMAL 10 0,-2147483648",
    "tinyint,DECIMAL 9 2,255",
    "bigint,DECIMAL 22 2,-9223372036854775808",
    "bigint,DECIMAL 38 18,9223372036854775807"
  })
  void readsWholeNumbersAsWiderTypes(String name, String target, long value) throws SQLException {
    ColumnType type = targetType(target);
    Object cell = name.equals("bigint") ? (Object) value : (Object) (int) value;

    Vector vector = readAs(type, type(name), cell, null);

    assertThat(vector.isNull(0)).isFalse();
    assertThat(vector.isNull(1)).isTrue();
    BigInteger unscaled = BigInteger.valueOf(value).multiply(BigInteger.TEN.pow(type.scale()));
    assertThat(whole(vector)).isEqualTo(unscaled);
  }

  private static ColumnType targetType(String text) {
    String[] words = text.split(" ");
    return words.length == 1
        ? ColumnType.of(Kind.valueOf(text))
        : ColumnType.decimal(Integer.parseInt(words[1]), Integer.parseInt(words[2]));
  }

  private static BigInteger whole(Vector vector) {
    if (vector instanceof BytesVector bytes) {
      return new BigInteger(bytes.get(0));
    }
    return BigInteger.valueOf(
        vector instanceof IntVector ints ? ints.get(0) : ((LongVector) vector).get(0));
  }

  @Test
  void readsNumbersAsDoublesOfTheirExactValue() throws SQLException {
    ColumnType wide = ColumnType.of(Kind.DOUBLE);

    assertThat(((DoubleVector) readAs(wide, type("int"), Integer.MIN_VALUE)).get(0))
        .isEqualTo(-2147483648.0);
    assertThat(((DoubleVector) readAs(wide, type("real"), 0.1f)).get(0))
        .isEqualTo(0.100000001490116119384765625);
  }

  @Test
  void readsADecimalAtAWiderScale() throws SQLException {
    ColumnType wide = ColumnType.decimal(20, 4);

    BytesVector vector =
        (BytesVector) readAs(wide, new SourceType("decimal", 0, 5, 1), new BigDecimal("-1234.5"));

    assertThat(new BigInteger(vector.get(0))).isEqualTo(BigInteger.valueOf(-12_345_000));
  }

  @Test
  void readsADateAsItsMidnight() throws SQLException {
    LocalDate day = LocalDate.parse("1970-01-02");

    assertThat(((LongVector) readAs(ColumnType.of(Kind.TIMESTAMP_NTZ), type("date"), day)).get(0))
        .isEqualTo(86_400_000_000L);
  }

  @ParameterizedTest
  @CsvSource({
    "datetime2,2017-03-26T02:30:00,2017-03-26T02:30:00.000000",
    "datetime2,0001-01-01T00:00:00,0001-01-01T00:00:00.000000",
    "datetime2,9999-12-31T23:59:59.999999900,9999-12-31T23:59:59.999999",
    "datetime,1900-01-01T00:00:00.003333300,1900-01-01T00:00:00.003000",
    "smalldatetime,2079-06-06T23:59:00,2079-06-06T23:59:00.000000"
  })
  void readsDateTimesAsTextOfOneWidth(String name, String value, String expected)
      throws SQLException {
    BytesVector texts =
        (BytesVector)
            readAs(
                ColumnType.of(Kind.STRING), type(name), LocalDateTime.parse(value), (Object) null);

    assertThat(texts.text(0)).isEqualTo(expected);
    assertThat(texts.isNull(1)).isTrue();
  }

  @Test
  void readsDateTimesAsInstantsInUtc() throws SQLException {
    LongVector micros =
        (LongVector)
            readAs(
                ColumnType.of(Kind.TIMESTAMP),
                type("datetime2"),
                LocalDateTime.parse("2017-03-26T02:30:00"));

    assertThat(micros.get(0)).isEqualTo(1_490_495_400_000_000L);
  }

  /** Both of one thousandth however many digits the driver keeps of a third of one. */
  @ParameterizedTest
  @CsvSource({
    "1970-01-01T00:00:00.003333300,3000",
    "1970-01-01T00:00:00.006666600,7000",
    "1970-01-01T00:00:00.007,7000",
    "1970-01-01T00:00:00.996666600,997000",
    "1970-01-01T00:00:00.999999900,1000000"
  })
  void b24ReadsADatetimeAtItsThreeDigits(String value, long micros) throws SQLException {
    assertThat(onlyLong(type("datetime"), LocalDateTime.parse(value))).isEqualTo(micros);
  }

  @ParameterizedTest
  @CsvSource({"int,SHORT", "bigint,DOUBLE", "nvarchar,TIMESTAMP_NTZ", "date,STRING", "float,FLOAT"})
  void refusesWhatDoesNotFit(String name, Kind target) {
    assertThatThrownBy(() -> ColumnReaders.of(type(name), ColumnType.of(target)))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void cutsWhatIsBelowAMicrosecond() throws SQLException {
    LocalDateTime last = LocalDateTime.parse("2026-12-31T23:59:59.999999900");
    LocalDateTime beforeEpoch = LocalDateTime.parse("1969-12-31T23:59:59.999999900");

    assertThat(onlyLong(type("datetime2"), last)).isEqualTo(1_798_761_599_999_999L);
    assertThat(onlyLong(type("datetime2"), beforeEpoch)).isEqualTo(-1);
    assertThat(
            onlyLong(
                type("datetimeoffset"), OffsetDateTime.parse("1970-01-01T05:45:00.0000019+05:45")))
        .isEqualTo(1);
  }

  @Test
  void readsTheFirstAndLastDays() throws SQLException {
    IntVector days =
        (IntVector) read(type("date"), LocalDate.of(1, 1, 1), LocalDate.of(9999, 12, 31));

    assertThat(days.get(0)).isEqualTo(-719_162);
    assertThat(days.get(1)).isEqualTo(2_932_896);
    assertThat(onlyLong(type("datetime2"), LocalDateTime.parse("0001-01-01T00:00:00")))
        .isEqualTo(-719_162L * 86_400_000_000L);
  }

  @ParameterizedTest
  @ValueSource(strings = {"Europe/Stockholm", "America/New_York", "Asia/Kathmandu", "UTC"})
  void readsTimesTheSameInEveryZone(String zone) throws SQLException {
    TimeZone before = TimeZone.getDefault();
    try {
      TimeZone.setDefault(TimeZone.getTimeZone(zone));
      assertThat(onlyLong(type("datetime2"), LocalDateTime.parse("2017-03-26T02:30:00")))
          .isEqualTo(1_490_495_400_000_000L);
      assertThat(onlyLong(type("datetime2"), LocalDateTime.parse("2017-10-29T02:30:00")))
          .isEqualTo(1_509_244_200_000_000L);
    } finally {
      TimeZone.setDefault(before);
    }
  }

  @ParameterizedTest
  @CsvSource({
    "13:50:01.123456700,7,13:50:01.1234567",
    "23:59:59.999999900,7,23:59:59.9999999",
    "00:00,7,00:00:00.0000000",
    "00:00,0,00:00:00",
    "12:34:56.500,3,12:34:56.500",
    "12:34:00.500,1,12:34:00.5"
  })
  void writesATimeWithItsDeclaredDigits(String value, int digits, String expected)
      throws SQLException {
    assertThat(onlyText(new SourceType("time", 0, 0, digits), LocalTime.parse(value)))
        .isEqualTo(expected);
  }

  @Test
  void readsTextsAsTheyAre() throws SQLException {
    assertThat(onlyText(type("char"), "a  ")).isEqualTo("a  ");
    assertThat(onlyText(type("nvarchar"), "Ωμέγα 😀")).isEqualTo("Ωμέγα 😀");
    assertThat(onlyText(type("nvarchar"), "")).isEmpty();
    assertThat(onlyText(type("uniqueidentifier"), "0e984725-c51c-4bf4-9960-e1c80e27aba0"))
        .isEqualTo("0E984725-C51C-4BF4-9960-E1C80E27ABA0");
  }

  @Test
  void tellsAnEmptyBinaryFromNull() throws SQLException {
    BytesVector bytes = (BytesVector) read(type("varbinary"), new byte[0], new byte[] {0, -1});

    assertThat(bytes.isNull(0)).isFalse();
    assertThat(bytes.length(0)).isZero();
    assertThat(bytes.get(1)).containsExactly(0, -1);
  }
}
