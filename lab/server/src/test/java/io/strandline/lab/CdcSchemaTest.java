package io.strandline.lab;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** DDL on captured tables and the shapes of the catalog, by the facts. */
class CdcSchemaTest {

  private CdcFixture cdc;

  @BeforeEach
  void start() {
    cdc = new CdcFixture();
  }

  @AfterEach
  void close() {
    cdc.close();
  }

  private List<String> names(LabResult result) {
    return result.columns().stream().map(column -> column.name()).toList();
  }

  @Test
  @DisplayName("facts 1.3: sp_cdc_help_change_data_capture")
  void helpShape() {
    LabResult help = cdc.sql.query("EXEC sys.sp_cdc_help_change_data_capture N'dbo', N'orders'");

    assertThat(names(help))
        .containsExactly(
            "source_schema",
            "source_table",
            "capture_instance",
            "object_id",
            "source_object_id",
            "start_lsn",
            "end_lsn",
            "supports_net_changes",
            "has_drop_pending",
            "role_name",
            "index_name",
            "filegroup_name",
            "create_date",
            "index_column_list",
            "captured_column_list");
    assertThat(help.rows().get(0)[13]).isEqualTo("[id]");
    assertThat(help.rows().get(0)[14]).isEqualTo("[id], [item], [qty]");
    assertThat(cdc.sql.record("EXEC sys.sp_cdc_help_change_data_capture N'dbo', N'gone'").errors())
        .isNotEmpty();
  }

  @Test
  @DisplayName("facts 1.4: sp_cdc_get_captured_columns")
  void capturedColumnsShape() {
    LabResult columns = cdc.sql.query("EXEC sys.sp_cdc_get_captured_columns N'dbo_orders'");

    assertThat(names(columns))
        .containsExactly(
            "source_schema",
            "source_table",
            "capture_instance",
            "column_name",
            "column_id",
            "column_ordinal",
            "data_type",
            "character_maximum_length",
            "numeric_precision",
            "numeric_precision_radix",
            "numeric_scale",
            "datetime_precision");
    assertThat(ResultText.rows(columns).get(1))
        .isEqualTo("dbo|orders|dbo_orders|item|2|2|nvarchar|30|NULL|NULL|NULL|NULL");
    assertThat(
            cdc.sql.record("EXEC sys.sp_cdc_get_captured_columns N'nope'").errors().get(0).number())
        .isEqualTo(22981);
  }

  @Test
  @DisplayName("facts 1.1, 1.2, 1.5, 1.7, 1.8: tables of the cdc schema")
  void catalogShapes() {
    assertThat(names(cdc.sql.query("SELECT * FROM cdc.lsn_time_mapping")))
        .containsExactly(
            "start_lsn", "tran_begin_time", "tran_end_time", "tran_id", "tran_begin_lsn");
    assertThat(names(cdc.sql.query("SELECT * FROM cdc.change_tables")))
        .containsExactly(
            "object_id",
            "version",
            "source_object_id",
            "capture_instance",
            "start_lsn",
            "end_lsn",
            "supports_net_changes",
            "has_drop_pending",
            "role_name",
            "index_name",
            "filegroup_name",
            "create_date",
            "partition_switch");
    assertThat(names(cdc.sql.query("SELECT * FROM cdc.captured_columns")))
        .containsExactly(
            "object_id",
            "column_name",
            "column_id",
            "column_type",
            "column_ordinal",
            "is_computed");
    assertThat(names(cdc.sql.query("SELECT * FROM cdc.index_columns")))
        .containsExactly("object_id", "column_name", "index_ordinal", "column_id");
    assertThat(names(cdc.sql.query("SELECT * FROM cdc.ddl_history")))
        .containsExactly(
            "source_object_id",
            "object_id",
            "required_column_update",
            "ddl_command",
            "ddl_lsn",
            "ddl_time");
    assertThat(names(cdc.sql.query("SELECT * FROM cdc.dbo_orders_CT")))
        .containsExactly(
            "__$start_lsn",
            "__$end_lsn",
            "__$seqval",
            "__$operation",
            "__$update_mask",
            "id",
            "item",
            "qty",
            "__$command_id");
  }

