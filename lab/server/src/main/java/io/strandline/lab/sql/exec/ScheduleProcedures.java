package io.strandline.lab.sql.exec;

import io.strandline.lab.agent.AgentErrors;
import io.strandline.lab.agent.Job;
import io.strandline.lab.agent.JobSchedule;
import io.strandline.lab.sql.type.Types;
import java.time.DateTimeException;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * The schedule procedures of {@code msdb}: once, daily and at Agent's start; the other frequencies
 * are refused.
 */
final class ScheduleProcedures {

  private static final String TIMING =
      "@enabled @freq_type @freq_interval @freq_subday_type @freq_subday_interval"
          + " @freq_relative_interval @freq_recurrence_factor @active_start_date @active_end_date"
          + " @active_start_time @active_end_time";

  private static final int SHORTEST_SECONDS = 10;
  private static final int FIRST_DATE = 19_900_101;
  private static final int LAST_DATE = 99_991_231;
  private static final int LAST_TIME = 235_959;

  private ScheduleProcedures() {}

  static void addTo(Map<String, Procedure> procedures) {
    AgentProcedures.put(
        procedures,
        "sp_add_schedule",
        "@schedule_name " + TIMING + " @owner_login_name @schedule_uid @schedule_id",
        ScheduleProcedures::addSchedule);
    AgentProcedures.put(
        procedures,
        "sp_add_jobschedule",
        "@job_id @job_name @name " + TIMING + " @schedule_id @automatic_post @schedule_uid",
        ScheduleProcedures::addJobSchedule);
    AgentProcedures.put(
        procedures,
        "sp_attach_schedule",
        "@job_id @job_name @schedule_id @schedule_name",
        ScheduleProcedures::attach);
  }

  private static void addSchedule(ProcedureCall call) {
    add(call, call.requiredText("@schedule_name"), call.text("@owner_login_name"));
  }

  private static void addJobSchedule(ProcedureCall call) {
    Job job = AgentProcedures.job(call);
    attach(call, job, add(call, call.requiredText("@name"), null));
  }

  private static JobSchedule add(ProcedureCall call, String name, @Nullable String owner) {
    LocalDateTime now = AgentProcedures.now(call);
    int count = AgentProcedures.agent(call).jobs().schedules().size();
    UUID uid = AgentProcedures.id("schedule", name, now, count);
    JobSchedule schedule =
        AgentProcedures.agent(call)
            .jobs()
            .add(
                name.strip(),
                !Boolean.FALSE.equals(call.flag("@enabled")),
                owner == null ? AgentProcedures.login(call) : owner,
                timing(call, now.toLocalDate()),
                uid,
                now);
    call.output("@schedule_uid", uid, Types.GUID);
    call.output("@schedule_id", schedule.id(), Types.INT);
    return schedule;
  }

  private static JobSchedule.Timing timing(ProcedureCall call, LocalDate today) {
    int frequency = AgentProcedures.number(call, "@freq_type", 0);
    List<Integer> known = List.of(JobSchedule.ONCE, JobSchedule.DAILY, JobSchedule.AT_START);
    if (!known.contains(frequency)) {
      throw invalid(AgentErrors.invalidText("@freq_type", "0x1, 0x4, 0x40"));
    }
    int everyDays = AgentProcedures.number(call, "@freq_interval", 1);
    if (frequency == JobSchedule.DAILY && everyDays < 1) {
      throw invalid(
          "@freq_interval must be at least 1 for a daily job."); // text: general knowledge
    }
    int type = AgentProcedures.number(call, "@freq_subday_type", 0);
    type = type == 0 ? JobSchedule.AT_TIME : type;
    int interval = AgentProcedures.number(call, "@freq_subday_interval", 0);
    requireSubday(type, interval);
    LocalDate start = date(call, "@active_start_date", today);
    LocalDate end = date(call, "@active_end_date", LocalDate.of(9999, 12, 31));
    LocalTime from = time(call, "@active_start_time", 0);
    LocalTime until = time(call, "@active_end_time", LAST_TIME);
    if (end.isBefore(start)) {
      throw invalid("@active_end_date cannot be before @active_start_date.");
    }
    if (until.isBefore(from)) {
      throw invalid("@active_end_time cannot be before @active_start_time.");
    }
    return new JobSchedule.Timing(frequency, everyDays, type, interval, start, end, from, until);
  }

  /** Seconds below 10 are refused, as msdb's own check does. */
  private static void requireSubday(int type, int interval) {
    boolean known =
        type == JobSchedule.AT_TIME
            || type == JobSchedule.SECONDS
            || type == JobSchedule.MINUTES
            || type == JobSchedule.HOURS;
    if (!known) {
      throw invalid(AgentErrors.invalidText("@freq_subday_type", "0x1, 0x2, 0x4, 0x8"));
    }
    int least = type == JobSchedule.SECONDS ? SHORTEST_SECONDS : 1;
    if (type != JobSchedule.AT_TIME && interval < least) {
      throw invalid(AgentErrors.invalidText("@freq_subday_interval"));
    }
  }

  private static io.strandline.lab.session.SqlException invalid(String reason) {
    return AgentErrors.invalidSchedule(reason);
  }

  private static LocalDate date(ProcedureCall call, String parameter, LocalDate otherwise) {
    Long given = call.number(parameter);
    if (given == null) {
      return otherwise;
    }
    int value = Math.toIntExact(given);
    if (value < FIRST_DATE || value > LAST_DATE) {
      throw badDate(parameter);
    }
    try {
      return LocalDate.of(value / 10_000, value / 100 % 100, value % 100);
    } catch (DateTimeException e) {
      throw badDate(parameter);
    }
  }

  private static io.strandline.lab.session.SqlException badDate(String parameter) {
    return invalid("The '" + parameter + "' supplied has an invalid date.");
  }

  private static LocalTime time(ProcedureCall call, String parameter, int otherwise) {
    int value = AgentProcedures.number(call, parameter, otherwise);
    try {
      return LocalTime.of(value / 10_000, value / 100 % 100, value % 100);
    } catch (DateTimeException e) {
      throw invalid("The '" + parameter + "' supplied has an invalid time.");
    }
  }

  private static void attach(ProcedureCall call) {
    Job job = AgentProcedures.job(call);
    Long id = call.number("@schedule_id");
    String name = AgentProcedures.trimmed(call.text("@schedule_name"));
    if ((id == null) == (name == null)) {
      throw AgentErrors.oneSchedule("@schedule_id", "@schedule_name");
    }
    JobSchedule schedule =
        id == null
            ? AgentProcedures.agent(call).jobs().schedule("" + name)
            : AgentProcedures.agent(call).jobs().schedule(Math.toIntExact(id));
    if (schedule == null) {
      throw AgentErrors.missing("@schedule_id", "" + id);
    }
    attach(call, job, schedule);
  }

  private static void attach(ProcedureCall call, Job job, JobSchedule schedule) {
    AgentProcedures.agent(call).jobs().attach(job.id(), schedule, AgentProcedures.now(call));
    AgentProcedures.agent(call).changed();
  }
}
