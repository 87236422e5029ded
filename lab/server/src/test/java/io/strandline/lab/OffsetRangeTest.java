package io.strandline.lab;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A datetimeoffset is in the years 1 to 9999 in UTC too (documented). */
@Timeout(60)
class OffsetRangeTest {

  private WireFixture wire;
  private Connection connection;

  @BeforeEach
  void open() throws Exception {
    wire = new WireFixture(LabConfig.stepped());
    connection = wire.connect();
    WireFixture.run(connection, "CREATE TABLE dbo.t (at datetimeoffset(7) NOT NULL)");
  }

  @AfterEach
  void close() throws Exception {
    connection.close();
    wire.close();
  }

  private int error(String text) throws SQLException {
    try {
      WireFixture.rows(connection, text);
      return 0;
    } catch (SQLException e) {
      return e.getErrorCode();
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "241|CAST('9999-12-31T23:59:59.9999999-14:00' AS datetimeoffset(7))",
        "241|CAST('0001-01-01T00:00:00+14:00' AS datetimeoffset(7))",
        "241|CAST('9999-12-31T10:00:00-14:00' AS datetimeoffset(0))",
        "0|CAST('9999-12-31T23:59:59.9999999+00:00' AS datetimeoffset(7))",
        "0|CAST('9999-12-31T09:59:59.9999999-14:00' AS datetimeoffset(7))",
        "0|CAST('0001-01-01T14:00:00+14:00' AS datetimeoffset(7))",
        "242|TODATETIMEOFFSET(CAST('9999-12-31T23:00:00' AS datetime2(7)), '-01:00')",
        "0|TODATETIMEOFFSET(CAST('9999-12-31T23:00:00' AS datetime2(7)), '+01:00')",
        "242|TODATETIMEOFFSET(CAST('0001-01-01' AS datetime2(3)), '+00:01')",
        "242|SWITCHOFFSET(CAST('9999-12-31T23:00:00+00:00' AS datetimeoffset(7)), '+01:00')",
        "242|SWITCHOFFSET(CAST('0001-01-01T00:00:00+00:00' AS datetimeoffset(7)), '-01:00')",
        "242|CAST('9999-12-31T23:00:00' AS datetime2(7)) AT TIME ZONE 'Eastern Standard Time'",
        "242|CAST('0001-01-01T00:00:00+00:00' AS datetimeoffset(7))"
            + " AT TIME ZONE 'Eastern Standard Time'",
        "517|DATEADD(hour, 1, CAST('9999-12-31T22:30:00-01:00' AS datetimeoffset(7)))"
      })
  void timesOutOfRangeAreRefused(int number, String value) throws Exception {
    assertThat(error("SELECT " + value)).isEqualTo(number);
    assertThat(error("INSERT t OUTPUT inserted.at VALUES (" + value + ")")).isEqualTo(number);
    assertThat(WireFixture.rows(connection, "SELECT at FROM t")).hasSize(number == 0 ? 1 : 0);
  }

  @Test
  void textParametersAreRefusedAlike() throws Exception {
    try (PreparedStatement insert = connection.prepareStatement("INSERT t VALUES (?)")) {
      insert.setString(1, "0001-01-01T00:00:00+14:00");
      assertThatThrownBy(insert::executeUpdate)
          .isInstanceOfSatisfying(
              SQLException.class, e -> assertThat(e.getErrorCode()).isEqualTo(241));
    }
    assertThat(WireFixture.rows(connection, "SELECT at FROM t")).isEmpty();
  }

  @Test
  void typedParametersAreRefusedAlike() throws Exception {
    try (PreparedStatement insert = connection.prepareStatement("INSERT t VALUES (?)")) {
      // 9999-12-31T23:30 in UTC, a time of the year 10000 at the offset.
      insert.setObject(
          1,
          microsoft.sql.DateTimeOffset.valueOf(
              java.sql.Timestamp.from(java.time.Instant.parse("9999-12-31T23:30:00Z")), 60));
      assertThatThrownBy(insert::executeUpdate)
          .isInstanceOfSatisfying(
              SQLException.class, e -> assertThat(e.getErrorCode()).isEqualTo(242));
    }
    assertThat(WireFixture.rows(connection, "SELECT at FROM t")).isEmpty();
  }
}
