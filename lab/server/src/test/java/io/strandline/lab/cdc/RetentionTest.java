package io.strandline.lab.cdc;

import static org.assertj.core.api.Assertions.assertThat;

import io.strandline.lab.LabConfig;
import io.strandline.lab.LabRecording;
import io.strandline.lab.catalog.EmulatedVersion;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Cleanup by procedure, by steps and by the retention job (facts 6). */
class RetentionTest {

  private static final String CLEANUP =
      "DECLARE @f bit; EXEC sys.sp_cdc_cleanup_change_table N'dbo_orders', %s, %s, @f OUTPUT;"
          + " SELECT @f";

  private CdcScene cdc;

  @BeforeEach
  void start() {
    cdc = CdcScene.orders();
    for (int id = 1; id <= 6; id++) {
      cdc.pass(Duration.ofHours(20));
      cdc.sql.run("INSERT orders VALUES (" + id + ", N'x', 1)");
    }
    cdc.capture();
  }

  @AfterEach
  void close() {
    cdc.close();
  }

  private Lsn lsnOf(int id) {
    return cdc.lsn("__$start_lsn FROM cdc.dbo_orders_CT WHERE id = " + id);
  }

  private List<String> ids() {
    return cdc.changes("dbo_orders", "id");
  }

  @Test
  @Tag("F6.2")
  @Tag("F6.6")
  @Tag("F6.9")
  @Tag("F2.7")
  @Tag("C15")
  void theMarkIsKeptAndWhatIsBelowItGone() {
    Lsn third = lsnOf(3);
    Lsn first = lsnOf(1);

    assertThat(cdc.rows(String.format(CLEANUP, third, "2"))).containsExactly("0");

    assertThat(ids()).containsExactly("3", "4", "5", "6");
    assertThat(cdc.minLsn("dbo_orders")).isEqualTo(third);
    assertThat(cdc.rows("SELECT id FROM cdc.dbo_orders_CT WHERE __$start_lsn <= " + first))
        .isEmpty();
    assertThat(cdc.error("EXEC sys.sp_cdc_cleanup_change_table N'nope', NULL")).isEqualTo(22920);
    assertThat(cdc.error("EXEC sys.sp_cdc_cleanup_change_table N'dbo_orders', NULL, 0"))
        .isEqualTo(22850);
  }

  @Test
  @Tag("F6.3")
  void aMarkBelowTheCurrentOneIsOutsideTheTimeline() {
    Lsn second = lsnOf(2);
    Lsn third = lsnOf(3);
    cdc.enable("orders", "v2", "");
    cdc.capture();
    cdc.sql.run(String.format(CLEANUP, third, "5000"));

    LabRecording lower = cdc.sql.record(String.format(CLEANUP, second, "5000"));
    assertThat(lower.errors().get(0).number()).isEqualTo(22964);

    // The other instance's mark holds back the mapping rows.
    cdc.sql.run("EXEC sys.sp_cdc_disable_table N'dbo', N'orders', N'dbo_orders'");
    Lsn enabled = cdc.minLsn("v2");
    cdc.pass(Duration.ofHours(1));
    cdc.sql.run("INSERT orders VALUES (7, N'x', 1)");
    cdc.capture();
    cdc.sql.run("EXEC lab.cleanup_begin N'v2', " + cdc.maxLsn());
    assertThat(cdc.errorText("EXEC sys.sp_cdc_cleanup_change_table N'v2', " + enabled))
        .startsWith("LSN " + enabled)
        .contains("is not within the Change Data Capture timeline [" + cdc.minLsn("v2") + ", ");
    assertThat(cdc.error("EXEC sys.sp_cdc_cleanup_change_table N'v2', " + enabled))
        .isEqualTo(22957);
  }

