package io.strandline.debezium;

import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;

/** The columns of a table that has one of every mapped type, and values for them. */
final class Types {

  /** A column and some values as SQL. */
  private record TypedColumn(String name, String type, List<String> values) {}

  // Debezium counts datetime2 in nanoseconds of a long, which ends in 2262.
  private static final List<TypedColumn> COLUMNS =
      List.of(
          column("c_bit", "bit", "0", "1"),
          column("c_tinyint", "tinyint", "0", "255"),
          column("c_smallint", "smallint", "-32768", "32767"),
          column("c_int", "int", "-2147483648", "2147483647", "0"),
          column("c_bigint", "bigint", "CAST('-9223372036854775808' AS bigint)", "12"),
          column("c_decimal", "decimal(38,10)", "9999999999999999999999999999.9999999999", "-0.5"),
          column("c_numeric", "numeric(9,2)", "1234567.89", "-0.01"),
          column("c_money", "money", "922337203685477.5807", "-922337203685477.5808"),
          column("c_smallmoney", "smallmoney", "214748.3647", "-214748.3648"),
          column("c_real", "real", "1.5E0", "-3.25E30"),
          column("c_float", "float", "1.7976931348623157E308", "-0.1E0"),
          column("c_date", "date", "'0001-01-01'", "'9999-12-31'", "'2026-03-08'"),
          column("c_time7", "time(7)", "'23:59:59.9999999'", "'00:00:00'"),
          column("c_time3", "time(3)", "'00:00:00.001'", "'12:34:56.789'"),
          column("c_time0", "time(0)", "'23:59:59'"),
          column("c_datetime", "datetime", "'1753-01-01T00:00:00'", "'2026-03-08T02:30:00.997'"),
          column("c_smalldatetime", "smalldatetime", "'1900-01-01'", "'2079-06-06T23:59:00'"),
          column("c_datetime2", "datetime2(7)", "'1700-02-28T23:59:59.1234567'", "'2261-12-31'"),
          column("c_datetime2_3", "datetime2(3)", "'2026-11-01T01:30:00.123'"),
          column(
              "c_datetimeoffset",
              "datetimeoffset(7)",
              "'2026-03-02T12:34:56.1234567-03:00'",
              "'2026-11-01T01:30:00+14:00'"),
          column("c_char", "char(10)", "'abc'", "''"),
          column("c_varchar", "varchar(40)", "N'café'", "''", "'it''s'"),
          column("c_nchar", "nchar(5)", "N'Ωδός'", "N''"),
          column("c_nvarchar", "nvarchar(40)", "N'日本 😀'", "N''"),
          column("c_xml", "xml", "N'<a b=\"1\">x</a>'", "N'<c/>'"),
          column("c_guid", "uniqueidentifier", "'0E984725-C51C-4BF4-9960-E1C80E27ABA0'"),
          column("c_binary", "binary(4)", "0x01020304", "0x00"),
          column("c_varbinary", "varbinary(20)", "0x", "0xFF00FF"),
          column("c_sysname", "sysname NULL", "N'object'"),
          column("c_varchar_max", "varchar(max)", "REPLICATE('v', 300)", "'short'"),
          column("c_nvarchar_max", "nvarchar(max)", "REPLICATE(N'Ω', 200)", "N'kurz'"),
          column("c_varbinary_max", "varbinary(max)", "0x0102", "0xAABBCCDD"),
          column("c_text", "text", "'text one'", "'text two'"),
          column("c_ntext", "ntext", "N'ntext Ω'", "N'ntext two'"),
          column("c_image", "image", "0x10", "0x2020"));

  private Types() {}

  private static TypedColumn column(String name, String type, String... values) {
    return new TypedColumn(name, type, List.of(values));
  }

  static String definition() {
    return "(id int NOT NULL PRIMARY KEY, "
        + COLUMNS.stream().map(c -> c.name() + " " + c.type()).collect(Collectors.joining(", "))
        + ", c_rowversion rowversion)";
  }

  /** An INSERT of a row whose values are all the first ones, all NULL, or mixed. */
  static String insert(int id, Random random) {
    int kind = random.nextInt(4);
    return "INSERT INTO dbo.types (id, "
        + COLUMNS.stream().map(TypedColumn::name).collect(Collectors.joining(", "))
        + ") VALUES ("
        + id
        + ", "
        + COLUMNS.stream()
            .map(c -> kind == 0 ? "NULL" : kind == 1 ? c.values().get(0) : value(c, random))
            .collect(Collectors.joining(", "))
        + ")";
  }

  /** An UPDATE of one to three columns of a row. */
  static String update(int id, Random random) {
    int first = random.nextInt(COLUMNS.size() - 2);
    return "UPDATE dbo.types SET "
        + COLUMNS.subList(first, first + 1 + random.nextInt(3)).stream()
            .map(c -> c.name() + " = " + value(c, random))
            .collect(Collectors.joining(", "))
        + " WHERE id = "
        + id;
  }

  private static String value(TypedColumn column, Random random) {
    int value = random.nextInt(column.values().size() + 1);
    return value == 0 ? "NULL" : column.values().get(value - 1);
  }
}
