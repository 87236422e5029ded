package io.strandline.checks.conformance;

import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.util.HexFormat;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Types and values in the one form that the script writes them in. */
final class CanonicalText {

  private static final int MAX_LENGTH = 1_073_741_823;

  private CanonicalText() {}

  /** A column's T-SQL type. */
  static String type(ResultSetMetaData columns, int column) throws SQLException {
    String name =
        columns.getColumnTypeName(column).toLowerCase(Locale.ROOT).replace(" identity", "");
    return switch (name) {
      case "decimal", "numeric" ->
          "decimal(" + columns.getPrecision(column) + "," + columns.getScale(column) + ")";
      case "char", "varchar", "nchar", "nvarchar", "binary", "varbinary" ->
          name + "(" + length(columns.getPrecision(column)) + ")";
      case "time", "datetime2", "datetimeoffset" -> name + "(" + columns.getScale(column) + ")";
      default -> name;
    };
  }

  private static String length(int precision) {
    return precision >= MAX_LENGTH ? "max" : Integer.toString(precision);
  }

  /** A type without its length. */
  static String base(String type) {
    int parenthesis = type.indexOf('(');
    return parenthesis < 0 ? type : type.substring(0, parenthesis);
  }

  /** The value of the current row. */
  static @Nullable String value(ResultSet row, int column, String type) throws SQLException {
    String text =
        switch (base(type)) {
          case "bit" -> row.getBoolean(column) ? "1" : "0";
          case "decimal", "money", "smallmoney" -> {
            var number = row.getBigDecimal(column);
            yield number == null ? "" : number.toPlainString();
          }
          case "float" -> Double.toString(row.getDouble(column));
          case "real" -> Float.toString(row.getFloat(column));
          case "binary", "varbinary", "image", "timestamp" -> {
            byte[] bytes = row.getBytes(column);
            yield bytes == null ? "" : "0x" + HexFormat.of().withUpperCase().formatHex(bytes);
          }
          default -> String.valueOf(row.getString(column));
        };
    return row.wasNull() ? null : text;
  }

  /** Whether a value is the expected one; moments may differ in zeros at their end. */
  static boolean same(String expected, String actual, String type) {
    return switch (base(type)) {
      case "float" -> Double.parseDouble(expected) == Double.parseDouble(actual);
      case "real" -> Float.parseFloat(expected) == Float.parseFloat(actual);
      case "time", "datetime", "smalldatetime", "datetime2", "datetimeoffset" ->
          moment(expected).equals(moment(actual));
      default -> expected.equals(actual);
    };
  }

  private static String moment(String text) {
    return text.replaceFirst("(\\.\\d*?)0+(?= |$)", "$1").replaceFirst("\\.(?= |$)", "");
  }
}
