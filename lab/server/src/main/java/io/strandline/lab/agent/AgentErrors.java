package io.strandline.lab.agent;

import io.strandline.lab.session.SqlException;

/** The errors of the job procedures: numbers and texts of Microsoft's error list. */
public final class AgentErrors {

  private AgentErrors() {}

  public static SqlException missing(String parameter, String value) {
    return SqlException.of(
        14262, 16, 1, "The specified " + parameter + " ('" + value + "') does not exist.");
  }

  public static SqlException exists(String parameter, String value) {
    return SqlException.of(
        14261, 16, 1, "The specified " + parameter + " ('" + value + "') already exists.");
  }

  public static SqlException oneOf(String id, String name) {
    return SqlException.of(
        14294, 16, 1, "Supply either " + id + " or " + name + " to identify the job.");
  }

  public static SqlException oneSchedule(String id, String name) {
    return SqlException.of(
        14373, 16, 1, "Supply either " + id + " or " + name + " to identify the schedule.");
  }

  static SqlException sameNames(String name) {
    return SqlException.of(
        14371,
        16,
        1,
        "There are two or more schedules named \""
            + name
            + "\". Specify @schedule_id instead of @schedule_name to uniquely identify the"
            + " schedule.");
  }

  public static SqlException invalid(String parameter) {
    return SqlException.of(14200, 16, 1, invalidText(parameter));
  }

  /** The text of error 14200, as it also stands in other errors' reasons. */
  public static String invalidText(String parameter) {
    return "The specified '" + parameter + "' is invalid.";
  }

  /** The text of error 14266, as it also stands in other errors' reasons. */
  public static String invalidText(String parameter, String valid) {
    return "The specified '" + parameter + "' is invalid (valid values are: " + valid + ").";
  }

  public static SqlException invalidSubsystem() {
    return SqlException.of(
        14234,
        16,
        1,
        "The specified '@subsystem' is invalid (valid values are returned by"
            + " sp_enum_sqlagent_subsystems).");
  }

  public static SqlException invalid(String parameter, String valid) {
    return SqlException.of(14266, 16, 1, invalidText(parameter, valid));
  }

  public static SqlException invalidSchedule(String reason) {
    return SqlException.of(
        14278, 16, 1, "The schedule for this job is invalid (reason: " + reason + ").");
  }

  static SqlException alreadyTargeted(String job, String server) {
    return SqlException.of(
        14269, 16, 1, "Job '" + job + "' is already targeted at server '" + server + "'.");
  }

  static SqlException noServer(Job job) {
    return SqlException.of(
        14256,
        16,
        1,
        "Cannot start the job \""
            + job.name()
            + "\" (ID "
            + text(job)
            + ") because it does not have any job server or servers defined. Associate the job"
            + " with a job server by calling sp_add_jobserver.");
  }

  static SqlException noSteps(Job job) {
    return SqlException.of(14528, 16, 1, "Job \"" + job.name() + "\" has no steps defined.");
  }

  /** Number and text as users report them; the documentation only has the number's frame. */
  static SqlException notRunning() {
    return SqlException.of(22022, 16, 1, NOT_RUNNING);
  }

  /** What the procedures print when Agent does not run. */
  public static final String NOT_RUNNING =
      "SQLServerAgent is not currently running so it cannot be notified of this action.";

  /** General knowledge. */
  static SqlException refused(String action, Job job, String login, String because) {
    return SqlException.of(
        22022,
        16,
        1,
        "SQLServerAgent Error: Request to "
            + action
            + " job "
            + job.name()
            + " (from User "
            + login
            + ") refused because "
            + because
            + ".");
  }

  private static String text(Job job) {
    return job.id().toString().toUpperCase(java.util.Locale.ROOT);
  }
}
