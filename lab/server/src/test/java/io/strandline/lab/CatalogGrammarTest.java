package io.strandline.lab;

import static org.assertj.core.api.Assertions.assertThat;

import io.strandline.lab.session.SqlMessage;
import java.time.Instant;
import java.time.ZoneId;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/** Catalog views and what is told of tables, item by item of the grammar. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class CatalogGrammarTest {

  private Lab lab;
  private LabSqlRunner sql;

  @BeforeAll
  void startLab() {
    lab =
        Lab.start(
            LabConfig.stepped()
                .withZone(ZoneId.of("America/Sao_Paulo"))
                .withStart(Instant.parse("2026-03-10T15:04:05.678Z")));
    sql = lab.admin("sales");
    sql.run(
        "CREATE TABLE dbo.t (id int IDENTITY(10, 5) CONSTRAINT pk_t PRIMARY KEY, v varchar(10)"
            + " NOT NULL CONSTRAINT df_v DEFAULT 'x', n decimal(9, 2) NULL, c AS (id * 2)"
            + " PERSISTED, CONSTRAINT ck_n CHECK (n > 0))");
    sql.run("INSERT t (n) VALUES (1), (2)");
    sql.run("CREATE TABLE dbo.f (tid int CONSTRAINT fk_t REFERENCES t (id), s sysname)");
  }

  @AfterAll
  void closeLab() {
    lab.close();
  }

  private void rows(String query, String... expected) {
    assertThat(ResultText.rows(sql.query(query))).containsExactly(expected);
  }

  private void error(int number, String text) {
    List<SqlMessage> errors = sql.record(text).errors();
    assertThat(errors).as(text).extracting(SqlMessage::number).containsExactly(number);
  }

  @Test
  @Tag("V2")
  void tablesAndColumns() {
    rows(
        "SELECT c.name, ty.name, c.max_length, c.precision, c.scale, c.is_nullable, c.is_identity,"
            + " c.is_computed FROM sys.columns c JOIN sys.types ty ON ty.user_type_id ="
            + " c.user_type_id JOIN sys.tables t ON t.object_id = c.object_id JOIN sys.schemas s"
            + " ON s.schema_id = t.schema_id WHERE t.name IN ('t', 'f') AND s.name = 'dbo' ORDER BY"
            + " t.name DESC, c.column_id",
        "id|int|4|10|0|false|true|false",
        "v|varchar|10|0|0|false|false|false",
        "n|decimal|5|9|2|true|false|false",
        "c|int|4|10|0|true|false|true",
        "tid|int|4|10|0|true|false|false",
        "s|sysname|256|0|0|false|false|false");
    rows(
        "SELECT type, name FROM sys.objects WHERE parent_object_id <> 0 AND is_ms_shipped = 0"
            + " ORDER BY type",
        "C |ck_n",
        "D |df_v",
        "F |fk_t",
        "PK|pk_t");
  }

  @Test
  @Tag("V3")
  void keysAndIndexes() {
    rows(
        "SELECT k.name, k.type, i.type_desc, i.is_primary_key, col.name FROM sys.key_constraints k"
            + " JOIN sys.indexes i ON i.object_id = k.parent_object_id AND i.index_id ="
            + " k.unique_index_id JOIN sys.index_columns ic ON ic.object_id = i.object_id AND"
            + " ic.index_id = i.index_id JOIN sys.columns col ON col.object_id = ic.object_id AND"
            + " col.column_id = ic.column_id WHERE k.parent_object_id = OBJECT_ID('t')",
        "pk_t|PK|CLUSTERED|true|id");
  }

  @Test
  @Tag("V8")
  void partitionsOfHeapsAndIndexes() {
    String query =
        "SELECT p.index_id, p.partition_number FROM sys.partitions AS p WHERE p.object_id ="
            + " OBJECT_ID('t') AND p.index_id IN (0, 1)";
    rows(query, "1|1");
    sql.run("EXEC lab.partitioned N't', 2");
    rows(query, "1|1", "1|2");
  }

  @Test
  @Tag("V4")
  void columnsOfTheServersMaking() {
    rows(
        "SELECT name, definition, is_persisted FROM sys.computed_columns WHERE object_id ="
            + " OBJECT_ID('t')",
        "c|(id * 2)|true");
    rows(
        "SELECT name, seed_value, increment_value, last_value FROM sys.identity_columns WHERE"
            + " object_id = OBJECT_ID('t')",
        "id|10|5|15");
    rows(
        "SELECT d.name, d.definition, c.name FROM sys.default_constraints d JOIN sys.columns c ON"
            + " c.default_object_id = d.object_id",
        "df_v|('x')|v");
    rows("SELECT name, definition FROM sys.check_constraints", "ck_n|(n > 0)");
    rows(
        "SELECT k.name, delete_referential_action_desc, c.parent_column_id, c.referenced_column_id"
            + " FROM sys.foreign_keys k JOIN sys.foreign_key_columns c ON c.constraint_object_id ="
            + " k.object_id",
        "fk_t|NO_ACTION|1|1");
  }

  @Test
  @Tag("V2")
  void informationSchema() {
    rows(
        "SELECT TABLE_NAME, TABLE_TYPE FROM INFORMATION_SCHEMA.TABLES ORDER BY 1",
        "f|BASE TABLE",
        "t|BASE TABLE");
    rows(
        "SELECT COLUMN_NAME, ORDINAL_POSITION, COLUMN_DEFAULT, IS_NULLABLE, DATA_TYPE,"
            + " CHARACTER_MAXIMUM_LENGTH, NUMERIC_PRECISION FROM INFORMATION_SCHEMA.COLUMNS WHERE"
            + " TABLE_NAME = 't' AND TABLE_SCHEMA = 'dbo' ORDER BY ORDINAL_POSITION",
        "id|1|NULL|NO|int|NULL|10",
        "v|2|('x')|NO|varchar|10|NULL",
        "n|3|NULL|YES|decimal|NULL|9",
        "c|4|NULL|YES|int|NULL|10");
    rows(
        "SELECT tc.CONSTRAINT_TYPE, k.COLUMN_NAME FROM INFORMATION_SCHEMA.TABLE_CONSTRAINTS tc JOIN"
            + " INFORMATION_SCHEMA.KEY_COLUMN_USAGE k ON k.CONSTRAINT_NAME = tc.CONSTRAINT_NAME"
            + " ORDER BY 1",
        "FOREIGN KEY|tid",
        "PRIMARY KEY|id");
    error(208, "SELECT * FROM INFORMATION_SCHEMA.VIEWS");
  }

  @Test
  void timeZones() {
    rows(
        "SELECT name, current_utc_offset, is_currently_dst FROM sys.time_zone_info WHERE name IN"
            + " ('UTC', 'Eastern Standard Time') ORDER BY name",
        "Eastern Standard Time|-04:00|true",
        "UTC|+00:00|false");
  }

  @Test
  @Tag("V6")
  void servicesOfTheServer() {
    rows(
        "SELECT servicename, status, status_desc FROM sys.dm_server_services WHERE servicename"
            + " LIKE 'SQL Server (%'",
        "SQL Server (MSSQLSERVER)|4|Running");
  }

  @Test
  @Tag("F9.7")
  void spaceWaitsAndColumnsNeedNoGrantOfTheirOwn() {
    sql.run(
        "CREATE LOGIN reader WITH PASSWORD = 'x'; CREATE USER reader; GRANT SELECT ON t TO"
            + " reader");
    try (LabSqlRunner reader = lab.login("reader", "x", "sales")) {
      LabResult space = reader.query("EXEC sys.sp_spaceused N'dbo.t'");
      assertThat(space.columns())
          .extracting(column -> column.name())
          .containsExactly("name", "rows", "reserved", "data", "index_size", "unused");
      assertThat(space.rows().get(0)[1]).isEqualTo("2                   ");
      assertThat(
              ResultText.rows(
                  reader.query(
                      "SELECT name, collation_name, is_computed FROM sys.columns WHERE object_id ="
                          + " OBJECT_ID('dbo.t') AND column_id IN (2, 4) ORDER BY column_id")))
          .containsExactly("v|SQL_Latin1_General_CP1_CI_AS|false", "c|NULL|true");
      assertThat(reader.query("SELECT * FROM sys.dm_exec_session_wait_stats").rows()).isEmpty();
      assertThat(reader.record("EXEC sp_spaceused 'dbo.f'").errors())
          .extracting(SqlMessage::number)
          .containsExactly(15009);
    }
  }
}
