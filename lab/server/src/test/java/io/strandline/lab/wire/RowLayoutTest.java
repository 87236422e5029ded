package io.strandline.lab.wire;

import static org.assertj.core.api.Assertions.assertThat;

import io.strandline.lab.session.SqlType;
import io.strandline.lab.session.SqlType.Kind;
import java.math.BigDecimal;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** What is packed is read back as it was, whatever stands beside it. */
class RowLayoutTest {

  private static final LocalDateTime TIME = LocalDateTime.of(2024, 2, 29, 23, 59, 58, 123_456_700);

  private static Map<SqlType, List<Object>> samples() {
    Map<SqlType, List<Object>> samples = new LinkedHashMap<>();
    samples.put(SqlType.of(Kind.BIT), List.of(true, false));
    samples.put(SqlType.of(Kind.TINYINT), List.of(0, 255));
    samples.put(SqlType.of(Kind.SMALLINT), List.of(-32768, 32767));
    samples.put(SqlType.of(Kind.INT), List.of(Integer.MIN_VALUE, Integer.MAX_VALUE));
    samples.put(SqlType.of(Kind.BIGINT), List.of(Long.MIN_VALUE, Long.MAX_VALUE));
    samples.put(SqlType.of(Kind.REAL), List.of(-1.5f, Float.MIN_VALUE));
    samples.put(SqlType.of(Kind.FLOAT), List.of(0.1, -Double.MAX_VALUE));
    for (int precision : new int[] {9, 18, 19, 28, 38}) {
      BigDecimal most = new BigDecimal("9".repeat(precision)).movePointLeft(4);
      samples.put(
          SqlType.decimal(precision, 4),
          List.of(most, most.negate(), new BigDecimal("0.0000"), new BigDecimal("-0.0001")));
    }
    samples.put(
        SqlType.of(Kind.MONEY),
        List.of(new BigDecimal("-922337203685477.5808"), new BigDecimal("0.0001")));
    samples.put(SqlType.of(Kind.SMALLMONEY), List.of(new BigDecimal("-214748.3648")));
    samples.put(SqlType.of(Kind.DATE), List.of(LocalDate.of(1, 1, 1), LocalDate.of(9999, 12, 31)));
    samples.put(SqlType.fractional(Kind.TIME, 7), List.of(LocalTime.of(23, 59, 59, 999_999_900)));
    samples.put(SqlType.fractional(Kind.TIME, 0), List.of(LocalTime.of(1, 2, 3)));
    samples.put(SqlType.of(Kind.SMALLDATETIME), List.of(LocalDateTime.of(2079, 6, 6, 23, 59)));
    samples.put(
        SqlType.of(Kind.DATETIME),
        List.of(
            LocalDateTime.of(1753, 1, 1, 0, 0),
            LocalDateTime.of(2024, 1, 1, 1, 2, 3, 997_000_000),
            LocalDateTime.of(2024, 1, 1, 1, 2, 3, 3_000_000)));
    samples.put(SqlType.fractional(Kind.DATETIME2, 7), List.of(TIME));
    samples.put(SqlType.fractional(Kind.DATETIME2, 3), List.of(TIME.withNano(123_000_000)));
    samples.put(
        SqlType.fractional(Kind.DATETIMEOFFSET, 7),
        List.of(OffsetDateTime.of(TIME, ZoneOffset.ofHoursMinutes(-3, -30))));
    samples.put(SqlType.sized(Kind.CHAR, 4), List.of("ab  "));
    samples.put(SqlType.sized(Kind.VARCHAR, 20), List.of("", "plain", "\u20ac caf\u00e9 \u0081"));
    samples.put(SqlType.sized(Kind.VARCHAR, SqlType.MAX), List.of("", "x".repeat(10_000)));
    samples.put(SqlType.sized(Kind.NVARCHAR, 20), List.of("", "\u0391\u03b2 \ud83d\ude00"));
    samples.put(SqlType.sized(Kind.NVARCHAR, SqlType.MAX), List.of("", "\u03b2".repeat(9_000)));
    samples.put(SqlType.of(Kind.XML), List.of("<a/>"));
    samples.put(SqlType.of(Kind.TEXT), List.of("", "old"));
    samples.put(SqlType.of(Kind.NTEXT), List.of("\u03b2"));
    samples.put(SqlType.sized(Kind.BINARY, 3), List.of(new byte[] {1, 0, 0}));
    samples.put(SqlType.sized(Kind.VARBINARY, 8), List.of(new byte[0], new byte[] {0, -1}));
    samples.put(SqlType.sized(Kind.VARBINARY, SqlType.MAX), List.of(new byte[9_000]));
    samples.put(SqlType.of(Kind.IMAGE), List.of(new byte[] {7}));
    samples.put(SqlType.of(Kind.ROWVERSION), List.of(new byte[] {0, 0, 0, 0, 0, 0, 7, -48}));
    samples.put(
        SqlType.of(Kind.UNIQUEIDENTIFIER),
        List.of(UUID.fromString("6f9619ff-8b86-d011-b42d-00c04fc964ff")));
    return samples;
  }

  @Test
  void everyTypeHasSamples() {
    assertThat(samples().keySet().stream().map(SqlType::kind).distinct())
        .containsExactlyInAnyOrder(
            java.util.Arrays.stream(Kind.values())
                .filter(kind -> kind != Kind.NCHAR && kind.javaClass() != Void.class)
                .toArray(Kind[]::new));
  }

  @Test
  void valuesAreReadBackBetweenNulls() {
    samples()
        .forEach(
            (type, values) -> {
              RowLayout layout = new RowLayout(List.of(type, type, type));
              for (Object value : values) {
                byte[] row = layout.pack(new Object[] {null, value, null});

                assertThat(layout.unpack(row, 0))
                    .as(type.toString())
                    .containsExactly(null, value, null);
              }
            });
  }

  @Test
  void wantedCellsAloneAreReadAndAllAreFound() {
    List<SqlType> types = new ArrayList<>(samples().keySet());
    Object[] values = samples().values().stream().map(list -> list.get(0)).toArray();
    RowLayout layout = new RowLayout(types);
    byte[] row = layout.pack(values);
    int[] starts = new int[types.size() + 1];

    layout.find(row, 0, starts);
    assertThat(starts[types.size()]).isEqualTo(row.length);
    for (int i = 0; i < types.size(); i++) {
      BitSet wanted = new BitSet();
      wanted.set(i);
      Object[] read = layout.unpack(row, 0, wanted);
      assertThat(read[i]).as(types.get(i).toString()).isEqualTo(values[i]);
      assertThat(new RowLayout(types.subList(i, i + 1)).unpack(row, starts[i]))
          .containsExactly(values[i]);
    }
  }

  @Test
  void cellsBeyondTheRowAreNotRead() {
    RowLayout layout = new RowLayout(List.of(SqlType.of(Kind.INT)));
    BitSet wanted = new BitSet();
    wanted.set(0, 3);

    assertThat(layout.unpack(layout.pack(new Object[] {7}), 0, wanted)).containsExactly(7);
  }
}
