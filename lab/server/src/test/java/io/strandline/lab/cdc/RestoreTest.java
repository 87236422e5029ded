package io.strandline.lab.cdc;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Restores, failovers and a database that goes back in its log. */
class RestoreTest {

  private static final String FORK =
      "SELECT recovery_fork_guid, database_guid FROM sys.database_recovery_status WHERE"
          + " database_id = DB_ID()";

  private CdcScene cdc;

  @BeforeEach
  void start() {
    cdc = CdcScene.orders();
    cdc.sql.run("CREATE TABLE plain (id int NOT NULL PRIMARY KEY)");
    cdc.sql.run("INSERT plain VALUES (1)");
    cdc.sql.run("INSERT orders VALUES (1, N'a', 1), (2, N'b', 2)");
    cdc.capture();
  }

  @AfterEach
  void close() {
    cdc.close();
  }

  @Test
  void dataAndCaptureGoBackAndPositionsAreGivenOutAgain() {
    Lsn point = cdc.maxLsn();
    List<String> fork = cdc.rows(FORK);
    cdc.pass(Duration.ofMinutes(1));
    cdc.sql.run("UPDATE orders SET qty = 9 WHERE id = 1");
    cdc.sql.run("UPDATE orders SET id = 5 WHERE id = 2");
    cdc.sql.run("INSERT orders VALUES (3, N'lost', 3); DELETE plain");
    cdc.sql.run("ALTER TABLE orders ALTER COLUMN qty bigint; ALTER TABLE orders ADD x int NULL");
    cdc.enable("orders", "v2", "");
    cdc.capture();
    Lsn lost = cdc.maxLsn();

    cdc.sql.run("EXEC lab.restore_to @lsn = " + point);

    assertThat(cdc.maxLsn()).isEqualTo(point);
    assertThat(cdc.rows("SELECT * FROM orders")).containsExactly("1|a|1", "2|b|2");
    assertThat(cdc.rows("SELECT id FROM plain")).containsExactly("1");
    assertThat(cdc.changes("dbo_orders", "id")).containsExactly("1", "2");
    assertThat(CdcScene.shape(cdc.sql.query("SELECT qty FROM cdc.dbo_orders_CT")))
        .containsExactly("qty int");
    assertThat(cdc.error("SELECT 1 FROM cdc.v2_CT")).isEqualTo(208);
    assertThat(cdc.rows("SELECT COUNT(*) FROM cdc.ddl_history")).containsExactly("0");
    assertThat(cdc.rows(FORK).get(0).split("\\|")[0]).isNotEqualTo(fork.get(0).split("\\|")[0]);
    assertThat(cdc.rows(FORK).get(0).split("\\|")[1]).isEqualTo(fork.get(0).split("\\|")[1]);

    cdc.sql.run("INSERT orders VALUES (4, N'other', 4)");
    cdc.capture();
    assertThat(cdc.maxLsn()).isGreaterThan(point).isLessThan(lost);
    assertThat(cdc.changes("dbo_orders", "id")).containsExactly("1", "2", "4");
    assertThat(CdcScene.expected(cdc.database(), "dbo_orders"))
        .isEqualTo(cdc.actual("dbo_orders", "id, item, qty"));
    assertThat(cdc.database().oracle("dbo_orders").tableAt(cdc.maxLsn()))
        .containsExactly(List.of(1, "a", 1), List.of(2, "b", 2), List.of(4, "other", 4));
  }

  @Test
  void aColumnDroppedSinceIsBackWithItsValues() {
    cdc.sql.run("ALTER TABLE orders ADD x int NULL");
    cdc.sql.run("UPDATE orders SET x = 7, qty = 3 WHERE id = 1");
    cdc.capture();
    Lsn point = cdc.maxLsn();
    cdc.sql.run("UPDATE orders SET qty = 8 WHERE id = 2");
    cdc.sql.run("ALTER TABLE orders DROP COLUMN x");
    cdc.sql.run("UPDATE orders SET qty = 9 WHERE id = 1; DELETE orders WHERE id = 2");
    cdc.sql.run("ALTER TABLE orders ALTER COLUMN qty bigint; ALTER TABLE orders ADD x bigint NULL");
    cdc.sql.run("UPDATE orders SET x = 5 WHERE id = 1");
    cdc.capture();

    cdc.database().restoreTo(point, true);

    assertThat(cdc.rows("SELECT * FROM orders")).containsExactly("1|a|3|7", "2|b|2|NULL");
  }

