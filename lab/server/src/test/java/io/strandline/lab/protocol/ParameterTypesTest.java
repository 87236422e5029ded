package io.strandline.lab.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.sqlserver.jdbc.SQLServerPreparedStatement;
import io.strandline.lab.session.Parameter;
import io.strandline.lab.session.SqlRequest;
import io.strandline.lab.session.SqlType;
import io.strandline.lab.session.SqlType.Kind;
import java.math.BigDecimal;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.Types;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.util.List;
import java.util.Locale;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/** What the driver's setters send, as the engine gets it. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ParameterTypesTest {

  private Lab lab;
  private Connection connection;

  @BeforeAll
  void open() throws Exception {
    lab = Lab.plain(new ScriptedEngine());
    connection = lab.connect("encrypt=false;sendTimeAsDatetime=false");
  }

  @AfterAll
  void close() throws Exception {
    connection.close();
    lab.close();
  }

  /** Sets one parameter. */
  interface Setter {
    void set(SQLServerPreparedStatement statement) throws Exception;
  }

  private Parameter sent(Setter setter) throws Exception {
    try (PreparedStatement statement = connection.prepareStatement("insert t values (?)")) {
      setter.set(statement.unwrap(SQLServerPreparedStatement.class));
      statement.execute();
    }
    SqlRequest.Text text =
        (SqlRequest.Text) lab.engine.requests.get(lab.engine.requests.size() - 1);
    assertThat(text.sql().strip()).isEqualTo("insert t values (@P0)");
    assertThat(text.parameters()).hasSize(1);
    return text.parameters().get(0);
  }

  private static Parameter parameter(SqlType type, Object value) {
    return new Parameter("@P0", type, value, false);
  }

  @Test
  void numbers() throws Exception {
    assertThat(sent(s -> s.setBoolean(1, true))).isEqualTo(parameter(SqlType.of(Kind.BIT), true));
    assertThat(sent(s -> s.setShort(1, (short) -5)))
        .isEqualTo(parameter(SqlType.of(Kind.SMALLINT), -5));
    assertThat(sent(s -> s.setObject(1, (short) 200, Types.TINYINT)))
        .isEqualTo(parameter(SqlType.of(Kind.TINYINT), 200));
    assertThat(sent(s -> s.setInt(1, Integer.MIN_VALUE)))
        .isEqualTo(parameter(SqlType.of(Kind.INT), Integer.MIN_VALUE));
    assertThat(sent(s -> s.setLong(1, Long.MIN_VALUE)))
        .isEqualTo(parameter(SqlType.of(Kind.BIGINT), Long.MIN_VALUE));
    assertThat(sent(s -> s.setFloat(1, 1.5f))).isEqualTo(parameter(SqlType.of(Kind.REAL), 1.5f));
    assertThat(sent(s -> s.setDouble(1, Math.PI)))
        .isEqualTo(parameter(SqlType.of(Kind.FLOAT), Math.PI));
    BigDecimal wide = new BigDecimal("-12345678901234567890123456789012345.678");
    assertThat(sent(s -> s.setBigDecimal(1, wide)))
        .isEqualTo(parameter(SqlType.decimal(38, 3), wide));
    assertThat(sent(s -> s.setMoney(1, new BigDecimal("-12.3456"))))
        .isEqualTo(parameter(SqlType.of(Kind.MONEY), new BigDecimal("-12.3456")));
    // The driver sends a smallmoney as a money.
    assertThat(sent(s -> s.setSmallMoney(1, new BigDecimal("7.0001"))))
        .isEqualTo(parameter(SqlType.of(Kind.MONEY), new BigDecimal("7.0001")));
  }

  @Test
  void times() throws Exception {
    assertThat(sent(s -> s.setObject(1, LocalDate.of(1, 1, 1))))
        .isEqualTo(parameter(SqlType.of(Kind.DATE), LocalDate.of(1, 1, 1)));
    LocalTime time = LocalTime.of(23, 59, 59, 999_999_900);
    assertThat(sent(s -> s.setObject(1, time)))
        .isEqualTo(parameter(SqlType.fractional(Kind.TIME, 7), time));
    LocalDateTime precise = LocalDateTime.of(2013, 1, 1, 5, 17, 0, 123_456_700);
    assertThat(sent(s -> s.setObject(1, precise)))
        .isEqualTo(parameter(SqlType.fractional(Kind.DATETIME2, 7), precise));
    OffsetDateTime offset = OffsetDateTime.parse("2024-07-01T00:30:00.1234567-03:00");
    assertThat(sent(s -> s.setObject(1, offset)))
        .isEqualTo(parameter(SqlType.fractional(Kind.DATETIMEOFFSET, 7), offset));
  }

  @Test
  void texts() throws Exception {
    assertThat(sent(s -> s.setString(1, "\u4e2d \ud83d\ude00")))
        .isEqualTo(parameter(SqlType.sized(Kind.NVARCHAR, 4_000), "\u4e2d \ud83d\ude00"));
    assertThat(sent(s -> s.setString(1, "")))
        .isEqualTo(parameter(SqlType.sized(Kind.NVARCHAR, 4_000), ""));
    String large = "\u00e4".repeat(100_000);
    assertThat(sent(s -> s.setString(1, large)))
        .isEqualTo(parameter(SqlType.sized(Kind.NVARCHAR, SqlType.MAX), large));
    UUID uuid = UUID.fromString("0123abcd-4567-89ab-cdef-0123456789ab");
    assertThat(sent(s -> s.setUniqueIdentifier(1, uuid.toString().toUpperCase(Locale.ROOT))))
        .isEqualTo(parameter(SqlType.of(Kind.UNIQUEIDENTIFIER), uuid));
    java.sql.SQLXML xml = connection.createSQLXML();
    xml.setString("<a>\u4e2d</a>");
    assertThat(sent(s -> s.setSQLXML(1, xml)))
        .isEqualTo(parameter(SqlType.of(Kind.XML), "<a>\u4e2d</a>"));
  }

  @Test
  void theOldDateTime() throws Exception {
    try (Connection old = lab.connect("encrypt=false;datetimeParameterType=datetime");
        PreparedStatement statement = old.prepareStatement("insert t values (?)")) {
      statement.setTimestamp(1, java.sql.Timestamp.valueOf("2024-02-29 23:59:59.996"));
      statement.execute();
      SqlRequest.Text text =
          (SqlRequest.Text) lab.engine.requests.get(lab.engine.requests.size() - 1);
      assertThat(text.parameters())
          .isEqualTo(
              List.of(
                  parameter(
                      SqlType.of(Kind.DATETIME),
                      LocalDateTime.of(2024, 2, 29, 23, 59, 59, 997_000_000))));
    }
  }

  @Test
  void textInTheCodePage() throws Exception {
    try (Connection ansi = lab.connect("encrypt=false;sendStringParametersAsUnicode=false");
        PreparedStatement statement = ansi.prepareStatement("insert t values (?)")) {
      statement.setString(1, "na\u00efve \u20ac");
      statement.execute();
      SqlRequest.Text text =
          (SqlRequest.Text) lab.engine.requests.get(lab.engine.requests.size() - 1);
      assertThat(text.parameters())
          .isEqualTo(List.of(parameter(SqlType.sized(Kind.VARCHAR, 8_000), "na\u00efve \u20ac")));
    }
  }

  @Test
  void binaries() throws Exception {
    Parameter small = sent(s -> s.setBytes(1, new byte[] {0, 1, (byte) 0xFF}));
    assertThat(small.type()).isEqualTo(SqlType.sized(Kind.VARBINARY, 8_000));
    assertThat((byte[]) small.value()).containsExactly(0, 1, 0xFF);
    byte[] bytes = new byte[100_000];
    new java.util.Random(3).nextBytes(bytes);
    Parameter large = sent(s -> s.setBytes(1, bytes));
    assertThat(large.type()).isEqualTo(SqlType.sized(Kind.VARBINARY, SqlType.MAX));
    assertThat((byte[]) large.value()).isEqualTo(bytes);
  }

  @Test
  void nulls() throws Exception {
    assertThat(sent(s -> s.setNull(1, Types.INTEGER)))
        .isEqualTo(parameter(SqlType.of(Kind.INT), null));
    assertThat(sent(s -> s.setNull(1, Types.NVARCHAR)))
        .isEqualTo(parameter(SqlType.sized(Kind.NVARCHAR, 4_000), null));
    assertThat(sent(s -> s.setNull(1, Types.DATE)))
        .isEqualTo(parameter(SqlType.of(Kind.DATE), null));
    assertThat(sent(s -> s.setNull(1, Types.LONGNVARCHAR)))
        .isEqualTo(parameter(SqlType.sized(Kind.NVARCHAR, SqlType.MAX), null));
    for (int type :
        new int[] {
          Types.BIT,
          Types.TINYINT,
          Types.SMALLINT,
          Types.BIGINT,
          Types.REAL,
          Types.DOUBLE,
          Types.DECIMAL,
          Types.TIME,
          Types.TIMESTAMP,
          Types.CHAR,
          Types.VARCHAR,
          Types.NCHAR,
          Types.BINARY,
          Types.VARBINARY,
          Types.LONGVARBINARY,
          Types.SQLXML,
          microsoft.sql.Types.DATETIMEOFFSET,
          microsoft.sql.Types.GUID
        }) {
      assertThat(sent(s -> s.setNull(1, type)).value()).as("JDBC type %d", type).isNull();
    }
  }
}
