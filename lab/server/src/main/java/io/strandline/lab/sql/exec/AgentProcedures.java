package io.strandline.lab.sql.exec;

import io.strandline.lab.agent.Agent;
import io.strandline.lab.agent.AgentErrors;
import io.strandline.lab.agent.Job;
import io.strandline.lab.agent.JobStep;
import io.strandline.lab.catalog.Database;
import io.strandline.lab.catalog.Server;
import io.strandline.lab.session.SqlException;
import io.strandline.lab.sql.query.Access;
import io.strandline.lab.sql.type.Types;
import java.nio.charset.StandardCharsets;
import java.time.LocalDateTime;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * The job procedures of {@code msdb}, for sysadmins. Names, parameters and defaults are documented.
 */
final class AgentProcedures {

  private static final String DEFAULT_CATEGORY = "[Uncategorized (Local)]";
  private static final String DEFAULT_DESCRIPTION = "No description available.";
  private static final String LOCAL = "(LOCAL)";
  private static final int LAST_ACTION = JobStep.Next.GO_TO_STEP;

  private static final Map<String, Procedure> PROCEDURES = procedures();

  private AgentProcedures() {}

  /** Whether a database is the one of these procedures. */
  static boolean isIn(@Nullable Database database) {
    return database != null && database.name().equals(Server.MSDB);
  }

  /** A procedure; {@code null} if there is none of that name. */
  static @Nullable Procedure find(String name) {
    return PROCEDURES.get(name.toLowerCase(Locale.ROOT));
  }

  private static Map<String, Procedure> procedures() {
    Map<String, Procedure> procedures = new HashMap<>();
    put(
        procedures,
        "sp_add_job",
        "@job_name @enabled @description @start_step_id @category_name @category_id"
            + " @owner_login_name @notify_level_eventlog @notify_level_email @notify_level_netsend"
            + " @notify_level_page @notify_email_operator_name @notify_netsend_operator_name"
            + " @notify_page_operator_name @delete_level @job_id",
        AgentProcedures::addJob);
    put(
        procedures,
        "sp_add_jobstep",
        "@job_id @job_name @step_id @step_name @subsystem @command @additional_parameters"
            + " @cmdexec_success_code @on_success_action @on_success_step_id @on_fail_action"
            + " @on_fail_step_id @server @database_name @database_user_name @retry_attempts"
            + " @retry_interval @os_run_priority @output_file_name @flags @proxy_id @proxy_name",
        AgentProcedures::addStep);
    put(
        procedures,
        "sp_add_jobserver",
        "@job_id @job_name @server_name",
        AgentProcedures::addServer);
    put(
        procedures,
        "sp_update_job",
        "@job_id @job_name @new_name @enabled @description @start_step_id @category_name"
            + " @owner_login_name @notify_level_eventlog @notify_level_email @notify_level_netsend"
            + " @notify_level_page @notify_email_operator_name @notify_netsend_operator_name"
            + " @notify_page_operator_name @delete_level @automatic_post",
        AgentProcedures::updateJob);
    put(
        procedures,
        "sp_delete_job",
        "@job_id @job_name @originating_server @delete_history @delete_unused_schedule",
        AgentProcedures::deleteJob);
    put(
        procedures,
        "sp_start_job",
        "@job_name @job_id @error_flag @server_name @step_name @output_flag",
        AgentProcedures::startJob);
    put(
        procedures,
        "sp_stop_job",
        "@job_name @job_id @originating_server @server_name",
        AgentProcedures::stopJob);
    ScheduleProcedures.addTo(procedures);
    return Map.copyOf(procedures);
  }

  /** Adds a procedure that is for sysadmins; msdb's own roles are not emulated. */
  static void put(
      Map<String, Procedure> procedures, String name, String parameters, Procedure.Body body) {
    procedures.put(
        name,
        Procedure.of(
            parameters,
            call -> {
              if (!call.context().access().isSysadmin()) {
                throw Access.denied("EXECUTE", name, call.database(), "dbo");
              }
              body.run(call);
            }));
  }

  static Agent agent(ProcedureCall call) {
    return call.context().server().agent();
  }

  static LocalDateTime now(ProcedureCall call) {
    return call.context().server().clock().local();
  }

  static String login(ProcedureCall call) {
    return call.context().session().login();
  }

  /** An id that is the same in every run of a lab. */
  static UUID id(String kind, String name, LocalDateTime now, int count) {
    String text = kind + "/" + name + "/" + now + "/" + count;
    return UUID.nameUUIDFromBytes(text.getBytes(StandardCharsets.UTF_8));
  }

  /** The job that {@code @job_id} or {@code @job_name} names; errors 14294 and 14262. */
  static Job job(ProcedureCall call) {
    UUID id = call.uuid("@job_id");
    String name = trimmed(call.text("@job_name"));
    if ((id == null) == (name == null)) {
      throw AgentErrors.oneOf("@job_id", "@job_name");
    }
    Job job = id != null ? agent(call).jobs().job(id) : agent(call).jobs().job("" + name);
    if (job == null) {
      throw id != null
          ? AgentErrors.missing("@job_id", id.toString().toUpperCase(Locale.ROOT))
          : AgentErrors.missing("@job_name", "" + name);
    }
    return job;
  }

  static @Nullable String trimmed(@Nullable String text) {
    return text == null || text.isBlank() ? null : text.strip();
  }

  static int number(ProcedureCall call, String parameter, int otherwise) {
    Long value = call.number(parameter);
    return value == null ? otherwise : Math.toIntExact(value);
  }

