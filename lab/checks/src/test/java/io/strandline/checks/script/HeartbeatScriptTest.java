package io.strandline.checks.script;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class HeartbeatScriptTest {

  private static final Map<String, String> SALES = Map.of("DatabaseName", Scripts.DATABASE);
  private static final String BEATS =
      "SELECT COUNT(*) FROM msdb.dbo.sysjobhistory WHERE step_id = 0 AND run_status = 1";

  private Scripts scripts;

  @BeforeEach
  void enableTheDatabase() throws SQLException {
    scripts = new Scripts();
    scripts.run("EXEC sys.sp_cdc_enable_db");
  }

  @org.junit.jupiter.api.AfterEach
  void close() throws SQLException {
    scripts.close();
  }

  @Test
  void beatsEveryTenSeconds() throws SQLException {
    scripts.script("heartbeat.sql", SALES);
    scripts.lab.clock().advance(Duration.ofSeconds(60));
    assertThat(scripts.rows(BEATS)).containsExactly("6");
    assertThat(scripts.rows("SELECT beat_at FROM dbo.strandline_heartbeat"))
        .containsExactly("2026-01-01 00:01:00.000");
    scripts.capture();
    assertThat(
            scripts.rows(
                "SELECT beat_at FROM cdc.dbo_strandline_heartbeat_CT WHERE __$operation = 4"
                    + " ORDER BY __$start_lsn"))
        .containsExactly(
            "2026-01-01 00:00:10.000",
            "2026-01-01 00:00:20.000",
            "2026-01-01 00:00:30.000",
            "2026-01-01 00:00:40.000",
            "2026-01-01 00:00:50.000",
            "2026-01-01 00:01:00.000");
  }

  @Test
  void movesTheFrontierEveryTenSeconds() throws SQLException {
    scripts.script("heartbeat.sql", SALES);
    scripts.capture();
    Set<String> frontiers = new LinkedHashSet<>();
    for (int i = 0; i < 12; i++) {
      scripts.lab.clock().advance(Duration.ofSeconds(10));
      scripts.capture();
      frontiers.addAll(scripts.rows("SELECT sys.fn_cdc_get_max_lsn()"));
      assertThat(
              scripts.rows(
                  "SELECT DATEDIFF(second, sys.fn_cdc_map_lsn_to_time(sys.fn_cdc_get_max_lsn()),"
                      + " GETDATE())"))
          .containsExactly("0");
    }
    assertThat(new ArrayList<>(frontiers)).hasSize(12).isSorted();
  }

  @Test
  void changesNothingWhenRunAgain() throws SQLException {
    scripts.script("heartbeat.sql", SALES);
    List<String> once = scripts.state();
    ScriptOutcome again = scripts.script("heartbeat.sql", SALES);
    assertThat(scripts.state()).isEqualTo(once);
    assertThat(again.results().get(0).rows())
        .containsExactly(List.of("strandline_heartbeat_sales", "1"));
    scripts.lab.clock().advance(Duration.ofSeconds(60));
    assertThat(scripts.rows(BEATS)).containsExactly("6");
  }

  @Test
  void leavesADisabledJobAlone() throws SQLException {
    scripts.script("heartbeat.sql", SALES);
    scripts.run(
        "EXEC msdb.dbo.sp_update_job @job_name = N'strandline_heartbeat_sales', @enabled = 0");
    scripts.script("heartbeat.sql", SALES);
    scripts.lab.clock().advance(Duration.ofSeconds(60));
    assertThat(scripts.rows(BEATS)).containsExactly("0");
  }

  @Test
  void completesWhatIsMissing() throws SQLException {
    scripts.script("heartbeat.sql", SALES);
    scripts.run(
        "EXEC msdb.dbo.sp_delete_job @job_name = N'strandline_heartbeat_sales'",
        "EXEC msdb.dbo.sp_add_job @job_name = N'strandline_heartbeat_sales'");
    scripts.script("heartbeat.sql", SALES);
    scripts.lab.clock().advance(Duration.ofSeconds(60));
    assertThat(scripts.rows(BEATS)).containsExactly("6");
  }

  @Test
  void belongsToTheAdministrator() throws SQLException {
    scripts.script("heartbeat.sql", SALES);
    assertThat(scripts.rows("SELECT SUSER_SNAME(owner_sid) FROM msdb.dbo.sysjobs"))
        .containsExactly("sa");
  }

  @Test
  void asksForCdcOnTheDatabase() throws SQLException {
    scripts.run("EXEC sys.sp_cdc_disable_db");
    assertThat(scripts.tryScript("heartbeat.sql", SALES).errors())
        .singleElement()
        .asString()
        .contains("error 50000", "Run setup.sql first");
    assertThat(scripts.rows("SELECT name FROM sys.tables")).isEmpty();
    assertThat(scripts.rows("SELECT name FROM msdb.dbo.sysjobs")).isEmpty();
  }
}
