package io.strandline.lab.cdc;

import static org.assertj.core.api.Assertions.assertThat;

import io.strandline.lab.LabSqlRunner;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What a login sees of an instance with which permissions (facts 9). */
class InstancePermissionsTest {

  private CdcScene cdc;
  private LabSqlRunner reader;

  @BeforeEach
  void start() {
    cdc = CdcScene.orders();
    cdc.sql.run("INSERT orders VALUES (1, N'a', 1)");
    cdc.capture();
    cdc.sql.run("CREATE LOGIN r WITH PASSWORD = 'p'; CREATE USER r FOR LOGIN r");
    reader = cdc.lab.login("r", "p", "sales");
  }

  @AfterEach
  void close() {
    reader.close();
    cdc.close();
  }

  /** Instances listed, error of the procedures, whether min_lsn is known, error of the table. */
  private List<Object> seen() {
    int listed = reader.query("EXEC sys.sp_cdc_help_change_data_capture").rows().size();
    int columns = CdcScene.error(reader, "EXEC sys.sp_cdc_get_captured_columns N'dbo_orders'");
    int history = CdcScene.error(reader, "EXEC sys.sp_cdc_get_ddl_history N'dbo_orders'");
    assertThat(history).isEqualTo(columns);
    byte[] min = (byte[]) reader.value("SELECT sys.fn_cdc_get_min_lsn('dbo_orders')");
    int table = CdcScene.error(reader, "SELECT * FROM cdc.dbo_orders_CT");
    assertTimesAreOpen();
    return List.of(listed, columns, !Lsn.of(min).isZero(), table);
  }

  private void assertTimesAreOpen() {
    assertThat(
            CdcScene.rows(
                reader,
                "SELECT COUNT(*), MAX(CASE WHEN sys.fn_cdc_map_lsn_to_time(start_lsn) ="
                    + " tran_end_time THEN 1 ELSE 0 END) FROM cdc.lsn_time_mapping"))
        .containsExactly("2|1");
    assertThat(
            CdcScene.error(
                reader,
                "SELECT sys.fn_cdc_get_max_lsn(), sys.fn_cdc_increment_lsn(0x01),"
                    + " sys.fn_cdc_decrement_lsn(0x02), sys.fn_cdc_map_time_to_lsn('largest less"
                    + " than', '2026-01-01')"))
        .isZero();
    for (String view :
        List.of("change_tables", "captured_columns", "ddl_history", "index_columns")) {
      assertThat(CdcScene.error(reader, "SELECT * FROM cdc." + view)).isEqualTo(229);
    }
  }

  @Test
  @Tag("F9.4")
  @Tag("F1.1.8")
  @Tag("F1.2.1")
  @Tag("F1.5.1")
  @Tag("F1.7.3")
  @Tag("F1.3.18")
  void withNothingOnlyTheTimesAreSeen() {
    assertThat(seen()).containsExactly(0, 22981, false, 229);
  }

  @Test
  @Tag("F9.1")
  @Tag("F1.6.10")
  void columnGrantsOnTheSourceSufficeForMetadata() {
    cdc.sql.run("GRANT SELECT ON orders (id, item) TO r");
    assertThat(seen()).containsExactly(0, 22981, false, 229);
    cdc.sql.run("GRANT SELECT ON orders (qty) TO r");
    assertThat(seen()).containsExactly(1, 0, true, 229);
    assertThat(reader.record("SELECT * FROM cdc.dbo_orders_CT").errors().get(0).text())
        .contains("'dbo_orders_CT'");
    assertThat(
            CdcScene.rows(
                reader,
                "SELECT __$operation, id FROM cdc.fn_cdc_get_all_changes_dbo_orders("
                    + "sys.fn_cdc_get_min_lsn('dbo_orders'), sys.fn_cdc_get_max_lsn(), N'all')"))
        .containsExactly("2|1");
  }

  @Test
  @Tag("F9.2")
  void theChangeTableAloneGivesRowsAndNoMetadata() {
    cdc.sql.run("GRANT SELECT ON cdc.dbo_orders_CT TO r");
    assertThat(seen()).containsExactly(0, 22981, false, 0);
    assertThat(
            CdcScene.error(
                reader, "SELECT 1 FROM cdc.fn_cdc_get_all_changes_dbo_orders(0x01, 0x02, N'all')"))
        .isEqualTo(229);
  }

