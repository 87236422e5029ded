package io.strandline.sqlserver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.strandline.change.BytesVector;
import io.strandline.change.DoubleVector;
import io.strandline.change.IntVector;
import io.strandline.change.LongVector;
import io.strandline.change.Vector;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.sql.SQLException;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.TimeZone;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class ColumnReadersTest {

  private static Vector read(SourceType type, Object... values) throws SQLException {
    List<Object[]> rows = new ArrayList<>();
    for (Object value : values) {
      rows.add(new Object[] {value});
    }
    FakeRows fake = FakeRows.of(rows);
    var resultSet = fake.resultSet();
    ColumnReader reader = ColumnReaders.of(type, type.mapped().orElseThrow());
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

  @Test
  void refusesADecimalThatDoesNotFit() {
    assertThatThrownBy(() -> read(new SourceType("decimal", 0, 3, 1), new BigDecimal("100.0")))
        .isInstanceOf(ArithmeticException.class)
        .satisfies(error -> assertThat(error.getMessage()).doesNotContain("100"));
    assertThatThrownBy(() -> read(new SourceType("decimal", 0, 3, 1), new BigDecimal("1.05")))
        .isInstanceOf(ArithmeticException.class);
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
