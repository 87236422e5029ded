package io.strandline.lab;

import static org.assertj.core.api.Assertions.assertThat;

import io.strandline.lab.session.SqlMessage;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Alias types: made, used in columns, shown by the catalog, captured and dropped. */
class AliasTypesTest {

  private Lab lab;
  private LabSqlRunner sql;

  @BeforeEach
  void startLab() {
    lab = Lab.start(LabConfig.stepped());
    sql = lab.admin("sales");
    sql.run("CREATE SCHEMA ops");
    sql.run("CREATE TYPE dbo.Name FROM nvarchar(50) NOT NULL");
    sql.run("CREATE TYPE Amount FROM numeric(9, 2)");
    sql.run("CREATE TYPE ops.[Odd ]]type.1] FROM varbinary(max) NULL;");
  }

  @AfterEach
  void closeLab() {
    sql.close();
    lab.close();
  }

  private void rows(String query, String... expected) {
    assertThat(ResultText.rows(sql.query(query))).containsExactly(expected);
  }

  private void error(int number, String text) {
    List<SqlMessage> errors = sql.record(text).errors();
    assertThat(errors).as(text).extracting(SqlMessage::number).containsExactly(number);
  }

  private String errorText(String text) {
    return sql.record(text).errors().get(0).text();
  }

  @Test
  @Tag("W15")
  @Tag("V2")
  void typesAreShownWithWhatTheyAreMadeOf() {
    rows(
        "SELECT s.name, t.name, t.system_type_id, t.user_type_id, t.max_length, t.precision,"
            + " t.scale, t.is_nullable, t.is_user_defined, t.collation_name FROM sys.types AS t"
            + " INNER JOIN sys.schemas AS s ON s.schema_id = t.schema_id WHERE t.user_type_id >="
            + " 256 ORDER BY t.user_type_id",
        "sys|sysname|231|256|256|0|0|false|false|SQL_Latin1_General_CP1_CI_AS",
        "dbo|Name|231|257|100|0|0|false|true|SQL_Latin1_General_CP1_CI_AS",
        "dbo|Amount|108|258|5|9|2|true|true|NULL",
        "ops|Odd ]type.1|165|259|-1|0|0|true|true|NULL");
    rows("SELECT name FROM sys.types WHERE user_type_id = 231", "nvarchar");
  }

  @Test
  @Tag("W15")
  @Tag("V2")
  void columnsTakeTypeAndNullabilityFromTheirAlias() {
    sql.run(
        "CREATE TABLE t (id int NOT NULL PRIMARY KEY, a Name, b dbo.name NULL, c [dbo].[Amount],"
            + " d AMOUNT NOT NULL DEFAULT 1, e ops.[Odd ]]type.1], f sysname)");
    sql.run("INSERT t (id, a, c, e, f) VALUES (1, N'x', 1.005, 0x01, N'n')");
    sql.run("ALTER TABLE t ADD g Name NULL, h dbo.Amount NOT NULL DEFAULT 2");
    sql.run("ALTER TABLE t ALTER COLUMN b Amount");

    rows(
        "SELECT c.name, c.system_type_id, c.user_type_id, c.max_length, c.precision, c.scale,"
            + " c.is_nullable FROM sys.columns AS c WHERE c.object_id = OBJECT_ID(N't') AND"
            + " c.column_id > 1 ORDER BY c.column_id",
        "a|231|257|100|0|0|false",
        "b|108|258|5|9|2|true",
        "c|108|258|5|9|2|true",
        "d|108|258|5|9|2|false",
        "e|165|259|-1|0|0|true",
        "f|231|256|256|0|0|false",
        "g|231|257|100|0|0|true",
        "h|108|258|5|9|2|false");
    rows(
        "SELECT COLUMN_NAME, DATA_TYPE FROM INFORMATION_SCHEMA.COLUMNS WHERE TABLE_NAME = 't' AND"
            + " ORDINAL_POSITION BETWEEN 2 AND 4 ORDER BY ORDINAL_POSITION",
        "a|nvarchar",
        "b|numeric",
        "c|numeric");
    assertThat(sql.query("EXEC sp_columns_100 N't'").rows())
        .extracting(row -> row[3] + " " + row[4] + " " + row[5])
        .contains("a -9 Name", "c 2 Amount", "f -9 sysname");
    rows("SELECT a, b, c, d, e, f, g, h FROM t", "x|NULL|1.01|1.00|0x01|n|NULL|2.00");
    error(515, "INSERT t (id, c, f) VALUES (2, 1, N'n')");
    error(4901, "ALTER TABLE t ADD i Name");
  }

  @Test
  @Tag("W15")
  void tableVariablesKnowTheDatabasesTypesAndTemporaryTablesDoNot() {
    rows(
        "DECLARE @v TABLE (n Name, a Amount); INSERT @v VALUES (N'x', 2); SELECT n, a FROM @v",
        "x|2.00");
    error(2715, "CREATE TABLE #t (id int, n Name)");
    error(243, "SELECT CAST(N'x' AS Name)");
  }

