package io.strandline.lab.cdc;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The exact shapes of capture's catalog tables and procedures (facts 1). */
class CatalogShapeTest {

  private CdcScene cdc;

  @BeforeEach
  void start() {
    cdc = CdcScene.orders();
  }

  @AfterEach
  void close() {
    cdc.close();
  }

  @Test
  @Tag("F1.1.1")
  @Tag("F1.1.2")
  @Tag("F1.1.3")
  @Tag("F1.1.4")
  @Tag("F1.1.5")
  @Tag("V7")
  void timeMapping() {
    assertThat(CdcScene.shape(cdc.sql.query("SELECT * FROM cdc.lsn_time_mapping")))
        .containsExactly(
            "start_lsn binary(10)",
            "tran_begin_time datetime",
            "tran_end_time datetime",
            "tran_id varbinary(10)",
            "tran_begin_lsn binary(10)");
  }

  @Test
  @Tag("F1.2.2")
  @Tag("F1.2.3")
  @Tag("F1.2.4")
  @Tag("F1.2.5")
  @Tag("F1.2.6")
  @Tag("F1.2.7")
  @Tag("F1.2.8")
  @Tag("F1.2.9")
  @Tag("F1.2.10")
  @Tag("F1.2.11")
  @Tag("F1.2.12")
  @Tag("F1.2.13")
  @Tag("F1.2.14")
  @Tag("V7")
  void changeTables() {
    assertThat(CdcScene.shape(cdc.sql.query("SELECT * FROM cdc.change_tables")))
        .containsExactly(
            "object_id int",
            "version int",
            "source_object_id int",
            "capture_instance nvarchar(128)",
            "start_lsn binary(10)",
            "end_lsn binary(10)",
            "supports_net_changes bit",
            "has_drop_pending bit",
            "role_name nvarchar(128)",
            "index_name nvarchar(128)",
            "filegroup_name nvarchar(128)",
            "create_date datetime",
            "partition_switch bit");
    assertThat(
            cdc.rows(
                "SELECT version, capture_instance, end_lsn, supports_net_changes, has_drop_pending,"
                    + " role_name, filegroup_name, partition_switch FROM cdc.change_tables WHERE"
                    + " source_object_id = OBJECT_ID('orders') AND start_lsn IS NOT NULL AND"
                    + " object_id = OBJECT_ID('cdc.dbo_orders_CT')"))
        .containsExactly("0|dbo_orders|NULL|1|0|NULL|NULL|1");
  }

  @Test
  @Tag("F1.3.1")
  @Tag("F1.3.2")
  @Tag("F1.3.3")
  @Tag("F1.3.4")
  @Tag("F1.3.5")
  @Tag("F1.3.6")
  @Tag("F1.3.7")
  @Tag("F1.3.8")
  @Tag("F1.3.9")
  @Tag("F1.3.10")
  @Tag("F1.3.11")
  @Tag("F1.3.12")
  @Tag("F1.3.13")
  @Tag("F1.3.14")
  @Tag("F1.3.15")
  @Tag("F1.3.16")
  @Tag("C9")
  void help() {
    assertThat(CdcScene.shape(cdc.sql.query("EXEC sys.sp_cdc_help_change_data_capture")))
        .containsExactly(
            "source_schema nvarchar(128)",
            "source_table nvarchar(128)",
            "capture_instance nvarchar(128)",
            "object_id int",
            "source_object_id int",
            "start_lsn binary(10)",
            "end_lsn binary(10)",
            "supports_net_changes bit",
            "has_drop_pending bit",
            "role_name nvarchar(128)",
            "index_name nvarchar(128)",
            "filegroup_name nvarchar(128)",
            "create_date datetime",
            "index_column_list nvarchar(max)",
            "captured_column_list nvarchar(max)");
  }

  @Test
  @Tag("F1.3.17")
  @Tag("F1.3.18")
  @Tag("F1.3.21")
  void helpTakesBothNamesOrNeither() {
    cdc.enable("orders", "v2", "");
    String help = "EXEC sys.sp_cdc_help_change_data_capture ";
    assertThat(cdc.sql.query(help).rows()).hasSize(2);
    assertThat(cdc.sql.query(help + "N'dbo', N'orders'").rows()).hasSize(2);
    assertThat(cdc.error(help + "N'dbo'")).isEqualTo(22972);
    assertThat(cdc.error(help + "NULL, N'orders'")).isEqualTo(22972);
    assertThat(cdc.error(help + "N'dbo', N'gone'")).isEqualTo(22931);
    cdc.sql.run("CREATE TABLE plain (id int)");
    assertThat(cdc.error(help + "N'dbo', N'plain'")).isEqualTo(22985);
  }

  @Test
  @Tag("F1.3.19")
  void indexColumnsAreBracketed() {
    cdc.sql.run("CREATE TABLE two ([a]]x] int NOT NULL, b int NOT NULL, PRIMARY KEY (b, [a]]x]))");
    cdc.sql.run("CREATE TABLE keyless (id int)");
    cdc.enable("two", "two", "");
    cdc.enable("keyless", "keyless", "");
    String help = "EXEC sys.sp_cdc_help_change_data_capture N'dbo', N'%s'";
    assertThat(cdc.sql.query(String.format(help, "two")).rows().get(0)[13])
        .isEqualTo("[b], [a]]x]");
    assertThat(cdc.sql.query(String.format(help, "keyless")).rows().get(0)[13]).isNull();
  }

