package io.strandline.lab.protocol;

import static io.strandline.lab.protocol.ScriptedEngine.rows;
import static org.assertj.core.api.Assertions.assertThat;

import io.strandline.lab.session.Column;
import io.strandline.lab.session.SqlType;
import io.strandline.lab.session.SqlType.Kind;
import java.math.BigDecimal;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.Statement;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import microsoft.sql.DateTimeOffset;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** Every type as a column, read by the real driver. */
class ColumnTypesTest {

  private static final String LONG_TEXT = "long äöü \u20ac line ".repeat(20_000);

  /** A value as the engine gives it and as the driver's getObject(class) must return it. */
  record Case(SqlType type, String typeName, Object value, Class<?> read, Object expected) {

    static Case same(SqlType type, String typeName, Object value) {
      return new Case(type, typeName, value, value.getClass(), value);
    }

    @Override
    public String toString() {
      return type + " " + shortened(value);
    }

    private static String shortened(Object value) {
      String text = value.toString();
      return text.length() > 40 ? text.substring(0, 40) + "..." : text;
    }
  }

  static Stream<Case> cases() {
    return Stream.of(numbers(), times(), texts(), binaries()).flatMap(List::stream);
  }

  private static List<Case> numbers() {
    return List.of(
        Case.same(SqlType.of(Kind.BIT), "bit", true),
        Case.same(SqlType.of(Kind.BIT), "bit", false),
        new Case(SqlType.of(Kind.TINYINT), "tinyint", 255, Short.class, (short) 255),
        new Case(SqlType.of(Kind.SMALLINT), "smallint", -32_768, Short.class, (short) -32_768),
        Case.same(SqlType.of(Kind.INT), "int", Integer.MIN_VALUE),
        Case.same(SqlType.of(Kind.BIGINT), "bigint", Long.MAX_VALUE),
        Case.same(SqlType.of(Kind.REAL), "real", 1.17549435E-38f),
        Case.same(SqlType.of(Kind.FLOAT), "float", -1.7976931348623157E308),
        Case.same(SqlType.decimal(5, 1), "decimal", new BigDecimal("-9999.9")),
        Case.same(SqlType.decimal(18, 4), "decimal", new BigDecimal("12345678901234.5678")),
        Case.same(SqlType.decimal(19, 0), "decimal", new BigDecimal("9999999999999999999")),
        Case.same(
            SqlType.decimal(28, 10), "decimal", new BigDecimal("123456789012345678.0123456789")),
        Case.same(
            SqlType.decimal(38, 3),
            "decimal",
            new BigDecimal("-99999999999999999999999999999999999.999")),
        Case.same(SqlType.decimal(38, 38), "decimal", new BigDecimal("0E-38")),
        Case.same(SqlType.of(Kind.MONEY), "money", new BigDecimal("-922337203685477.5808")),
        Case.same(SqlType.of(Kind.MONEY), "money", new BigDecimal("12.3456")),
        Case.same(SqlType.of(Kind.SMALLMONEY), "smallmoney", new BigDecimal("214748.3647")));
  }

