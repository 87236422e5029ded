package io.strandline.sqlserver;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The statements by which a source is examined; all of them only read, and any of them may be
 * refused.
 */
final class InspectionStatements {

  /** The newest entries tell of about half an hour at a heartbeat of ten seconds. */
  private static final int ENTRIES = 200;

  /** Open to everyone. */
  static final String SERVER =
      """
      SELECT CAST(SERVERPROPERTY(N'ProductVersion') AS nvarchar(128)) AS product_version,
        CAST(SERVERPROPERTY(N'Edition') AS nvarchar(128)) AS edition,
        CAST(SERVERPROPERTY(N'EngineEdition') AS int) AS engine_edition,
        (SELECT d.is_cdc_enabled FROM sys.databases AS d WHERE d.database_id = DB_ID())
          AS is_cdc_enabled;
      """;

  /** Needs VIEW SERVER STATE (documented). */
  static final String AGENT =
      "SELECT s.status FROM sys.dm_server_services AS s"
          + " WHERE s.servicename LIKE N'SQL Server Agent%';";

  /** Needs db_owner (documented). */
  static final String JOBS = "EXEC sys.sp_cdc_help_jobs;";

  /** Needs VIEW DATABASE STATE (documented); session 0 is the sum of all. */
  static final String SCANS =
      "SELECT TOP (1) s.end_time, s.error_count FROM sys.dm_cdc_log_scan_sessions AS s"
          + " WHERE s.session_id > 0 ORDER BY s.session_id DESC;";

  /** Open to every user of the database (measured). */
  static final String ENTRY_TIMES =
      "SELECT TOP ("
          + ENTRIES
          + ") m.tran_end_time FROM cdc.lsn_time_mapping AS m ORDER BY m.start_lsn DESC;";

  /** Shows tables of which the login may read something; parameter: object id. */
  static final String PARTITIONS =
      "SELECT COUNT(*) AS partition_count FROM sys.partitions AS p"
          + " WHERE p.object_id = ? AND p.index_id IN (0, 1);";

  /** Needs the database's owner (measured); parameter: instance. */
  static final String PARTITION_SWITCH =
      "SELECT t.partition_switch FROM cdc.change_tables AS t WHERE t.capture_instance = ?;";

  private InspectionStatements() {}

  static Map<String, String> all() {
    Map<String, String> all = new LinkedHashMap<>();
    all.put("doctor_server", SERVER);
    all.put("doctor_agent", AGENT);
    all.put("doctor_jobs", JOBS);
    all.put("doctor_scans", SCANS);
    all.put("doctor_entry_times", ENTRY_TIMES);
    all.put("doctor_partitions", PARTITIONS);
    all.put("doctor_partition_switch", PARTITION_SWITCH);
    return all;
  }
}
