package io.strandline.lab.cdc;

import static org.assertj.core.api.Assertions.assertThat;

import io.strandline.lab.LabConfig;
import io.strandline.lab.LabSqlRunner;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The capture job, its configuration and what monitoring tells of it (facts 4). */
class CaptureJobsTest {

  private static void insert(CdcScene cdc, int from, int to) {
    for (int id = from; id <= to; id++) {
      cdc.sql.run("INSERT orders VALUES (" + id + ", N'x', 1)");
    }
  }

  private static List<String> jobs(CdcScene cdc) {
    return cdc.sql.query("EXEC sys.sp_cdc_help_jobs").rows().stream()
        .map(
            row -> {
              StringBuilder text = new StringBuilder();
              for (int i = 1; i < row.length; i++) {
                text.append(i > 1 ? "|" : "").append(CdcScene.cell(row[i]));
              }
              return text.toString();
            })
        .toList();
  }

  @Test
  @Tag("F4.1")
  @Tag("F6.1")
  @Tag("C12")
  void jobsComeWithTheFirstTableAndTheirDefaults() {
    try (CdcScene cdc = new CdcScene(LabConfig.stepped())) {
      assertThat(jobs(cdc)).isEmpty();
      cdc.sql.run("CREATE TABLE orders (id int NOT NULL PRIMARY KEY)");
      cdc.enable("orders", "dbo_orders", "");

      assertThat(CdcScene.shape(cdc.sql.query("EXEC sys.sp_cdc_help_jobs")))
          .containsExactly(
              "job_id uniqueidentifier",
              "job_type nvarchar(20)",
              "maxtrans int",
              "maxscans int",
              "continuous bit",
              "pollinginterval bigint",
              "retention bigint",
              "threshold bigint");
      assertThat(jobs(cdc)).containsExactly("capture|500|10|1|5|0|0", "cleanup|0|0|0|0|4320|5000");
      cdc.sql.run("EXEC sys.sp_cdc_disable_db");
      assertThat(cdc.error("EXEC sys.sp_cdc_help_jobs")).isEqualTo(22901);
      assertThat(cdc.database().jobs().all()).isEmpty();
    }
  }

  @Test
  @Tag("C12")
  void changesOfAJobTakeEffectWhenItIsStartedAgain() {
    try (CdcScene cdc = CdcScene.orders()) {
      cdc.sql.run("EXEC sys.sp_cdc_change_job @maxtrans = 2, @maxscans = 1");
      assertThat(jobs(cdc).get(0)).isEqualTo("capture|2|1|1|5|0|0");
      insert(cdc, 1, 4);
      assertThat(cdc.database().capture().step()).isEqualTo(5);

      cdc.sql.run("EXEC sys.sp_cdc_stop_job; EXEC sys.sp_cdc_start_job");
      insert(cdc, 5, 8);
      assertThat(cdc.database().capture().step()).isEqualTo(2);

      cdc.sql.run("EXEC sys.sp_cdc_change_job @continuous = 0, @pollinginterval = 9");
      assertThat(jobs(cdc).get(0)).isEqualTo("capture|2|1|0|0|0|0");
      cdc.sql.run("EXEC sys.sp_cdc_change_job @pollinginterval = 9");
      assertThat(jobs(cdc).get(0)).isEqualTo("capture|2|1|1|9|0|0");
      cdc.sql.run("EXEC sys.sp_cdc_change_job N'cleanup', @retention = 60, @threshold = 7");
      assertThat(jobs(cdc).get(1)).isEqualTo("cleanup|0|0|0|0|60|7");
    }
  }