  @Test
  @Tag("F6.3")
  void beforeVersion16ALowerMarkIsIgnored() {
    try (CdcScene old =
        CdcScene.orders(LabConfig.stepped().withVersion(EmulatedVersion.SQL_SERVER_2017))) {
      for (int id = 1; id <= 3; id++) {
        old.pass(Duration.ofSeconds(1));
        old.sql.run("INSERT orders VALUES (" + id + ", N'x', 1)");
      }
      old.capture();
      Lsn second = old.lsn("__$start_lsn FROM cdc.dbo_orders_CT WHERE id = 2");
      old.sql.run("EXEC lab.cleanup_begin N'dbo_orders', " + old.maxLsn());
      assertThat(old.error("EXEC sys.sp_cdc_cleanup_change_table N'dbo_orders', " + second))
          .isZero();
      assertThat(old.minLsn("dbo_orders")).isEqualTo(old.maxLsn());
    }
  }

  @Test
  @Tag("F6.3")
  void tiesTakeTheLowest() {
    cdc.sql.run("EXEC lab.equal_commit_times 1");
    Instant frozen = cdc.database().switches().commitTime();
    cdc.pass(Duration.ofSeconds(9));
    cdc.sql.run("INSERT orders VALUES (7, N'x', 1)");
    cdc.pass(Duration.ofSeconds(9));
    cdc.sql.run("INSERT orders VALUES (8, N'x', 1)");
    cdc.capture();
    assertThat(
            cdc.rows(
                "SELECT COUNT(*), COUNT(DISTINCT tran_end_time) FROM cdc.lsn_time_mapping WHERE"
                    + " start_lsn >= "
                    + lsnOf(7)))
        .containsExactly("2|1");
    assertThat(cdc.database().oracle("dbo_orders").changes().get(7).commitInstant())
        .isEqualTo(frozen);

    cdc.sql.run(String.format(CLEANUP, lsnOf(8), "5000"));

    // The sixth commit has that time too.
    assertThat(ids()).containsExactly("6", "7", "8");
    assertThat(cdc.minLsn("dbo_orders")).isEqualTo(lsnOf(6));
  }

  @Test
  @Tag("F6.4")
  void stepsMoveTheWatermarkFirst() {
    Lsn fifth = lsnOf(5);
    cdc.sql.run("EXEC lab.cleanup_begin N'dbo_orders', " + fifth);
    assertThat(cdc.minLsn("dbo_orders")).isEqualTo(fifth);
    assertThat(ids()).hasSize(6);

    assertThat(cdc.rows("EXEC lab.cleanup_step N'dbo_orders', 3")).containsExactly("3|1");
    assertThat(ids()).containsExactly("4", "5", "6");
    assertThat(cdc.rows("SELECT COUNT(*) FROM cdc.lsn_time_mapping")).containsExactly("7");

    assertThat(cdc.rows("EXEC lab.cleanup_step N'dbo_orders', 3")).containsExactly("1|0");
    cdc.sql.run("EXEC lab.cleanup_end N'dbo_orders'");
    assertThat(cdc.rows("SELECT COUNT(*) FROM cdc.lsn_time_mapping")).containsExactly("2");
  }

  @Test
  @Tag("F6.4")
  @Tag("F6.5")
  void aFailedBatchLeavesTheWatermarkAndANullMarkGoesOn() {
    Lsn fifth = lsnOf(5);
    cdc.sql.run("EXEC lab.cleanup_fail");
    LabRecording failed = cdc.sql.record(String.format(CLEANUP, fifth, "2"));

    assertThat(failed.errors()).isEmpty();
    assertThat(failed.infos().get(0).number()).isEqualTo(22852);
    assertThat(failed.results().get(0).value()).isEqualTo(true);
    assertThat(cdc.minLsn("dbo_orders")).isEqualTo(fifth);
    assertThat(ids()).hasSize(6);
    assertThat(cdc.rows("SELECT session_id, error_number FROM sys.dm_cdc_errors"))
        .containsExactly("0|22852");

    assertThat(cdc.rows(String.format(CLEANUP, "NULL", "2"))).containsExactly("0");
    assertThat(ids()).containsExactly("5", "6");
    assertThat(cdc.minLsn("dbo_orders")).isEqualTo(fifth);
  }