  @Test
  @Tag("W15")
  void whatIsNoTypeIsRefusedByPlaceAndName() {
    assertThat(errorText("CREATE TABLE u (id int, n dbo.Nome)"))
        .isEqualTo("Column, parameter, or variable #2: Cannot find data type dbo.Nome.");
    error(2715, "CREATE TABLE u (n dbo.int)");
    assertThat(errorText("CREATE TABLE u (n Name(10))"))
        .isEqualTo(
            "Column, parameter, or variable #1: Cannot specify a column width on data type"
                + " Name.");
    sql.run("CREATE TABLE u (n sys.int, m [nvarchar](3), k numeric(3))");
    error(2715, "ALTER TABLE u ADD o nothing");
    error(219, "CREATE TYPE name FROM int");
    error(222, "CREATE TYPE x FROM Name");
    error(222, "CREATE TYPE x FROM sysname");
    error(222, "CREATE TYPE x FROM xml");
    error(222, "CREATE TYPE x FROM rowversion");
    error(2760, "CREATE TYPE nowhere.x FROM int");
    error(156, "CREATE TYPE x AS TABLE (id int)");
  }

  @Test
  @Tag("W15")
  void droppedTypesAreGoneUnlessTheyAreUsed() {
    sql.run("CREATE TABLE t (id int, a Amount)");
    assertThat(errorText("DROP TYPE dbo.Amount"))
        .isEqualTo(
            "Cannot drop type 'dbo.Amount' because it is being referenced by object 't'. There may"
                + " be other objects that reference this type.");
    error(3729, "DROP SCHEMA ops");
    sql.run("DROP TABLE t; DROP TYPE Amount; DROP TYPE IF EXISTS Amount; DROP TYPE dbo.name");
    error(218, "DROP TYPE Amount");
    sql.run(
        "BEGIN TRANSACTION; DROP TYPE ops.[Odd ]]type.1]; CREATE TYPE Other FROM int; ROLLBACK");
    rows("SELECT name FROM sys.types WHERE is_user_defined = 1", "Odd ]type.1");
    sql.run("DROP TYPE ops.[Odd ]]type.1]; DROP SCHEMA ops");
  }

  @Test
  @Tag("W15")
  void onlyTheOwnerMakesDropsAndSeesThem() {
    sql.run("CREATE TABLE t (id int, a Amount)");
    sql.run("CREATE LOGIN r WITH PASSWORD = 'x'; CREATE USER r; GRANT SELECT ON t TO r");
    try (LabSqlRunner reader = lab.login("r", "x", "sales")) {
      assertThat(reader.record("CREATE TYPE x FROM int").errors())
          .extracting(SqlMessage::number)
          .containsExactly(262);
      assertThat(reader.record("DROP TYPE Amount").errors())
          .extracting(SqlMessage::number)
          .containsExactly(218);
      assertThat(
              ResultText.rows(
                  reader.query(
                      "SELECT c.name, c.user_type_id, t.name FROM sys.columns AS c LEFT JOIN"
                          + " sys.types AS t ON t.user_type_id = c.user_type_id WHERE c.object_id ="
                          + " OBJECT_ID(N't')")))
          .containsExactly("id|56|int", "a|258|NULL");
    }
  }

  @Test
  @Tag("W15")
  @Tag("F1.4.13")
  void captureKnowsThemByTheirBaseTypes() {
    sql.run("EXEC sys.sp_cdc_enable_db");
    sql.run("CREATE TABLE t (id int NOT NULL PRIMARY KEY, a Name, b Amount, c ops.[Odd ]]type.1])");
    sql.run(
        "EXEC sys.sp_cdc_enable_table @source_schema = N'dbo', @source_name = N't', @role_name ="
            + " NULL");
    sql.run("INSERT t VALUES (1, N'x', 2, 0x01)");
    lab.database("sales").capture().drain();

    assertThat(sql.query("EXEC sys.sp_cdc_get_captured_columns N'dbo_t'").rows())
        .extracting(row -> row[3] + " " + row[6] + " " + row[7] + " " + row[8] + " " + row[10])
        .containsExactly(
            "id int null 10 0",
            "a nvarchar 50 null null",
            "b decimal null 9 2",
            "c varbinary -1 null null");
    rows(
        "SELECT column_name, column_type FROM cdc.captured_columns ORDER BY column_ordinal",
        "id|int",
        "a|nvarchar",
        "b|decimal",
        "c|varbinary");
    rows(
        "SELECT name, user_type_id, is_nullable FROM sys.columns WHERE object_id ="
            + " OBJECT_ID(N'cdc.dbo_t_CT') AND name IN ('a', 'b', 'c') ORDER BY column_id",
        "a|231|true",
        "b|106|true",
        "c|165|true");
    rows("SELECT a, b, c FROM cdc.dbo_t_CT", "x|2.00|0x01");
  }
}
