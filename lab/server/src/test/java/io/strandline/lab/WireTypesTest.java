package io.strandline.lab;

import static io.strandline.lab.WireFixture.run;
import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every type as a parameter, in a table and as a column, with a value and with NULL. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class WireTypesTest {

  /**
   * A type and a value.
   *
   * @param written what the parameter is set to
   * @param read as the driver's text of it
   */
  record Case(String type, Object written, String read) {
    @Override
    public String toString() {
      return type + " " + (read.length() > 30 ? read.length() + " characters" : read);
    }
  }

  private WireFixture wire;
  private Connection connection;
  private int tables;

  @BeforeAll
  void open() throws Exception {
    wire = new WireFixture();
    connection = wire.connect("sendTimeAsDatetime=false");
  }

  @AfterAll
  void close() throws Exception {
    connection.close();
    wire.close();
  }

  private static Case same(String type, String text) {
    return new Case(type, text, text);
  }

  static Stream<Case> cases() {
    String large = "\u4e2dx".repeat(20_000);
    List<Case> cases = new ArrayList<>();
    cases.add(same("bit", "1"));
    cases.add(same("tinyint", "255"));
    cases.add(same("smallint", "-32768"));
    cases.add(same("int", "2147483647"));
    cases.add(same("bigint", "-9223372036854775808"));
    cases.add(same("decimal(38,10)", "-1234567890123456789012345678.0123456789"));
    cases.add(same("numeric(9,2)", "1234567.89"));
    cases.add(new Case("money", "-922337203685477.5808", "-922337203685477.5808"));
    cases.add(new Case("smallmoney", "214748.3647", "214748.3647"));
    cases.add(new Case("float", -1.5e300, "-1.5E300"));
    cases.add(new Case("real", 0.5f, "0.5"));
    cases.add(same("date", "9999-12-31"));
    cases.add(same("datetime", "2026-01-02 03:04:05.007"));
    cases.add(same("smalldatetime", "2026-01-02 03:04:00.0"));
    String[] fractions = {"", ".1", ".12", ".123", ".1234", ".12345", ".123456", ".1234567"};
    for (int scale = 0; scale <= 7; scale++) {
      String fraction = fractions[scale];
      cases.add(same("time(" + scale + ")", "23:59:58" + fraction));
      cases.add(same("datetime2(" + scale + ")", "0001-01-01 00:00:01" + fraction));
      cases.add(
          same("datetimeoffset(" + scale + ")", "2026-06-01 00:30:00" + fraction + " +05:30"));
    }
    cases.add(same("char(5)", "ab   "));
    cases.add(same("varchar(8000)", "x".repeat(8_000)));
    cases.add(same("varchar(max)", "y".repeat(50_000)));
    cases.add(same("nchar(3)", "\u00e9\u4e2d "));
    cases.add(same("nvarchar(4000)", "\u00fc".repeat(4_000)));
    cases.add(same("nvarchar(max)", large));
    cases.add(same("text", "z".repeat(9_000)));
    cases.add(same("ntext", large));
    cases.add(same("xml", "<a>" + "b".repeat(9_000) + "</a>"));
    cases.add(new Case("binary(4)", new byte[] {1, (byte) 0xFF}, "01FF0000"));
    cases.add(new Case("varbinary(8000)", new byte[0], ""));
    cases.add(new Case("varbinary(max)", new byte[30_000], "00".repeat(30_000)));
    cases.add(new Case("image", new byte[] {0, 1, 2}, "000102"));
    cases.add(same("uniqueidentifier", "6F9619FF-8B86-D011-B42D-00C04FC964FF"));
    return cases.stream();
  }

  private static String text(ResultSet result, Case one) throws SQLException {
    if (one.written() instanceof byte[]) {
      byte[] bytes = result.getBytes(1);
      return bytes == null ? null : java.util.HexFormat.of().withUpperCase().formatHex(bytes);
    }
    return result.getString(1);
  }

  @ParameterizedTest
  @MethodSource("cases")
  void aValueAndNullTravelBothWays(Case one) throws Exception {
    String table = "dbo.types" + ++tables;
    run(connection, "CREATE TABLE " + table + " (v " + one.type() + " NULL)");
    for (Object value : new Object[] {one.written(), null}) {
      run(connection, "DELETE FROM " + table);
      try (PreparedStatement insert =
          connection.prepareStatement("INSERT INTO " + table + " VALUES (?)")) {
        if (value instanceof byte[] || value == null && one.written() instanceof byte[]) {
          insert.setBytes(1, (byte[]) value);
        } else {
          insert.setObject(1, value);
        }
        assertThat(insert.executeUpdate()).isOne();
      }
      try (PreparedStatement select = connection.prepareStatement("SELECT v FROM " + table);
          ResultSet result = select.executeQuery()) {
        assertThat(result.next()).isTrue();
        assertThat(text(result, one)).isEqualTo(value == null ? null : one.read());
        assertThat(result.wasNull()).isEqualTo(value == null);
        String name = one.type().replaceAll("\\(.*", "");
        assertThat(result.getMetaData().getColumnTypeName(1))
            .isEqualTo(name.equals("numeric") ? "decimal" : name);
      }
    }
  }
}