  private static void requireCategory(ProcedureCall call) {
    String category = call.text("@category_name");
    if (category != null && !category.equalsIgnoreCase(DEFAULT_CATEGORY)) {
      throw AgentErrors.missing("@category_name", category);
    }
  }

  private static @Nullable String owner(ProcedureCall call) {
    String owner = trimmed(call.text("@owner_login_name"));
    if (owner != null && !call.context().server().hasLogin(owner)) {
      throw SqlException.of(
          14234,
          16,
          1,
          "The specified '@owner_login_name' is invalid (valid values are returned by"
              + " sp_helplogins [excluding Windows NT groups]).");
    }
    return owner;
  }

  private static void addJob(ProcedureCall call) {
    String name = call.requiredText("@job_name").strip();
    if (call.uuid("@job_id") != null) {
      throw SqlException.of(
          14284,
          16,
          1,
          "Cannot specify a job ID for a new job. An ID will be assigned by the procedure.");
    }
    requireCategory(call);
    String owner = owner(call);
    String description = call.text("@description");
    LocalDateTime now = now(call);
    UUID id = id("job", name, now, agent(call).jobs().jobs().size());
    agent(call)
        .jobs()
        .add(
            new Job(
                id,
                name,
                !Boolean.FALSE.equals(call.flag("@enabled")),
                description == null ? DEFAULT_DESCRIPTION : description,
                number(call, "@start_step_id", 1),
                owner == null ? login(call) : owner,
                false,
                List.of(),
                now,
                now,
                1));
    call.output("@job_id", id, Types.GUID);
  }

  private static void addStep(ProcedureCall call) {
    Job job = job(call);
    String name = call.requiredText("@step_name").strip();
    String subsystem = call.text("@subsystem");
    if (subsystem != null && !subsystem.equalsIgnoreCase("TSQL")) {
      throw AgentErrors.invalidSubsystem();
    }
    if (call.text("@proxy_id") != null || call.text("@proxy_name") != null) {
      throw SqlException.of(
          14517, 16, 1, "A proxy account is not allowed for a Transact-SQL subsystem.");
    }
    for (String parameter : new String[] {"@database_user_name", "@output_file_name", "@server"}) {
      if (call.text(parameter) != null) {
        throw AgentErrors.invalid(parameter);
      }
    }
    int next = job.steps().size() + 1;
    if (number(call, "@step_id", next) != next) {
      throw AgentErrors.invalid("@step_id", Integer.toString(next));
    }
    String database = call.text("@database_name");
    if (database != null && call.context().server().find(database) == null) {
      throw AgentErrors.missing("@database_name", database);
    }
    String command = call.text("@command");
    LocalDateTime now = now(call);
    JobStep step =
        new JobStep(
            next,
            id("step", job.name() + "/" + name, now, next),
            name,
            command == null ? "" : command,
            database == null ? "master" : database,
            next(call, "success", JobStep.Next.QUIT_WITH_SUCCESS),
            next(call, "fail", JobStep.Next.QUIT_WITH_FAILURE),
            number(call, "@retry_attempts", 0),
            number(call, "@retry_interval", 0));
    agent(call).jobs().add(job.id(), step, now);
    agent(call).changed();
  }

  private static JobStep.Next next(ProcedureCall call, String when, int otherwise) {
    String parameter = "@on_" + when + "_action";
    int action = number(call, parameter, otherwise);
    if (action < 1 || action > LAST_ACTION) {
      throw AgentErrors.invalid(parameter, "1, 2, 3, 4");
    }
    return new JobStep.Next(action, number(call, "@on_" + when + "_step_id", 0));
  }

  private static void addServer(ProcedureCall call) {
    Job job = job(call);
    String own = call.context().server().settings().name();
    String server = call.text("@server_name");
    if (server != null && !server.equalsIgnoreCase(LOCAL) && !server.equalsIgnoreCase(own)) {
      throw AgentErrors.missing("@server_name", server);
    }
    agent(call).jobs().target(job.id(), own, now(call));
    agent(call).changed();
    if (!agent(call).isRunning()) {
      call.info(22022, AgentErrors.NOT_RUNNING);
    }
  }

  private static void updateJob(ProcedureCall call) {
    Job job = job(call);
    requireCategory(call);
    Long start = call.number("@start_step_id");
    agent(call)
        .jobs()
        .update(
            job.id(),
            new Job.Update(
                trimmed(call.text("@new_name")),
                call.flag("@enabled"),
                call.text("@description"),
                start == null ? null : Math.toIntExact(start),
                owner(call)),
            now(call));
    agent(call).changed();
  }

  private static void deleteJob(ProcedureCall call) {
    agent(call)
        .jobs()
        .delete(
            job(call).id(),
            !Boolean.FALSE.equals(call.flag("@delete_history")),
            !Boolean.FALSE.equals(call.flag("@delete_unused_schedule")));
    agent(call).changed();
  }

  private static void startJob(ProcedureCall call) {
    Job job = job(call);
    if (call.text("@step_name") != null) {
      throw AgentErrors.invalid("@step_name");
    }
    agent(call).request(job, login(call));
    call.info(14243, "Job '" + job.name() + "' started successfully.");
  }

  private static void stopJob(ProcedureCall call) {
    Job job = job(call);
    agent(call).cancel(job, login(call));
    call.info(14254, "Job '" + job.name() + "' stopped successfully.");
  }
}