  @Test
  @DisplayName("facts 1.6, 8: added, dropped and retyped columns")
  void ddlIsRecordedWhenCaptureReadsIt() {
    cdc.sql.run("INSERT orders VALUES (1, N'a', 1)");
    cdc.sql.run("ALTER TABLE orders ADD note nvarchar(10) NULL");
    cdc.sql.run("ALTER TABLE orders ALTER COLUMN qty bigint");
    cdc.sql.run("ALTER TABLE orders DROP COLUMN item");
    cdc.sql.run("INSERT orders (id, qty, note) VALUES (2, 2, N'n')");
    assertThat(cdc.sql.query("EXEC sys.sp_cdc_get_ddl_history N'dbo_orders'").rows()).isEmpty();
    cdc.capture();

    LabResult history = cdc.sql.query("EXEC sys.sp_cdc_get_ddl_history N'dbo_orders'");
    assertThat(history.rows()).extracting(row -> row[3]).containsExactly(false, true, false);
    assertThat(history.rows().get(1)[4]).isEqualTo("ALTER TABLE orders ALTER COLUMN qty bigint");
    assertThat(cdc.changes("id, item, qty")).containsExactly("1|a|1", "2|NULL|2");
    assertThat(cdc.changes("qty").get(0)).isEqualTo("1");
    assertThat(cdc.sql.query("SELECT qty FROM cdc.dbo_orders_CT").columns().get(0).type().kind())
        .isEqualTo(io.strandline.lab.session.SqlType.Kind.BIGINT);
    assertThat(
            ResultText.rows(cdc.sql.query("EXEC sys.sp_cdc_get_captured_columns N'dbo_orders'"))
                .get(2))
        .contains("|bigint|");
  }

  @Test
  @DisplayName("facts 1.6: a DDL's LSN is no commit; its time is a whole minute")
  void ddlLsnIsNotMapped() {
    cdc.lab.clock().advance(java.time.Duration.ofSeconds(75));
    cdc.sql.run("ALTER TABLE orders ADD note int NULL");
    cdc.capture();

    assertThat(cdc.sql.value("SELECT sys.fn_cdc_map_lsn_to_time(ddl_lsn) FROM cdc.ddl_history"))
        .isNull();
    assertThat(cdc.sql.value("SELECT ddl_time FROM cdc.ddl_history"))
        .isEqualTo(java.time.LocalDateTime.parse("2026-01-01T00:01:00"));
  }

  @Test
  @DisplayName("facts 8: a commit before the DROP but captured after keeps the column's value")
  void valueBeforeADropIsKept() {
    cdc.sql.run("INSERT orders VALUES (1, N'kept', 1)");
    cdc.sql.run("ALTER TABLE orders DROP COLUMN item");
    cdc.sql.run("UPDATE orders SET qty = 2");
    cdc.capture();

    assertThat(cdc.changes("__$operation, item")).containsExactly("2|kept", "3|NULL", "4|NULL");
  }

  @Test
  @DisplayName("facts 8: a dropped name that is added again is another column")
  void readdedNameIsNotCaptured() {
    cdc.sql.run("ALTER TABLE orders DROP COLUMN item");
    cdc.sql.run("ALTER TABLE orders ADD item nvarchar(30) NULL");
    cdc.sql.run("INSERT orders (id, item) VALUES (1, N'new')");
    cdc.capture();

    assertThat(cdc.changes("item")).containsExactly("NULL");
    assertThat(
            cdc.sql.value(
                "SELECT column_id FROM sys.columns WHERE object_id = OBJECT_ID('orders') AND name ="
                    + " 'item'"))
        .isEqualTo(4);
  }

  @Test
  @DisplayName("facts 8: TRUNCATE of a captured table is refused")
  void truncateIsRefused() {
    assertThat(cdc.sql.record("TRUNCATE TABLE orders").errors().get(0).number()).isEqualTo(4711);
  }
}