  private static List<Case> times() {
    LocalDateTime moment = LocalDateTime.of(2024, 2, 29, 23, 59, 59, 997_000_000);
    OffsetDateTime offset = OffsetDateTime.parse("2024-07-01T00:30:00.1234567+05:30");
    return List.of(
        Case.same(SqlType.of(Kind.DATE), "date", LocalDate.of(1, 1, 1)),
        Case.same(SqlType.of(Kind.DATE), "date", LocalDate.of(9999, 12, 31)),
        Case.same(SqlType.fractional(Kind.TIME, 7), "time", LocalTime.of(23, 59, 59, 999_999_900)),
        Case.same(SqlType.fractional(Kind.TIME, 0), "time", LocalTime.of(1, 2, 3)),
        Case.same(SqlType.of(Kind.DATETIME), "datetime", moment),
        Case.same(
            SqlType.of(Kind.DATETIME),
            "datetime",
            LocalDateTime.of(1753, 1, 1, 0, 0, 0, 3_000_000)),
        Case.same(
            SqlType.of(Kind.SMALLDATETIME), "smalldatetime", LocalDateTime.of(2079, 6, 6, 23, 59)),
        Case.same(
            SqlType.fractional(Kind.DATETIME2, 7),
            "datetime2",
            LocalDateTime.of(1, 1, 1, 0, 0, 0, 100)),
        Case.same(
            SqlType.fractional(Kind.DATETIME2, 3),
            "datetime2",
            LocalDateTime.of(9999, 12, 31, 23, 59, 59, 999_000_000)),
        Case.same(
            SqlType.fractional(Kind.DATETIME2, 0),
            "datetime2",
            LocalDateTime.of(2013, 1, 1, 5, 17, 0)),
        Case.same(SqlType.fractional(Kind.DATETIMEOFFSET, 7), "datetimeoffset", offset),
        new Case(
            SqlType.fractional(Kind.DATETIMEOFFSET, 7),
            "datetimeoffset",
            OffsetDateTime.parse("2024-07-01T00:30-14:00"),
            DateTimeOffset.class,
            DateTimeOffset.valueOf(OffsetDateTime.parse("2024-07-01T00:30-14:00"))));
  }

  private static List<Case> texts() {
    return List.of(
        new Case(SqlType.sized(Kind.CHAR, 6), "char", "ab", String.class, "ab    "),
        Case.same(SqlType.sized(Kind.VARCHAR, 100), "varchar", "naïve \u20ac \u201Cquoted\u201D"),
        new Case(SqlType.sized(Kind.VARCHAR, 10), "varchar", "\u4e2d!", String.class, "?!"),
        Case.same(SqlType.sized(Kind.VARCHAR, 8_000), "varchar", "x".repeat(8_000)),
        Case.same(SqlType.sized(Kind.VARCHAR, 10), "varchar", ""),
        Case.same(SqlType.sized(Kind.VARCHAR, SqlType.MAX), "varchar", LONG_TEXT),
        Case.same(SqlType.sized(Kind.VARCHAR, SqlType.MAX), "varchar", ""),
        new Case(SqlType.sized(Kind.NCHAR, 4), "nchar", "\u00e4", String.class, "\u00e4   "),
        Case.same(SqlType.sized(Kind.NVARCHAR, 50), "nvarchar", "\u4e2d\u6587 \ud83d\ude00"),
        Case.same(SqlType.sized(Kind.NVARCHAR, 4_000), "nvarchar", "\u00fc".repeat(4_000)),
        Case.same(SqlType.sized(Kind.NVARCHAR, SqlType.MAX), "nvarchar", LONG_TEXT),
        Case.same(SqlType.of(Kind.TEXT), "text", LONG_TEXT),
        Case.same(SqlType.of(Kind.NTEXT), "ntext", "\u4e2d" + LONG_TEXT),
        Case.same(SqlType.of(Kind.XML), "xml", "<a b=\"\u4e2d\">" + LONG_TEXT + "</a>"));
  }

  private static List<Case> binaries() {
    byte[] large = new byte[300_000];
    new java.util.Random(7).nextBytes(large);
    return List.of(
        new Case(
            SqlType.sized(Kind.BINARY, 4),
            "binary",
            new byte[] {1, (byte) 0xFF},
            byte[].class,
            new byte[] {1, (byte) 0xFF, 0, 0}),
        Case.same(SqlType.sized(Kind.VARBINARY, 128), "varbinary", new byte[] {0, 1, 2}),
        Case.same(SqlType.sized(Kind.VARBINARY, 8_000), "varbinary", new byte[0]),
        Case.same(SqlType.sized(Kind.VARBINARY, SqlType.MAX), "varbinary", large),
        Case.same(SqlType.of(Kind.IMAGE), "image", large),
        Case.same(
            SqlType.of(Kind.ROWVERSION),
            "timestamp",
            new byte[] {0, 0, 0, 0, 0, 0, 7, (byte) 0xD1}),
        new Case(
            SqlType.of(Kind.UNIQUEIDENTIFIER),
            "uniqueidentifier",
            UUID.fromString("0123abcd-4567-89ab-cdef-0123456789ab"),
            String.class,
            "0123ABCD-4567-89AB-CDEF-0123456789AB"));
  }