  @Test
  void anInstanceDisabledSinceIsBack() {
    Lsn point = cdc.maxLsn();
    cdc.enable("orders", "v2", "");
    cdc.sql.run("EXEC sys.sp_cdc_disable_table N'dbo', N'orders', N'dbo_orders'");
    cdc.capture();

    cdc.database().restoreTo(point, true);

    assertThat(cdc.rows("SELECT capture_instance FROM cdc.change_tables"))
        .containsExactly("dbo_orders");
    assertThat(cdc.changes("dbo_orders", "id")).containsExactly("1", "2");
  }

  @Test
  void withoutKeepCdcCaptureIsDisabled() {
    cdc.database().restoreTo(cdc.maxLsn(), false);
    assertThat(cdc.rows("SELECT is_cdc_enabled FROM sys.databases WHERE name = 'sales'"))
        .containsExactly("0");
    assertThat(cdc.error("SELECT 1 FROM cdc.dbo_orders_CT")).isEqualTo(208);
    assertThat(cdc.rows("SELECT COUNT(*) FROM orders")).containsExactly("2");
    assertThat(cdc.database().jobs().all()).isEmpty();
  }

  @Test
  void aSnapshotReaderKeepsWhatItSaw() {
    Lsn point = cdc.maxLsn();
    cdc.sql.run("INSERT orders VALUES (3, N'lost', 3)");
    cdc.capture();
    cdc.sql.run("ALTER DATABASE CURRENT SET ALLOW_SNAPSHOT_ISOLATION ON");
    try (var reader = cdc.lab.admin("sales")) {
      reader.run("SET TRANSACTION ISOLATION LEVEL SNAPSHOT; BEGIN TRAN");
      String count = "SELECT id FROM cdc.dbo_orders_CT";
      assertThat(CdcScene.rows(reader, count)).containsExactly("1", "2", "3");
      cdc.database().restoreTo(point, true);
      cdc.sql.run("INSERT orders VALUES (4, N'other', 4)");
      cdc.capture();
      assertThat(CdcScene.rows(reader, count)).containsExactly("1", "2", "3");
      reader.run("COMMIT");
      assertThat(CdcScene.rows(reader, count)).containsExactly("1", "2", "4");
    }
  }

  @Test
  void afterAFailoverThereAreNoJobsUntilTheyAreAdded() {
    cdc.sql.run("EXEC lab.failover @server_name = N'OTHER'");
    assertThat(cdc.rows("SELECT @@SERVERNAME")).containsExactly("OTHER");
    assertThat(cdc.database().jobs().all()).isEmpty();
    assertThat(cdc.database().capture().isRunning()).isFalse();
    assertThat(cdc.error("EXEC sys.sp_cdc_start_job")).isEqualTo(22997);
    cdc.sql.run("INSERT orders VALUES (3, N'c', 3)");
    assertThat(cdc.changes("dbo_orders", "id")).containsExactly("1", "2");

    cdc.sql.run("EXEC sys.sp_cdc_add_job N'capture'; EXEC sys.sp_cdc_add_job N'cleanup', 0");
    cdc.capture();
    assertThat(cdc.changes("dbo_orders", "id")).containsExactly("1", "2", "3");
  }

  @Test
  void theOracleTellsTheTableAtAnyCommit() {
    Lsn first = cdc.maxLsn();
    cdc.sql.run("DELETE orders WHERE id = 1");
    cdc.capture();
    String at = "EXEC lab.state_at N'dbo_orders', ";
    assertThat(CdcScene.rows(cdc.sql, at + first)).containsExactly("1|a|1", "2|b|2");
    assertThat(CdcScene.rows(cdc.sql, at + cdc.maxLsn())).containsExactly("2|b|2");
    cdc.sql.run("CREATE TABLE heap (v int NULL); INSERT heap VALUES (1), (1), (2)");
    cdc.enable("heap", "heap", "");
    cdc.sql.run("DELETE TOP (1) heap WHERE v = 1; UPDATE heap SET v = 3 WHERE v = 2");
    cdc.capture();
    assertThat(CdcScene.rows(cdc.sql, "EXEC lab.state_at N'heap', " + cdc.maxLsn()))
        .containsExactlyInAnyOrder("1", "3");
  }
}
