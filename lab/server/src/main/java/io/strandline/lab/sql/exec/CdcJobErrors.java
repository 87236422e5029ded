package io.strandline.lab.sql.exec;

import io.strandline.lab.session.SqlException;

/**
 * The errors of the capture and cleanup jobs' procedures (documented numbers and texts; 22022's
 * text is SQL Server Agent's, general knowledge).
 */
final class CdcJobErrors {

  private CdcJobErrors() {}

  private static SqlException of(int number, String text) {
    return SqlException.of(number, 16, 1, text);
  }

  static SqlException badType(String type) {
    return of(
        22992,
        "The specified @job_type, "
            + type
            + ", is not supported. The value specified for the parameter @job_type must be"
            + " N'capture' to indicate a capture job, or N'cleanup' to indicate a cleanup job.");
  }

  static SqlException noSuchJob(String type) {
    return of(
        22997,
        "The Change Data Capture '"
            + type
            + "' job does not exist in the system table 'msdb.dbo.cdc_jobs'. Use the stored"
            + " procedure 'sys.sp_cdc_add_job' to add the Change Data Capture job.");
  }

  static SqlException exists(String database, String job) {
    return of(
        22836,
        "Could not update the metadata for database "
            + database
            + " to indicate that a Change Data Capture job has been added. The failure occurred"
            + " when executing the command 'sp_add_job'. The error returned was 14261: 'The"
            + " specified @name ('"
            + job
            + "') already exists.'. Use the action and error to determine the cause of the failure"
            + " and resubmit the request.");
  }

  static SqlException agentStarting() {
    return of(
        14258, "Cannot perform this operation while SQLServerAgent is starting. Try again later.");
  }

  static SqlException refused(String what, String job, String why) {
    return of(
        22022,
        "SQLServerAgent Error: Request to " + what + " job " + job + " refused because " + why);
  }

  static SqlException badTransactions() {
    return of(22991, "The value specified for the parameter @maxtrans must be greater than 0.");
  }

  static SqlException badScans() {
    return of(
        22970,
        "The value for parameter @maxscans specified for the Change Data Capture job must be"
            + " greater than 0.");
  }

  static SqlException badPolling() {
    return of(
        22990,
        "The value specified for the parameter @pollinginterval must be greater than or equal to 0"
            + " and less than 24 hours(Max: 86399 seconds). Specify a polling interval (in seconds)"
            + " that is less than 24 hours (86,400 seconds).");
  }

  static SqlException pollingWithoutContinuous() {
    return of(
        22999,
        "The value specified for the parameter @pollinginterval must be null or 0 when the stored"
            + " procedure 'sys.sp_cdc_scan' is not being run in continuous mode.");
  }

  static SqlException badContinuous() {
    return of(22998, "The value specified for the parameter @continuous must be 0 or 1.");
  }

  static SqlException badRetention() {
    return of(
        22994,
        "The retention value specified for the Change Data Capture cleanup process must be greater"
            + " than 0 and less than or equal to 52594800. When creating or modifying the cleanup"
            + " job, specify a retention value (in minutes) that is within that range. If this"
            + " error is encountered when executing the sys.sp_cdc_cleanup_change_table stored"
            + " procedure, reset the retention value associated with the job to a non-negative"
            + " value less than 52594800 by using the sp_cdc_change_job stored procedure.");
  }

  static SqlException captureHasNoRetention() {
    return of(
        22995,
        "A value for the parameter @retention cannot be specified when the job type is 'capture'."
            + " Specify NULL for the parameter, or omit the parameter from the statement.");
  }

  static SqlException cleanupHasNoScans() {
    return of(
        22996,
        "When adding or modifying the CDC cleanup job, @pollinginterval, @maxtrans, @maxscans, and"
            + " @continuous may not be assigned non-null values.");
  }

  static SqlException scanIsRunning() {
    return of(
        22903,
        "Another connection with session ID 0 is already running 'sp_replcmds' for Change Data"
            + " Capture in the current database.");
  }
}
