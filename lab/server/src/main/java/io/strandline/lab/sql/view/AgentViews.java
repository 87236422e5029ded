package io.strandline.lab.sql.view;

import io.strandline.lab.agent.HistoryRow;
import io.strandline.lab.agent.Job;
import io.strandline.lab.agent.JobSchedule;
import io.strandline.lab.agent.JobStep;
import io.strandline.lab.agent.JobStore;
import io.strandline.lab.catalog.Database;
import io.strandline.lab.sql.query.StatementContext;
import io.strandline.lab.sql.type.DateTimes;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** The job tables of {@code msdb}; columns and types are documented. */
final class AgentViews {

  private static final int UNKNOWN_OUTCOME = 5;

  private static final View JOBS =
      new View(
          "job_id uniqueidentifier!, originating_server_id int!, name sysname!, enabled tinyint!,"
              + " description nvarchar(512), start_step_id int!, category_id int!, owner_sid"
              + " varbinary(85)!, notify_level_eventlog int!, notify_level_email int!,"
              + " notify_level_netsend int!, notify_level_page int!, notify_email_operator_id int!,"
              + " notify_netsend_operator_id int!, notify_page_operator_id int!, delete_level int!,"
              + " date_created datetime!, date_modified datetime!, version_number int!",
          AgentViews::jobs);

  private static final View STEPS =
      new View(
          "job_id uniqueidentifier!, step_id int!, step_name sysname!, subsystem nvarchar(40)!,"
              + " command nvarchar(max), flags int!, additional_parameters nvarchar(max),"
              + " cmdexec_success_code int!, on_success_action tinyint!, on_success_step_id int!,"
              + " on_fail_action tinyint!, on_fail_step_id int!, server sysname, database_name"
              + " sysname, database_user_name sysname, retry_attempts int!, retry_interval int!,"
              + " os_run_priority int!, output_file_name nvarchar(200), last_run_outcome int!,"
              + " last_run_duration int!, last_run_retries int!, last_run_date int!, last_run_time"
              + " int!, proxy_id int, step_uid uniqueidentifier",
          AgentViews::steps);

  private static final View SERVERS =
      new View("job_id uniqueidentifier!, server_id int!", AgentViews::servers);

  private static final View SCHEDULES =
      new View(
          "schedule_id int!, schedule_uid uniqueidentifier!, originating_server_id int!, name"
              + " sysname!, owner_sid varbinary(85)!, enabled int!, freq_type int!, freq_interval"
              + " int!, freq_subday_type int!, freq_subday_interval int!, freq_relative_interval"
              + " int!, freq_recurrence_factor int!, active_start_date int!, active_end_date int!,"
              + " active_start_time int!, active_end_time int!, date_created datetime!,"
              + " date_modified datetime!, version_number int!",
          AgentViews::schedules);

  private static final View JOB_SCHEDULES =
      new View(
          "schedule_id int, job_id uniqueidentifier, next_run_date int!, next_run_time int!",
          AgentViews::jobSchedules);

  private static final View HISTORY =
      new View(
          "instance_id int!, job_id uniqueidentifier!, step_id int!, step_name sysname!,"
              + " sql_message_id int!, sql_severity int!, message nvarchar(4000), run_status int!,"
              + " run_date int!, run_time int!, run_duration int!, operator_id_emailed int!,"
              + " operator_id_netsent int!, operator_id_paged int!, retries_attempted int!, server"
              + " sysname!",
          AgentViews::history);

  private AgentViews() {}

  /** A table by name; {@code null} if there is none. */
  static @Nullable View find(String name) {
    return switch (name.toLowerCase(Locale.ROOT)) {
      case "sysjobs" -> JOBS;
      case "sysjobsteps" -> STEPS;
      case "sysjobservers" -> SERVERS;
      case "sysschedules" -> SCHEDULES;
      case "sysjobschedules" -> JOB_SCHEDULES;
      case "sysjobhistory" -> HISTORY;
      case "cdc_jobs" -> CdcJobViews.CDC_JOBS;
      default -> null;
    };
  }

  private static JobStore store(StatementContext context) {
    return context.server().agent().jobs();
  }

  private static List<@Nullable Object[]> jobs(StatementContext context, Database database) {
    List<@Nullable Object[]> rows = new ArrayList<>();
    for (Job job : store(context).jobs()) {
      rows.add(
          new @Nullable Object[] {
            job.id(),
            0,
            job.name(),
            job.enabled() ? 1 : 0,
            job.description(),
            job.startStepId(),
            0,
            context.server().sid(job.owner()),
            2,
            0,
            0,
            0,
            0,
            0,
            0,
            0,
            DateTimes.datetime(job.created()),
            DateTimes.datetime(job.modified()),
            job.version()
          });
    }
    return rows;
  }

