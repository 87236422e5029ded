package io.strandline.lab.cdc;

import static org.assertj.core.api.Assertions.assertThat;

import io.strandline.lab.Lab;
import io.strandline.lab.LabConfig;
import io.strandline.lab.LabSqlRunner;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What turns capture on and off comes back with a ROLLBACK, or is refused before it. */
class CaptureRollbackTest {

  private static final String ENABLED =
      "SELECT is_cdc_enabled FROM sys.databases WHERE name = 'sales'";
  private static final String DISABLE_TABLE =
      "EXEC sys.sp_cdc_disable_table N'dbo', N'orders', N'all'";

  @ParameterizedTest
  @ValueSource(
      strings = {
        "DROP TABLE dbo.orders",
        DISABLE_TABLE,
        "EXEC sys.sp_cdc_disable_table N'dbo', N'orders', N'dbo_orders'",
        "EXEC sys.sp_cdc_disable_db"
      })
  void turningCaptureOffInATransactionIsRefusedAndCaptureGoesOn(String statement) {
    try (CdcScene cdc = CdcScene.orders()) {
      cdc.sql.run("BEGIN TRAN");
      assertThat(cdc.error(statement)).isEqualTo(40510);
      assertThat(cdc.errorText(statement))
          .endsWith("inside a transaction is not emulated by the lab.");
      cdc.sql.run("ROLLBACK");
      cdc.sql.run("SET IMPLICIT_TRANSACTIONS ON");
      assertThat(cdc.error(statement)).isEqualTo(40510);
      cdc.sql.run("IF @@TRANCOUNT > 0 ROLLBACK; SET IMPLICIT_TRANSACTIONS OFF");

      cdc.sql.run("INSERT orders VALUES (1, N'a', 1)");
      cdc.capture();
      assertThat(cdc.changes("dbo_orders", "id")).containsExactly("1");

      assertThat(cdc.error(statement)).isZero();
      assertThat(cdc.error("SELECT 1 FROM cdc.dbo_orders_CT")).isEqualTo(208);
    }
  }

  @Test
  void aTableThatIsNotCapturedIsDroppedInATransaction() {
    try (CdcScene cdc = CdcScene.orders()) {
      cdc.sql.run("CREATE TABLE plain (id int)");
      cdc.sql.run("BEGIN TRAN; DROP TABLE plain; ROLLBACK");
      assertThat(cdc.rows("SELECT * FROM plain")).isEmpty();
    }
  }

  @Test
  void enablingADatabaseIsUndone() {
    try (Lab lab = Lab.start(LabConfig.stepped());
        LabSqlRunner sql = lab.admin("sales")) {
      sql.run("CREATE TABLE dbo.t (id int NOT NULL PRIMARY KEY)");
      String enable = CdcScene.enableText("t", "dbo_t", "");
      sql.run("BEGIN TRAN; EXEC sys.sp_cdc_enable_db; " + enable);
      sql.run("INSERT t VALUES (1)");
      sql.run("ROLLBACK");
      assertThat(CdcScene.rows(sql, ENABLED)).containsExactly("0");
      assertThat(CdcScene.rows(sql, "SELECT name FROM sys.schemas WHERE name = 'cdc'")).isEmpty();
      assertThat(CdcScene.error(sql, enable)).isEqualTo(22901);

      sql.run("BEGIN TRAN; EXEC sys.sp_cdc_enable_db; COMMIT");
      sql.run(enable);
      sql.run("INSERT t VALUES (2)");
      lab.database("sales").capture().drain();
      assertThat(CdcScene.rows(sql, ENABLED)).containsExactly("1");
      assertThat(CdcScene.rows(sql, "SELECT id FROM cdc.dbo_t_CT")).containsExactly("2");
    }
  }

  @Test
  void theTablesOfCaptureAreNotChangedByHand() {
    try (CdcScene cdc = CdcScene.orders()) {
      cdc.sql.run("INSERT orders VALUES (1, N'a', 1)");
      cdc.capture();
      cdc.sql.run("CREATE LOGIN r WITH PASSWORD = 'p'");
      cdc.sql.run("CREATE USER r FOR LOGIN r");
      try (LabSqlRunner reader = cdc.lab.login("r", "p", "sales")) {
        for (String text :
            new String[] {
              "DELETE cdc.dbo_orders_CT",
              "DELETE c FROM cdc.dbo_orders_CT c WHERE c.id = 1",
              "UPDATE cdc.change_tables SET role_name = N'x'",
              "INSERT cdc.lsn_time_mapping (start_lsn) VALUES (0x00)",
              "DELETE FROM sales.cdc.ddl_history"
            }) {
          assertThat(cdc.error(text)).as(text).isEqualTo(40510);
          assertThat(CdcScene.error(reader, text)).as(text).isEqualTo(229);
        }
        assertThat(cdc.error("DELETE cdc.gone_CT")).isEqualTo(208);
        assertThat(cdc.changes("dbo_orders", "id")).containsExactly("1");
      }
    }
  }

  @Test
  void positionsThatAreNoCommitsAreRefused() {
    try (CdcScene cdc = CdcScene.orders()) {
      cdc.sql.run("INSERT orders VALUES (1, N'a', 1)");
      cdc.capture();
      String max = "0x" + cdc.maxLsn().toString().replaceFirst("^0x", "");
      String above = "0x" + "7F".repeat(10);
      assertThat(cdc.error("EXEC lab.restore_to @lsn = " + above)).isEqualTo(50100);
      assertThat(cdc.error("EXEC lab.restore_to @lsn = 0x" + "00".repeat(10))).isEqualTo(50100);
      String state = "EXEC lab.state_at @table = 'dbo.orders', @lsn = ";
      assertThat(cdc.error(state + above)).isEqualTo(50100);
      assertThat(cdc.rows(state + max)).containsExactly("1|a|1");
      cdc.sql.run("INSERT orders VALUES (2, N'b', 2)");
      assertThat(cdc.rows("EXEC lab.state_at @table = 'dbo.orders'")).hasSize(2);
      assertThat(cdc.error("EXEC lab.restore_to @lsn = " + max)).isZero();
      assertThat(cdc.rows("SELECT id FROM orders")).containsExactly("1");
    }
  }

  @Test
  void numbersOutOfRangeAreRefused() {
    try (CdcScene cdc = CdcScene.orders()) {
      assertThat(cdc.error("EXEC lab.scan_fail @number = 0")).isEqualTo(50100);
      assertThat(cdc.error("EXEC lab.scan_fail @number = -1")).isEqualTo(50100);
      assertThat(cdc.error("EXEC lab.throttle @bytes_per_second = 999")).isEqualTo(50100);
      assertThat(cdc.error("EXEC lab.throttle @bytes_per_second = -1")).isEqualTo(50100);
      assertThat(cdc.error("EXEC lab.throttle @bytes_per_second = 1000")).isZero();
      assertThat(cdc.error("EXEC lab.throttle @bytes_per_second = 0")).isZero();
    }
  }
}
