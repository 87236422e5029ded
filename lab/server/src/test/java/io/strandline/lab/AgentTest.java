package io.strandline.lab;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.strandline.lab.session.SqlException;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class AgentTest {

  private static final Duration SOON = Duration.ofSeconds(10);
  private static final String OUTCOMES =
      "SELECT run_status, run_date, run_time FROM msdb.dbo.sysjobhistory WHERE step_id = 0"
          + " ORDER BY instance_id";

  private static LabSqlRunner withTable(Lab lab) {
    LabSqlRunner sql = lab.admin("sales");
    sql.run("CREATE TABLE dbo.beats (id int IDENTITY(1, 1) NOT NULL PRIMARY KEY, at datetime2(3))");
    return sql;
  }

  private static void job(LabSqlRunner sql, String name, String command, String database) {
    sql.run("EXEC msdb.dbo.sp_add_job @job_name = N'" + name + "'");
    sql.run(
        "EXEC msdb.dbo.sp_add_jobstep @job_name = N'"
            + name
            + "', @step_name = N'one', @command = N'"
            + command.replace("'", "''")
            + "', @database_name = N'"
            + database
            + "'");
    sql.run("EXEC msdb.dbo.sp_add_jobserver @job_name = N'" + name + "'");
  }

  private static void beats(LabSqlRunner sql) {
    job(sql, "beat", "INSERT INTO dbo.beats (at) VALUES (SYSDATETIME())", "sales");
    every(sql, "beat", "@freq_type = 4, @freq_subday_type = 2, @freq_subday_interval = 10");
  }

  private static void every(LabSqlRunner sql, String job, String timing) {
    sql.run(
        "EXEC msdb.dbo.sp_add_jobschedule @job_name = N'"
            + job
            + "', @name = N'"
            + job
            + "', @freq_interval = 1, "
            + timing);
  }

  private static List<String> rows(LabSqlRunner sql, String query) {
    return ResultText.rows(sql.query(query));
  }

  @Test
  void aMinuteThatIsMovedIsSixRuns() {
    try (Lab lab = Lab.start(LabConfig.stepped());
        LabSqlRunner sql = withTable(lab)) {
      beats(sql);
      lab.clock().advance(Duration.ofSeconds(60));
      assertThat(sql.value("SELECT COUNT(*) FROM dbo.beats")).isEqualTo(6);
      lab.clock().set(lab.clock().instant().plusSeconds(25));
      assertThat(sql.value("SELECT COUNT(*) FROM dbo.beats")).isEqualTo(8);
      assertThat(lab.clock().instant()).isEqualTo(lab.config().clock().start().plusSeconds(85));
      assertThat(rows(sql, OUTCOMES))
          .startsWith("1|20260101|10", "1|20260101|20")
          .endsWith("1|20260101|120");
    }
  }

  @Test
  void runsByTheClockOfARunningLab() throws InterruptedException {
    try (Lab lab = Lab.start(LabConfig.stepped().withSpeed(100));
        LabSqlRunner sql = withTable(lab)) {
      beats(sql);
      Duration end = lab.clock().elapsed().plusSeconds(200);
      assertThat(lab.clock().awaitElapsed(end, () -> false)).isTrue();
      assertThat((Integer) sql.value("SELECT COUNT(*) FROM dbo.beats")).isBetween(2, 21);
    }
  }

  @Test
  void stepsRunAsTheOwnerInTheirDatabase() {
    try (Lab lab = Lab.start(LabConfig.stepped());
        LabSqlRunner sql = withTable(lab)) {
      sql.run(
          "CREATE LOGIN worker WITH PASSWORD = 'x'; CREATE USER worker FOR LOGIN worker;"
              + " GRANT INSERT ON dbo.beats TO worker");
      job(sql, "own", "PRINT SUSER_SNAME() + DB_NAME(); SELECT * FROM dbo.beats", "sales");
      sql.run("EXEC msdb.dbo.sp_update_job @job_name = N'own', @owner_login_name = N'worker'");
      assertThat(sql.run("EXEC msdb.dbo.sp_start_job N'own'").infos())
          .extracting(message -> message.text())
          .containsExactly("Job 'own' started successfully.");
      assertThat(lab.agent().awaitIdle(SOON)).isTrue();
      assertThat(
              rows(
                  sql,
                  "SELECT run_status, sql_message_id, sql_severity FROM msdb.dbo.sysjobhistory"
                      + " WHERE step_id = 1"))
          .containsExactly("0|229|14");
      assertThat((String) sql.value("SELECT message FROM msdb.dbo.sysjobhistory WHERE step_id = 1"))
          .startsWith("Executed as user: worker. workersales The SELECT permission was denied")
          .endsWith("The step failed.");
      assertThat(rows(sql, "SELECT last_run_outcome FROM msdb.dbo.sysjobsteps"))
          .containsExactly("0");
    }
  }

  @Test
  void aFailedStepIsRetriedAndMayGoOn() {
    try (Lab lab = Lab.start(LabConfig.stepped());
        LabSqlRunner sql = withTable(lab)) {
      sql.run("EXEC msdb.dbo.sp_add_job @job_name = N'two'");
      sql.run(
          "EXEC msdb.dbo.sp_add_jobstep @job_name = N'two', @step_name = N'bad',"
              + " @command = N'SELECT 1 / 0', @on_fail_action = 3, @retry_attempts = 2,"
              + " @retry_interval = 0");
      sql.run(
          "EXEC msdb.dbo.sp_add_jobstep @job_name = N'two', @step_name = N'good',"
              + " @command = N'PRINT ''well''', @database_name = N'sales'");
      sql.run("EXEC msdb.dbo.sp_add_jobserver @job_name = N'two', @server_name = N'(LOCAL)'");
      sql.run("EXEC msdb.dbo.sp_start_job @job_name = N'two'");
      assertThat(lab.agent().awaitIdle(SOON)).isTrue();
      assertThat(
              rows(
                  sql,
                  "SELECT step_id, run_status, retries_attempted, sql_message_id"
                      + " FROM msdb.dbo.sysjobhistory ORDER BY instance_id"))
          .containsExactly("1|2|0|8134", "1|2|1|8134", "1|0|2|8134", "2|1|0|0", "0|1|0|0");
    }
  }

  @Test
  @Tag("V6")
  void aStoppedAgentRunsNothingAndStartsAnew() {
    try (Lab lab = Lab.start(LabConfig.stepped());
        LabSqlRunner sql = withTable(lab)) {
      beats(sql);
      lab.agent().stop();
      lab.clock().advance(Duration.ofMinutes(1));
      assertThat(sql.value("SELECT COUNT(*) FROM dbo.beats")).isEqualTo(0);
      assertThatThrownBy(() -> sql.run("EXEC msdb.dbo.sp_start_job N'beat'"))
          .isInstanceOf(SqlException.class)
          .hasMessageStartingWith("22022: SQLServerAgent is not currently running");
      assertThat(
              rows(
                  sql,
                  "SELECT status_desc FROM sys.dm_server_services WHERE servicename LIKE"
                      + " 'SQL Server Agent%'"))
          .containsExactly("Stopped");
      lab.agent().start();
      lab.clock().advance(Duration.ofSeconds(30));
      assertThat(sql.value("SELECT COUNT(*) FROM dbo.beats")).isEqualTo(3);
    }
  }

  @Test
  void aRunningJobCanBeStopped() {
    try (Lab lab = Lab.start(LabConfig.stepped());
        LabSqlRunner sql = withTable(lab)) {
      job(sql, "long", "WAITFOR DELAY '01:00:00'", "sales");
      sql.run("EXEC msdb.dbo.sp_start_job N'long'");
      assertThatThrownBy(() -> sql.run("EXEC msdb.dbo.sp_start_job N'long'"))
          .hasMessageContaining("refused because the job is already running");
      sql.run("EXEC msdb.dbo.sp_stop_job N'long'");
      assertThat(lab.agent().awaitIdle(SOON)).isTrue();
      assertThat(rows(sql, "SELECT run_status FROM msdb.dbo.sysjobhistory WHERE step_id = 0"))
          .allMatch(status -> status.equals("3"));
      assertThatThrownBy(() -> sql.run("EXEC msdb.dbo.sp_stop_job N'long'"))
          .hasMessageContaining("refused because the job is not currently running");
    }
  }

  @Test
  void aJobCanBeStoppedAtAnyMomentOfItsStart() {
    try (Lab lab = Lab.start(LabConfig.stepped());
        LabSqlRunner sql = withTable(lab)) {
      job(sql, "long", "WAITFOR DELAY '01:00:00'", "sales");
      for (int round = 0; round < 200; round++) {
        sql.run("EXEC msdb.dbo.sp_start_job N'long'");
        for (int spin = 0; spin < round * 50; spin++) {
          Thread.onSpinWait();
        }
        sql.run("EXEC msdb.dbo.sp_stop_job N'long'");
        assertThat(lab.agent().awaitIdle(SOON)).as("round %s", round).isTrue();
      }
    }
  }

  /** Users report that jobs pause in the hour that daylight saving repeats. */
  @Test
  void jobsPauseInTheRepeatedHour() {
    LabConfig config =
        LabConfig.stepped()
            .withZone(ZoneId.of("America/New_York"))
            .withStart(Instant.parse("2025-11-02T05:59:00Z"));
    try (Lab lab = Lab.start(config);
        LabSqlRunner sql = withTable(lab)) {
      beats(sql);
      lab.clock().advance(Duration.ofMinutes(61));
      assertThat(rows(sql, "SELECT at FROM dbo.beats ORDER BY id"))
          .hasSize(6)
          .endsWith("2025-11-02T02:00")
          .contains("2025-11-02T01:59:50");
    }
  }

  @Test
  void historyIsBounded() {
    try (Lab lab = Lab.start(LabConfig.stepped());
        LabSqlRunner sql = withTable(lab)) {
      beats(sql);
      lab.clock().advance(Duration.ofMinutes(20));
      assertThat(sql.value("SELECT COUNT(*) FROM dbo.beats")).isEqualTo(120);
      assertThat(sql.value("SELECT COUNT(*) FROM msdb.dbo.sysjobhistory")).isEqualTo(100);
    }
  }

  @Test
  void failoverFindsNoJobs() {
    try (Lab lab = Lab.start(LabConfig.stepped());
        LabSqlRunner sql = withTable(lab)) {
      beats(sql);
      lab.agent().jobs().clear();
      lab.agent().changed();
      lab.clock().advance(Duration.ofMinutes(1));
      assertThat(sql.value("SELECT COUNT(*) FROM dbo.beats")).isEqualTo(0);
      assertThat(rows(sql, "SELECT name FROM msdb.dbo.sysjobs")).isEmpty();
    }
  }

  @Test
  void deletingAJobTakesItsScheduleAndHistory() {
    try (Lab lab = Lab.start(LabConfig.stepped());
        LabSqlRunner sql = withTable(lab)) {
      beats(sql);
      lab.clock().advance(Duration.ofSeconds(10));
      sql.run("EXEC msdb.dbo.sp_delete_job @job_name = N'beat'");
      for (String table :
          List.of("sysjobs", "sysjobsteps", "sysjobservers", "sysschedules", "sysjobhistory")) {
        assertThat(sql.value("SELECT COUNT(*) FROM msdb.dbo." + table)).as(table).isEqualTo(0);
      }
    }
  }
}