  private static List<@Nullable Object[]> steps(StatementContext context, Database database) {
    List<@Nullable Object[]> rows = new ArrayList<>();
    for (Job job : store(context).jobs()) {
      for (JobStep step : job.steps()) {
        rows.add(step(job, step, store(context).history().last(job.id(), step.id())));
      }
    }
    return rows;
  }

  private static @Nullable Object[] step(Job job, JobStep step, @Nullable HistoryRow last) {
    return new @Nullable Object[] {
      job.id(),
      step.id(),
      step.name(),
      "TSQL",
      step.command(),
      0,
      null,
      0,
      step.onSuccess().action(),
      step.onSuccess().stepId(),
      step.onFailure().action(),
      step.onFailure().stepId(),
      null,
      step.database(),
      null,
      step.retryAttempts(),
      step.retryMinutes(),
      0,
      null,
      last == null ? UNKNOWN_OUTCOME : last.status().ordinal(),
      last == null ? 0 : duration(last.seconds()),
      last == null ? 0 : last.retries(),
      last == null ? 0 : date(last.started().toLocalDate()),
      last == null ? 0 : time(last.started().toLocalTime()),
      null,
      step.uid()
    };
  }

  private static List<@Nullable Object[]> servers(StatementContext context, Database database) {
    List<@Nullable Object[]> rows = new ArrayList<>();
    for (Job job : store(context).jobs()) {
      if (job.targeted()) {
        rows.add(new @Nullable Object[] {job.id(), 0});
      }
    }
    return rows;
  }

  private static List<@Nullable Object[]> schedules(StatementContext context, Database database) {
    List<@Nullable Object[]> rows = new ArrayList<>();
    for (JobSchedule schedule : store(context).schedules()) {
      JobSchedule.Timing timing = schedule.timing();
      LocalDateTime created = DateTimes.datetime(schedule.created());
      rows.add(
          new @Nullable Object[] {
            schedule.id(),
            schedule.uid(),
            0,
            schedule.name(),
            context.server().sid(schedule.owner()),
            schedule.enabled() ? 1 : 0,
            timing.frequency(),
            timing.everyDays(),
            timing.subdayType(),
            timing.subdayInterval(),
            0,
            0,
            date(timing.startDate()),
            date(timing.endDate()),
            time(timing.startTime()),
            time(timing.endTime()),
            created,
            created,
            1
          });
    }
    return rows;
  }

  private static List<@Nullable Object[]> jobSchedules(
      StatementContext context, Database database) {
    List<@Nullable Object[]> rows = new ArrayList<>();
    for (JobStore.Attachment attachment : store(context).attachments()) {
      LocalDateTime next = store(context).nextRun(attachment);
      rows.add(
          new @Nullable Object[] {
            attachment.scheduleId(),
            attachment.jobId(),
            next == null ? 0 : date(next.toLocalDate()),
            next == null ? 0 : time(next.toLocalTime())
          });
    }
    return rows;
  }

  private static List<@Nullable Object[]> history(StatementContext context, Database database) {
    List<@Nullable Object[]> rows = new ArrayList<>();
    for (HistoryRow row : store(context).history().rows()) {
      rows.add(
          new @Nullable Object[] {
            row.instanceId(),
            row.jobId(),
            row.stepId(),
            row.stepName(),
            row.errorNumber(),
            row.errorSeverity(),
            row.message(),
            row.status().ordinal(),
            date(row.started().toLocalDate()),
            time(row.started().toLocalTime()),
            duration(row.seconds()),
            0,
            0,
            0,
            row.retries(),
            context.server().settings().name()
          });
    }
    return rows;
  }

  /** YYYYMMDD. */
  private static int date(LocalDate date) {
    return date.getYear() * 10_000 + date.getMonthValue() * 100 + date.getDayOfMonth();
  }

  /** HHMMSS. */
  private static int time(LocalTime time) {
    return time.getHour() * 10_000 + time.getMinute() * 100 + time.getSecond();
  }

  /** HHMMSS. */
  private static int duration(long seconds) {
    return (int) (seconds / 3600 * 10_000 + seconds / 60 % 60 * 100 + seconds % 60);
  }
}
