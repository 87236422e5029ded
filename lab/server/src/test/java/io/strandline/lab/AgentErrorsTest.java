package io.strandline.lab;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The job procedures' errors: numbers and texts are those of Microsoft's list. */
class AgentErrorsTest {

  private Lab lab;
  private LabSqlRunner sql;

  @BeforeEach
  void start() {
    lab = Lab.start(LabConfig.stepped());
    sql = lab.admin("sales");
    sql.run("EXEC msdb.dbo.sp_add_job @job_name = N'j'");
  }

  @AfterEach
  void stop() {
    sql.close();
    lab.close();
  }

  private String error(String statement) {
    return sql.record(statement).errors().stream()
        .map(error -> error.number() + ": " + error.text())
        .reduce("", String::concat);
  }

  @Test
  void namesMustExistOnce() {
    assertThat(error("EXEC msdb.dbo.sp_add_job @job_name = N'J'"))
        .isEqualTo("14261: The specified @name ('J') already exists.");
    assertThat(error("EXEC msdb.dbo.sp_start_job @job_name = N'none'"))
        .isEqualTo("14262: The specified @job_name ('none') does not exist.");
    assertThat(error("EXEC msdb.dbo.sp_delete_job"))
        .isEqualTo("14294: Supply either @job_id or @job_name to identify the job.");
    assertThat(error("EXEC msdb.dbo.sp_attach_schedule @job_name = N'j', @schedule_name = N's'"))
        .isEqualTo("14262: The specified @schedule_name ('s') does not exist.");
    sql.run("EXEC msdb.dbo.sp_add_schedule @schedule_name = N's', @freq_type = 4");
    sql.run("EXEC msdb.dbo.sp_add_schedule @schedule_name = N's', @freq_type = 4");
    assertThat(error("EXEC msdb.dbo.sp_attach_schedule @job_name = N'j', @schedule_name = N's'"))
        .startsWith("14371: There are two or more schedules named \"s\".");
  }

  @Test
  void aJobThatCannotRunIsNotStarted() {
    assertThat(error("EXEC msdb.dbo.sp_start_job N'j'")).startsWith("14256: Cannot start the job");
    sql.run("EXEC msdb.dbo.sp_add_jobserver @job_name = N'j'");
    assertThat(error("EXEC msdb.dbo.sp_add_jobserver @job_name = N'j'"))
        .isEqualTo("14269: Job 'j' is already targeted at server 'LAB'.");
    assertThat(error("EXEC msdb.dbo.sp_start_job N'j'"))
        .isEqualTo("14528: Job \"j\" has no steps defined.");
  }

  @Test
  void schedulesAreChecked() {
    String add = "EXEC msdb.dbo.sp_add_schedule @schedule_name = N's', ";
    assertThat(error(add + "@freq_type = 4, @freq_subday_type = 2, @freq_subday_interval = 9"))
        .isEqualTo(
            "14278: The schedule for this job is invalid (reason: The specified"
                + " '@freq_subday_interval' is invalid.).");
    for (String timing :
        List.of(
            "@freq_type = 8",
            "@freq_type = 4, @freq_interval = 0",
            "@freq_type = 4, @freq_subday_type = 3",
            "@freq_type = 4, @active_start_date = 20261332",
            "@freq_type = 4, @active_start_time = 246000")) {
      assertThat(error(add + timing)).as(timing).startsWith("14278: ");
    }
  }

  @Test
  void whatIsNotEmulatedIsRefused() {
    String add = "EXEC msdb.dbo.sp_add_jobstep @job_name = N'j', @step_name = N's', ";
    assertThat(error(add + "@subsystem = N'CmdExec'")).startsWith("14234: ");
    assertThat(error(add + "@proxy_name = N'p'")).startsWith("14517: ");
    assertThat(error(add + "@output_file_name = N'f'")).startsWith("14200: ");
    assertThat(error(add + "@database_user_name = N'u'")).startsWith("14200: ");
    assertThat(error(add + "@step_id = 3")).startsWith("14266: ");
    assertThat(error("EXEC msdb.dbo.sp_help_job")).startsWith("2812: ");
    assertThat(error("EXEC sys.sp_add_job @job_name = N'x'")).startsWith("2812: ");
  }

  @Test
  void othersThanSysadminsAreRefused() {
    sql.run("CREATE LOGIN reader WITH PASSWORD = 'x'; CREATE USER reader FOR LOGIN reader");
    try (LabSqlRunner reader = lab.login("reader", "x", "sales")) {
      for (String statement :
          List.of(
              "SELECT * FROM msdb.dbo.sysjobs",
              "SELECT * FROM msdb.dbo.cdc_jobs",
              "EXEC msdb.dbo.sp_add_job @job_name = N'mine'")) {
        assertThat(reader.record(statement).errors())
            .as(statement)
            .extracting(error -> error.number())
            .containsExactly(229);
      }
    }
  }
}