  @Test
  @Tag("F1.4.1")
  @Tag("F1.4.2")
  @Tag("F1.4.3")
  @Tag("F1.4.4")
  @Tag("F1.4.5")
  @Tag("F1.4.6")
  @Tag("F1.4.7")
  @Tag("F1.4.8")
  @Tag("F1.4.9")
  @Tag("F1.4.10")
  @Tag("F1.4.11")
  @Tag("F1.4.12")
  @Tag("C11")
  void capturedColumns() {
    assertThat(CdcScene.shape(cdc.sql.query("EXEC sys.sp_cdc_get_captured_columns N'dbo_orders'")))
        .containsExactly(
            "source_schema nvarchar(128)",
            "source_table nvarchar(128)",
            "capture_instance nvarchar(128)",
            "column_name nvarchar(128)",
            "column_id int",
            "column_ordinal int",
            "data_type nvarchar(128)",
            "character_maximum_length int",
            "numeric_precision tinyint",
            "numeric_precision_radix smallint",
            "numeric_scale int",
            "datetime_precision smallint");
  }

  @Test
  @Tag("F1.4.13")
  void lengthsAreCharactersAndAliasesTheirBaseType() {
    cdc.sql.run(
        "CREATE TABLE kinds (id int NOT NULL PRIMARY KEY, n sysname NULL, m nvarchar(max) NULL, v"
            + " varchar(20) NULL, d decimal(9,2) NULL, t time(3) NULL)");
    cdc.enable("kinds", "kinds", "");
    assertThat(
            cdc.sql.query("EXEC sys.sp_cdc_get_captured_columns N'kinds'").rows().stream()
                .map(row -> row[3] + " " + row[6] + " " + row[7] + " " + row[8] + " " + row[11]))
        .containsExactly(
            "id int null 10 null",
            "n nvarchar 128 null null",
            "m nvarchar -1 null null",
            "v varchar 20 null null",
            "d decimal null 9 null",
            "t time null null 3");
  }

  @Test
  @Tag("F1.4.14")
  void unknownInstanceIsDenied() {
    String columns = "EXEC sys.sp_cdc_get_captured_columns ";
    assertThat(cdc.error(columns + "N'nope'")).isEqualTo(22981);
    assertThat(cdc.errorText(columns + "N'nope'"))
        .isEqualTo("Object does not exist or access is denied.");
    assertThat(cdc.error(columns + "NULL")).isEqualTo(22963);
    assertThat(cdc.error(columns)).isEqualTo(201);
  }

  @Test
  @Tag("F1.6.1")
  @Tag("F1.6.2")
  @Tag("F1.6.3")
  @Tag("F1.6.4")
  @Tag("F1.6.5")
  @Tag("F1.6.6")
  @Tag("F1.6.7")
  @Tag("C10")
  void ddlHistory() {
    assertThat(CdcScene.shape(cdc.sql.query("EXEC sys.sp_cdc_get_ddl_history N'dbo_orders'")))
        .containsExactly(
            "source_schema nvarchar(128)",
            "source_table nvarchar(128)",
            "capture_instance nvarchar(128)",
            "required_column_update bit",
            "ddl_command nvarchar(max)",
            "ddl_lsn binary(10)",
            "ddl_time datetime");
  }

  @Test
  @Tag("F1.7.1")
  @Tag("F1.7.2")
  @Tag("V7")
  void historyAndIndexTables() {
    assertThat(CdcScene.shape(cdc.sql.query("SELECT * FROM cdc.ddl_history")))
        .containsExactly(
            "source_object_id int",
            "object_id int",
            "required_column_update bit",
            "ddl_command nvarchar(max)",
            "ddl_lsn binary(10)",
            "ddl_time datetime");
    assertThat(CdcScene.shape(cdc.sql.query("SELECT * FROM cdc.index_columns")))
        .containsExactly(
            "object_id int", "column_name nvarchar(128)", "index_ordinal tinyint", "column_id int");
    assertThat(CdcScene.shape(cdc.sql.query("SELECT * FROM cdc.captured_columns")))
        .containsExactly(
            "object_id int",
            "column_name nvarchar(128)",
            "column_id int",
            "column_type nvarchar(128)",
            "column_ordinal int",
            "is_computed bit");
  }

  @Test
  @Tag("F1.8.1")
  @Tag("F1.8.2")
  @Tag("F1.8.5")
  void changeTable() {
    cdc.sql.run("CREATE TABLE versions (id int NOT NULL PRIMARY KEY, v rowversion NOT NULL)");
    cdc.enable("versions", "versions", "");
    cdc.sql.run("INSERT versions (id) VALUES (1)");
    cdc.capture();
    assertThat(CdcScene.shape(cdc.sql.query("SELECT * FROM cdc.versions_CT")))
        .containsExactly(
            "__$start_lsn binary(10)",
            "__$end_lsn binary(10)",
            "__$seqval binary(10)",
            "__$operation int",
            "__$update_mask varbinary(128)",
            "id int",
            "v binary(8)",
            "__$command_id int");
    assertThat(
            cdc.rows(
                "SELECT name, is_nullable FROM sys.columns WHERE object_id ="
                    + " OBJECT_ID('cdc.versions_CT') AND name IN ('id', 'v')"))
        .containsExactly("id|1", "v|1");
    assertThat(cdc.rows("SELECT __$end_lsn FROM cdc.versions_CT")).containsExactly("NULL");
    assertThat(cdc.rows("SELECT 1 FROM cdc.versions_CT c JOIN versions s ON s.v = c.v")).hasSize(1);
  }
}