  @Test
  void theCasesCoverEveryKind() {
    Set<Kind> covered = cases().map(each -> each.type().kind()).collect(Collectors.toSet());
    Set<Kind> readable = EnumSet.allOf(Kind.class);
    readable.removeIf(kind -> kind.javaClass() == Void.class);
    assertThat(covered).isEqualTo(readable);
  }

  @TestFactory
  Stream<DynamicTest> aNullableColumnHoldsTheValueAndNull() {
    return cases().map(each -> DynamicTest.dynamicTest(each.toString(), () -> check(each, true)));
  }

  @TestFactory
  Stream<DynamicTest> aNotNullColumnHoldsTheValue() {
    return cases().map(each -> DynamicTest.dynamicTest(each.toString(), () -> check(each, false)));
  }

  private static void check(Case one, boolean nullable) throws Exception {
    Column value = new Column("value", one.type(), nullable, false);
    Column after = new Column("after", SqlType.of(Kind.INT), false, false);
    Object[][] sent =
        nullable
            ? new Object[][] {{one.value(), 1}, {null, 2}, {one.value(), 3}}
            : new Object[][] {{one.value(), 1}, {one.value(), 2}};
    ScriptedEngine engine =
        new ScriptedEngine()
            .on("select", (request, out, session) -> rows(out, List.of(value, after), sent));
    try (Lab lab = Lab.plain(engine);
        Connection connection = lab.connect();
        Statement statement = connection.createStatement();
        ResultSet result = statement.executeQuery("select value")) {
      ResultSetMetaData metaData = result.getMetaData();
      assertThat(metaData.getColumnTypeName(1)).isEqualTo(one.typeName());
      assertThat(metaData.isNullable(1))
          .isEqualTo(nullable ? ResultSetMetaData.columnNullable : ResultSetMetaData.columnNoNulls);
      for (Object[] row : sent) {
        assertThat(result.next()).isTrue();
        Object read = result.getObject(1, one.read());
        assertThat(read).isEqualTo(row[0] == null ? null : one.expected());
        assertThat(result.wasNull()).isEqualTo(row[0] == null);
        assertThat(result.getInt("after")).isEqualTo(row[1]);
      }
      assertThat(result.next()).isFalse();
    }
  }

  @Test
  void precisionScaleAndIdentityReachTheClient() throws Exception {
    List<Column> columns =
        List.of(
            new Column("id", SqlType.of(Kind.INT), false, true),
            new Column("amount", SqlType.decimal(18, 4), true, false),
            new Column("at", SqlType.fractional(Kind.DATETIME2, 3), true, false),
            new Column("name", SqlType.sized(Kind.NVARCHAR, 40), true, false));
    ScriptedEngine engine =
        new ScriptedEngine().on("select", (request, out, session) -> rows(out, columns));
    try (Lab lab = Lab.plain(engine);
        Connection connection = lab.connect();
        Statement statement = connection.createStatement();
        ResultSet result = statement.executeQuery("select *")) {
      ResultSetMetaData metaData = result.getMetaData();
      assertThat(metaData.isAutoIncrement(1)).isTrue();
      assertThat(metaData.isAutoIncrement(2)).isFalse();
      assertThat(metaData.getPrecision(2)).isEqualTo(18);
      assertThat(metaData.getScale(2)).isEqualTo(4);
      assertThat(metaData.getScale(3)).isEqualTo(3);
      assertThat(metaData.getPrecision(4)).isEqualTo(40);
      assertThat(result.next()).isFalse();
    }
  }
}
