package io.strandline.lab;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.strandline.lab.session.SqlException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Facts 9: what a login sees with which permissions. */
class PermissionsTest {

  private CdcFixture cdc;

  @BeforeEach
  void start() {
    cdc = new CdcFixture();
    cdc.sql.run("INSERT orders VALUES (1, N'a', 1)");
    cdc.capture();
    cdc.sql.run("CREATE LOGIN r WITH PASSWORD = 'p'");
    cdc.sql.run("CREATE USER r FOR LOGIN r");
  }

  @AfterEach
  void close() {
    cdc.close();
  }

  private LabSqlRunner reader() {
    return cdc.lab.login("r", "p", "sales");
  }

  private static int error(LabSqlRunner session, String sql) {
    LabRecording recording = session.record(sql);
    return recording.errors().isEmpty() ? 0 : recording.errors().get(0).number();
  }

  @ParameterizedTest
  @DisplayName("facts 9: the matrix of grants and answers")
  @CsvSource({
    "true,  false, 1, 0,     true,  229",
    "false, true,  0, 22981, false, 0",
    "true,  true,  1, 0,     true,  0",
    "false, false, 0, 22981, false, 229"
  })
  void matrix(
      boolean source, boolean changes, int listed, int columnsError, boolean min, int ctError) {
    if (source) {
      cdc.sql.run("GRANT SELECT ON dbo.orders (id, item, qty) TO r");
    }
    if (changes) {
      cdc.sql.run("GRANT SELECT ON OBJECT::cdc.dbo_orders_CT TO r");
    }
    try (LabSqlRunner reader = reader()) {
      assertThat(reader.query("EXEC sys.sp_cdc_help_change_data_capture").rows()).hasSize(listed);
      assertThat(error(reader, "EXEC sys.sp_cdc_get_captured_columns N'dbo_orders'"))
          .isEqualTo(columnsError);
      assertThat(error(reader, "EXEC sys.sp_cdc_get_ddl_history N'dbo_orders'"))
          .isEqualTo(columnsError);
      byte[] lsn = (byte[]) reader.value("SELECT sys.fn_cdc_get_min_lsn('dbo_orders')");
      assertThat(java.util.Arrays.equals(lsn, new byte[10])).isNotEqualTo(min);
      assertThat(error(reader, "SELECT * FROM cdc.dbo_orders_CT")).isEqualTo(ctError);
      assertThat(reader.value("SELECT COUNT(*) FROM cdc.lsn_time_mapping")).isEqualTo(2);
      assertThat(reader.value("SELECT sys.fn_cdc_get_max_lsn()")).isNotNull();
      assertThat(
              reader.value(
                  "SELECT HAS_PERMS_BY_NAME('cdc.[dbo_orders_CT]', 'OBJECT'," + " 'SELECT')"))
          .isEqualTo(changes ? 1 : 0);
      for (String view :
          new String[] {"change_tables", "captured_columns", "index_columns", "ddl_history"}) {
        assertThat(error(reader, "SELECT * FROM cdc." + view)).isEqualTo(229);
      }
    }
  }

  @Test
  @DisplayName("facts 9: a gating role is needed by procedures, not for the change table")
  void gatingRole() {
    cdc.sql.run("EXEC sys.sp_cdc_enable_table N'dbo', N'orders', N'v2', 1, N'cdc_reader'");
    cdc.capture();
    cdc.sql.run("GRANT SELECT ON orders TO r; GRANT SELECT ON cdc.v2_CT TO r");
    try (LabSqlRunner reader = reader()) {
      assertThat(reader.query("EXEC sys.sp_cdc_help_change_data_capture").rows()).hasSize(1);
      assertThat(error(reader, "SELECT * FROM cdc.v2_CT")).isZero();

      cdc.sql.run("ALTER ROLE cdc_reader ADD MEMBER r");

      assertThat(reader.query("EXEC sys.sp_cdc_help_change_data_capture").rows()).hasSize(2);
    }
  }

  @Test
  void columnGrantsReachOnlyTheirColumns() {
    cdc.sql.run("GRANT SELECT ON orders (id, qty) TO r");
    try (LabSqlRunner reader = reader()) {
      assertThat(reader.value("SELECT id FROM orders")).isEqualTo(1);
      assertThat(error(reader, "SELECT item FROM orders")).isEqualTo(230);
      assertThat(error(reader, "DELETE orders")).isEqualTo(229);
      cdc.sql.run("DENY SELECT ON orders (id) TO r");
      assertThat(error(reader, "SELECT id FROM orders")).isEqualTo(230);
    }
  }

  @Test
  void leastPrivilegeReaderReads() {
    cdc.database().grantReader("reader", "dbo_orders");
    try (LabSqlRunner reader =
        cdc.lab.login("reader", cdc.lab.config().server().readerPassword(), "sales")) {
      assertThat(reader.query("SELECT * FROM cdc.dbo_orders_CT").rows()).hasSize(1);
      assertThat(reader.query("EXEC sys.sp_cdc_help_change_data_capture").rows()).hasSize(1);
      assertThat(reader.query("SELECT * FROM orders").rows()).hasSize(1);
      assertThat(error(reader, "INSERT orders VALUES (2, N'b', 1)")).isEqualTo(229);
      assertThat(error(reader, "CREATE TABLE x (id int)")).isEqualTo(262);
      assertThat(error(reader, "EXEC sys.sp_cdc_enable_db")).isEqualTo(22902);
      assertThat(
              reader.value(
                  "SELECT COUNT(*) FROM sys.columns WHERE object_id =" + " OBJECT_ID('orders')"))
          .isEqualTo(3);
    }
  }

  @Test
  void loginsAreChecked() {
    assertThatThrownBy(() -> cdc.lab.login("r", "wrong", "sales"))
        .isInstanceOf(SqlException.class)
        .hasMessageStartingWith("18456");
    assertThatThrownBy(() -> cdc.lab.login("r", "p", "nowhere")).hasMessageStartingWith("4060");
    cdc.sql.run("CREATE DATABASE other");
    assertThatThrownBy(() -> cdc.lab.login("r", "p", "other")).hasMessageStartingWith("4060");
    try (LabSqlRunner reader = reader()) {
      assertThat(error(reader, "USE other")).isEqualTo(916);
    }
  }

  @Test
  void ownerByRoleMayDoEverything() {
    cdc.sql.run("ALTER ROLE db_owner ADD MEMBER r");
    try (LabSqlRunner owner = reader()) {
      owner.run("CREATE TABLE x (id int); INSERT x VALUES (1); DROP TABLE x");
      assertThat(owner.query("SELECT * FROM cdc.change_tables").rows()).hasSize(1);
    }
  }
}