  @Test
  @Tag("F6.7")
  void mappingRowsWaitForTheLowestMark() {
    cdc.enable("orders", "v2", "");
    cdc.pass(Duration.ofHours(1));
    cdc.sql.run("INSERT orders VALUES (7, N'x', 1)");
    cdc.capture();
    String mark = lsnOf(7).toString();
    String time = "SELECT sys.fn_cdc_map_time_to_lsn(N'largest less than', '2026-01-03')";
    assertThat(cdc.rows(time)).doesNotContain("NULL");

    cdc.sql.run("EXEC sys.sp_cdc_cleanup_change_table N'v2', " + mark);
    assertThat(cdc.rows("SELECT COUNT(*) FROM cdc.lsn_time_mapping")).containsExactly("9");
    cdc.sql.run("EXEC sys.sp_cdc_cleanup_change_table N'dbo_orders', " + mark);

    assertThat(cdc.rows("SELECT COUNT(*) FROM cdc.lsn_time_mapping")).containsExactly("1");
    assertThat(cdc.rows(time)).containsExactly("NULL");
  }

  @Test
  @Tag("F6.8")
  void theJobGivesAllInstancesOneWatermark() {
    // Commits at hours 20, 40, ..., 120 and instance v2 at 121; 72 h before the newest is 49.
    cdc.pass(Duration.ofHours(1));
    cdc.enable("orders", "v2", "");
    cdc.capture();
    Lsn second = lsnOf(2);
    cdc.sql.run("EXEC sys.sp_cdc_start_job N'cleanup'");
    assertThat(ids()).containsExactly("2", "3", "4", "5", "6");
    assertThat(cdc.minLsn("dbo_orders")).isEqualTo(second);
    assertThat(cdc.minLsn("v2")).isGreaterThan(second);

    cdc.pass(Duration.ofHours(100));
    cdc.sql.run("INSERT orders VALUES (7, N'x', 1)");
    cdc.capture();
    cdc.sql.run("EXEC lab.cleanup_job");
    assertThat(cdc.minLsn("dbo_orders")).isEqualTo(cdc.minLsn("v2"));
    assertThat(
            cdc.rows(
                "SELECT capture_instance FROM cdc.change_tables ORDER BY start_lsn, create_date"))
        .containsExactly("dbo_orders", "v2");

    cdc.sql.run("EXEC sys.sp_cdc_change_job N'cleanup', @retention = 60");
    cdc.sql.run("EXEC sys.sp_cdc_start_job N'cleanup'");
    assertThat(cdc.minLsn("dbo_orders")).isGreaterThan(second);
  }

  @Test
  @Tag("F6.1")
  void theJobRunsDailyByTheLabsClock() {
    LabConfig config = LabConfig.defaults().withSpeed(0).withPollingInterval(Duration.ofSeconds(5));
    try (CdcScene daily = CdcScene.orders(config)) {
      daily.sql.run("INSERT orders VALUES (1, N'x', 1)");
      daily.pass(Duration.ofMinutes(1));
      daily.sql.run("INSERT orders VALUES (2, N'x', 1)");
      daily.database().capture().drain();
      daily.pass(Duration.ofDays(5));
      daily.sql.run("INSERT orders VALUES (3, N'x', 1)");
      daily.database().capture().drain();
      assertThat(daily.changes("dbo_orders", "id")).contains("2", "3");
      daily.pass(Duration.ofDays(1));
      // The last commit before the retention's begin is the watermark and is kept.
      CdcScene.await(() -> !daily.changes("dbo_orders", "id").contains("1"));
      assertThat(daily.changes("dbo_orders", "id")).contains("3");
    }
  }
}