  @Test
  @Tag("C12")
  void badJobValuesHaveTheirErrors() {
    try (CdcScene cdc = CdcScene.orders()) {
      String change = "EXEC sys.sp_cdc_change_job ";
      assertThat(cdc.error(change + "N'other'")).isEqualTo(22992);
      assertThat(cdc.error(change + "@maxtrans = 0")).isEqualTo(22991);
      assertThat(cdc.error(change + "@maxscans = 0")).isEqualTo(22970);
      assertThat(cdc.error(change + "@pollinginterval = 86400")).isEqualTo(22990);
      assertThat(cdc.error(change + "@retention = 5")).isEqualTo(22995);
      assertThat(cdc.error(change + "N'cleanup', @retention = 0")).isEqualTo(22994);
      assertThat(cdc.error(change + "N'cleanup', @threshold = 0")).isEqualTo(22850);
      assertThat(cdc.error(change + "N'cleanup', @maxtrans = 5")).isEqualTo(22996);
      assertThat(cdc.error("EXEC sys.sp_cdc_add_job N'capture'")).isEqualTo(22836);
      cdc.sql.run("EXEC sys.sp_cdc_drop_job N'capture'");
      assertThat(cdc.error("EXEC sys.sp_cdc_drop_job N'capture'")).isEqualTo(22997);
      cdc.sql.run("EXEC sys.sp_cdc_add_job @job_type = N'capture', @maxtrans = 3");
      assertThat(jobs(cdc).get(0)).isEqualTo("capture|3|10|1|5|0|0");
    }
  }

  @Test
  @Tag("C13")
  @Tag("F4.5")
  void aStoppedJobLeavesAllToOneScan() {
    LabConfig config = LabConfig.defaults().withPollingInterval(Duration.ofMillis(5));
    try (CdcScene cdc = CdcScene.orders(config)) {
      CdcScene.await(() -> cdc.maxLsn() != null);
      cdc.sql.run("EXEC sys.sp_cdc_stop_job N'capture'");
      assertThat(cdc.error("EXEC sys.sp_cdc_stop_job")).isEqualTo(22022);
      int before = cdc.database().cdc().sessions().sessions().size();
      insert(cdc, 1, 3);
      assertThat(cdc.database().cdc().unreadTransactions()).isEqualTo(3);

      cdc.sql.run("EXEC sys.sp_cdc_start_job");
      assertThat(cdc.error("EXEC sys.sp_cdc_start_job")).isEqualTo(22022);
      CdcScene.await(() -> cdc.database().cdc().unreadTransactions() == 0);

      assertThat(cdc.changes("dbo_orders", "id")).containsExactly("1", "2", "3");
      List<ScanSession> sessions = cdc.database().cdc().sessions().sessions();
      assertThat(
              sessions.stream().skip(Math.max(0, before - 1)).mapToLong(ScanSession::transactions))
          .contains(3L);
    }
  }

  @Test
  @Tag("C14")
  void scanReadsTheLogByHand() {
    try (CdcScene cdc = CdcScene.orders()) {
      insert(cdc, 1, 3);
      cdc.sql.run("EXEC sys.sp_cdc_scan @maxtrans = 2, @maxscans = 1");
      assertThat(cdc.changes("dbo_orders", "id")).containsExactly("1");
      cdc.sql.run("EXEC sys.sp_cdc_scan");
      assertThat(cdc.changes("dbo_orders", "id")).containsExactly("1", "2", "3");
      assertThat(cdc.error("EXEC sys.sp_cdc_scan @pollinginterval = 5")).isEqualTo(22999);
      assertThat(cdc.error("EXEC sys.sp_cdc_scan @maxtrans = 0")).isEqualTo(22991);
      assertThat(cdc.error("EXEC sys.sp_cdc_scan @continuous = 2")).isEqualTo(22998);
    }
  }