  @Test
  @Tag("F9.3")
  void bothGiveAll() {
    cdc.sql.run("GRANT SELECT ON orders TO r; GRANT SELECT ON cdc.dbo_orders_CT TO r");
    assertThat(seen()).containsExactly(1, 0, true, 0);
  }

  @Test
  void denyGoesBeforeGrant() {
    cdc.sql.run("GRANT SELECT ON orders TO r; GRANT SELECT ON cdc.dbo_orders_CT TO r");
    cdc.sql.run("DENY SELECT ON orders (qty) TO r; DENY SELECT ON SCHEMA::cdc TO r");
    assertThat(seen()).containsExactly(0, 22981, false, 229);
    cdc.sql.run("REVOKE SELECT ON orders (qty) TO r; REVOKE SELECT ON SCHEMA::cdc TO r");
    assertThat(seen()).containsExactly(1, 0, true, 0);
  }

  @Test
  void columnGrantsOnTheChangeTableReachTheirColumns() {
    cdc.sql.run("GRANT SELECT ON cdc.dbo_orders_CT (__$start_lsn, id) TO r");
    assertThat(CdcScene.rows(reader, "SELECT id FROM cdc.dbo_orders_CT")).containsExactly("1");
    assertThat(CdcScene.error(reader, "SELECT qty FROM cdc.dbo_orders_CT")).isEqualTo(230);
  }

  @Test
  @Tag("F9.5")
  void aGatingRoleIsForProceduresNotForTheTable() {
    cdc.sql.run("EXEC sys.sp_cdc_disable_table N'dbo', N'orders', N'all'");
    cdc.sql.run("EXEC sys.sp_cdc_enable_table N'dbo', N'orders', @role_name = N'cdc_reader'");
    cdc.sql.run("INSERT orders VALUES (2, N'b', 1)");
    cdc.capture();
    cdc.sql.run("GRANT SELECT ON orders TO r; GRANT SELECT ON cdc.dbo_orders_CT TO r");
    assertThat(seen()).containsExactly(0, 22981, false, 0);
    cdc.sql.run("ALTER ROLE cdc_reader ADD MEMBER r");
    assertThat(seen()).containsExactly(1, 0, true, 0);
  }

  @Test
  @Tag("F7.7")
  void aNewChangeTableNeedsItsOwnGrant() {
    cdc.sql.run("GRANT SELECT ON orders TO r; GRANT SELECT ON cdc.dbo_orders_CT TO r");
    cdc.enable("orders", "v2", "");
    assertThat(CdcScene.error(reader, "SELECT 1 FROM cdc.v2_CT")).isEqualTo(229);
  }

  @Test
  void jobsAndCleanupAreTheOwners() {
    for (String call :
        List.of(
            "sys.sp_cdc_help_jobs",
            "sys.sp_cdc_scan",
            "sys.sp_cdc_stop_job",
            "sys.sp_cdc_cleanup_change_table N'dbo_orders', NULL",
            "sys.sp_cdc_disable_table N'dbo', N'orders', N'all'")) {
      assertThat(CdcScene.error(reader, "EXEC " + call)).isEqualTo(22904);
    }
    assertThat(CdcScene.error(reader, "EXEC sys.sp_cdc_disable_db")).isEqualTo(22902);
  }

  @Test
  @Tag("F9.6")
  void permissionsOfDroppedObjectsAreNone() {
    String has = "SELECT HAS_PERMS_BY_NAME('cdc.[dbo_orders_CT]', 'OBJECT', 'SELECT')";
    assertThat(CdcScene.rows(reader, has)).containsExactly("0");
    cdc.sql.run("GRANT SELECT ON cdc.dbo_orders_CT TO r");
    assertThat(CdcScene.rows(reader, has)).containsExactly("1");
    cdc.sql.run("EXEC sys.sp_cdc_disable_table N'dbo', N'orders', N'all'");
    assertThat(CdcScene.rows(reader, has)).containsExactly("0");
  }
}