  @Test
  void aBigTransactionIsPublishedAtItsEnd() {
    try (CdcScene cdc = CdcScene.orders()) {
      cdc.capture();
      Lsn before = cdc.maxLsn();
      cdc.sql.run("EXEC lab.capture_split @entries = 2");
      cdc.sql.run(
          "INSERT orders VALUES (1, N'a', 1), (2, N'a', 1), (3, N'a', 1), (4, N'a', 1), (5, N'a',"
              + " 1)");
      assertThat(cdc.database().capture().step()).isZero();
      assertThat(cdc.database().capture().step()).isZero();
      assertThat(cdc.changes("dbo_orders", "id")).isEmpty();
      assertThat(cdc.maxLsn()).isEqualTo(before);

      assertThat(cdc.database().capture().step()).isEqualTo(1);
      assertThat(cdc.changes("dbo_orders", "id")).hasSize(5);
      assertThat(cdc.maxLsn()).isGreaterThan(before);
    }
  }

  @Test
  @Tag("V5")
  void monitoringTellsOfScansAndErrors() {
    try (CdcScene cdc = CdcScene.orders()) {
      cdc.pass(Duration.ofSeconds(3));
      cdc.sql.run("INSERT orders VALUES (1, N'a', 1); ALTER TABLE orders ADD note int NULL");
      cdc.pass(Duration.ofSeconds(4));
      cdc.sql.run("EXEC sys.sp_cdc_scan");
      cdc.database().capture().step();
      cdc.database().capture().step();
      cdc.sql.run("EXEC lab.scan_fail");
      assertThat(cdc.database().capture().step()).isZero();

      assertThat(
              cdc.rows(
                  "SELECT session_id, scan_phase, tran_count, schema_change_count, command_count,"
                      + " latency, empty_scan_count, error_count, failed_sessions_count FROM"
                      + " sys.dm_cdc_log_scan_sessions ORDER BY session_id"))
          .containsExactly(
              "0|Aggregate|3|1|1|4|2|1|1",
              "1|Done|3|1|1|4|0|0|0",
              "2|Done|0|0|0|0|2|0|0",
              "3|Done|0|0|0|0|0|1|1");
      assertThat(cdc.rows("SELECT session_id, error_number, error_severity FROM sys.dm_cdc_errors"))
          .containsExactly("3|22859|16");
      cdc.sql.run("CREATE LOGIN r WITH PASSWORD = 'p'; CREATE USER r FOR LOGIN r");
      try (LabSqlRunner reader = cdc.lab.login("r", "p", "sales")) {
        String sessions = "SELECT * FROM sys.dm_cdc_log_scan_sessions";
        assertThat(CdcScene.error(reader, sessions)).isEqualTo(262);
        cdc.sql.run("GRANT VIEW DATABASE STATE TO r");
        assertThat(CdcScene.error(reader, sessions)).isZero();
      }
    }
  }

  @Test
  @Tag("F4.4")
  @Tag("F1.1.9")
  @Tag("F2.1")
  void idleEntriesMoveTheMaximumWithoutChanges() {
    try (CdcScene cdc = CdcScene.orders()) {
      assertThat(cdc.maxLsn()).isNull();
      cdc.capture();
      Lsn enabled = cdc.maxLsn();
      cdc.pass(Duration.ofSeconds(305));
      cdc.sql.run("EXEC lab.idle_entry");

      assertThat(cdc.maxLsn()).isGreaterThan(enabled);
      assertThat(
              cdc.rows(
                  "SELECT tran_id, tran_end_time FROM cdc.lsn_time_mapping WHERE start_lsn ="
                      + " sys.fn_cdc_get_max_lsn()"))
          .containsExactly("0x00|2026-01-01T00:05:05");
      assertThat(cdc.lsn("MAX(start_lsn) FROM cdc.lsn_time_mapping")).isEqualTo(cdc.maxLsn());
      assertThat(cdc.changes("dbo_orders", "id")).isEmpty();
      cdc.sql.run("CREATE TABLE other (id int NOT NULL PRIMARY KEY)");
      cdc.enable("other", "other", "");
      cdc.capture();
      Lsn before = cdc.maxLsn();
      cdc.sql.run("INSERT other VALUES (1)");
      cdc.capture();
      assertThat(cdc.maxLsn()).isGreaterThan(before);
    }
  }
}
