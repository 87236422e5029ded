package io.strandline.sqlserver;

import java.util.List;
import java.util.stream.Collectors;

/**
 * The statements sent to the source, but for {@link RangeStatements}. All of them only read.
 *
 * <p>Names are always quoted with brackets, in which the driver sees neither parameter markers nor
 * JDBC escapes (measured); values are always parameters.
 */
final class Statements {

  private static final String POLL_PARAMETERS =
      """
      SET NOCOUNT ON;
      DECLARE @position binary(10) = CAST(? AS binary(10));
      DECLARE @instance nvarchar(128) = ?;
      DECLARE @other nvarchar(128) = ?;
      DECLARE @table int = ?;
      """;

  private static final String POLL_HEAD =
      """
      DECLARE @max binary(10) = sys.fn_cdc_get_max_lsn();
      DECLARE @max_time datetime, @at binary(10), @at_time datetime;
      DECLARE @above binary(10), @above_time datetime;
      SELECT @max_time = m.tran_end_time FROM cdc.lsn_time_mapping AS m WHERE m.start_lsn = @max;
      SELECT TOP (1) @at = m.start_lsn, @at_time = m.tran_end_time
      FROM cdc.lsn_time_mapping AS m WHERE m.start_lsn <= @position ORDER BY m.start_lsn DESC;
      SELECT TOP (1) @above = m.start_lsn, @above_time = m.tran_end_time
      FROM cdc.lsn_time_mapping AS m WHERE m.start_lsn > @position ORDER BY m.start_lsn;
      SELECT @max AS max_lsn, @max_time AS max_time, SYSDATETIMEOFFSET() AS server_now,
        @@SERVERNAME AS server_name, DB_NAME() AS database_name,
        (SELECT d.service_broker_guid FROM sys.databases AS d WHERE d.database_id = DB_ID())
          AS broker_guid,
        CAST(DATABASEPROPERTYEX(DB_NAME(), N'Updateability') AS nvarchar(60)) AS updateability,
        @at AS at_lsn, @at_time AS at_time, @above AS above_lsn, @above_time AS above_time;
      """;

  /**
   * {@code CURRENT_TIMEZONE_ID} does not compile before SQL Server 2022, taken branch or not, so
   * its text is hidden.
   */
  private static final String POLL_ZONE =
      """
      IF CAST(SERVERPROPERTY(N'ProductMajorVersion') AS int) >= 16
        OR CAST(SERVERPROPERTY(N'EngineEdition') AS int) IN (5, 8)
        EXEC sys.sp_executesql N'SELECT CURRENT_TIMEZONE_ID() AS zone_id';
      """;

  /**
   * {@code sys.columns} shows the columns of tables that the login may read (measured), and it is
   * the only place that tells it of computed columns and collations.
   */
  private static final String POLL_TRAITS =
      """
      DECLARE @collation nvarchar(128) =
        CAST(DATABASEPROPERTYEX(DB_NAME(), N'Collation') AS nvarchar(128));
      SELECT c.object_id AS table_id, c.column_id, c.is_computed, c.collation_name
      FROM sys.columns AS c
      WHERE c.object_id IN (SELECT t.object_id FROM sys.tables AS t
          WHERE t.is_tracked_by_cdc = 1 AND (@table IS NULL OR t.object_id = @table))
        AND (c.is_computed = 1
          OR (c.system_type_id IN (35, 167, 175) AND c.collation_name <> @collation));
      """;

  private static final String POLL_INSTANCES =
      """
      EXEC sys.sp_cdc_help_change_data_capture;
      DECLARE @min binary(10) = sys.fn_cdc_get_min_lsn(@instance);
      DECLARE @other_min binary(10) = sys.fn_cdc_get_min_lsn(@other);
      SELECT @min AS min_lsn,
        (SELECT m.tran_end_time FROM cdc.lsn_time_mapping AS m WHERE m.start_lsn = @min)
          AS min_time,
        @other_min AS other_min_lsn,
        (SELECT m.tran_end_time FROM cdc.lsn_time_mapping AS m WHERE m.start_lsn = @other_min)
          AS other_min_time;
      """;

  private static final String POLL_COLUMNS =
      """
      EXEC sys.sp_cdc_get_captured_columns @capture_instance = @instance;
      IF @other IS NOT NULL
        EXEC sys.sp_cdc_get_captured_columns @capture_instance = @other;
      """;

  /** The rows come whole: what is not after the position is left out while they are read. */
  private static final String POLL_DDL =
      """
      EXEC sys.sp_cdc_get_ddl_history @capture_instance = @instance;
      IF @other IS NOT NULL
        EXEC sys.sp_cdc_get_ddl_history @capture_instance = @other;
      """;

  /**
   * Looks at the source; parameters: position, instance, other instance or NULL, object id of their
   * table or NULL if it is not known yet.
   *
   * <p>An unknown instance makes only the statements on it fail, with error 22981.
   */
  static final String POLL =
      POLL_PARAMETERS
          + POLL_HEAD
          + POLL_ZONE
          + POLL_TRAITS
          + POLL_INSTANCES
          + POLL_COLUMNS
          + POLL_DDL;

  /** How far the database is captured; no position is asked for. */
  static final String FRONTIER =
      "SET NOCOUNT ON;\nDECLARE @position binary(10) = NULL;\n" + POLL_ZONE + POLL_HEAD;

  /** Counts entries of a range; parameters: how many at most, start, end. */
  static final String ENTRIES =
      """
      SELECT COUNT(*) AS entry_count FROM (
        SELECT TOP (?) m.start_lsn FROM cdc.lsn_time_mapping AS m
        WHERE m.start_lsn > CAST(? AS binary(10)) AND m.start_lsn <= CAST(? AS binary(10))
        ORDER BY m.start_lsn) AS e;
      """;

  /** What a reading session is and sees. */
  static final String SESSION =
      """
      SELECT DB_NAME() AS database_name,
        (SELECT d.service_broker_guid FROM sys.databases AS d WHERE d.database_id = DB_ID())
          AS broker_guid,
        sys.fn_cdc_get_max_lsn() AS max_lsn;
      """;

  /** The retention watermark; parameter: instance. */
  static final String MIN_LSN = "SELECT sys.fn_cdc_get_min_lsn(?) AS min_lsn;";

  /** How far a session sees; parameter: instance. */
  static final String REACH =
      "SELECT sys.fn_cdc_get_max_lsn() AS max_lsn, sys.fn_cdc_get_min_lsn(?) AS min_lsn;";

  /** Commit times of a range in LSN order; parameters: start, end. */
  static final String COMMIT_TIMES =
      """
      SELECT m.start_lsn, m.tran_end_time FROM cdc.lsn_time_mapping AS m
      WHERE m.start_lsn > CAST(? AS binary(10)) AND m.start_lsn <= CAST(? AS binary(10))
      ORDER BY m.start_lsn;
      """;

  private Statements() {}

  /** A name in brackets, each {@code ]} in it doubled. */
  static String quote(String name) {
    return "[" + name.replace("]", "]]") + "]";
  }

  /** The change table of an instance, quoted. */
  static String changeTable(String instance) {
    return "cdc." + quote(instance + "_CT");
  }

  /**
   * The change rows of a range in the order of the table's clustered key; parameters: start, end.
   *
   * <p>{@code cdc.fn_cdc_get_all_changes_…} is not used: it lacks the command id (measured).
   *
   * @param columns names of the captured columns wanted, in this order; may be none
   * @param withCommandId false for a change table of a server that did not record it
   */
  static String changes(String instance, List<String> columns, boolean withCommandId) {
    String captured =
        columns.stream().map(column -> ", c." + quote(column)).collect(Collectors.joining());
    return "SELECT c.[__$start_lsn], c.[__$seqval], c.[__$operation], "
        + (withCommandId ? "c.[__$command_id]" : "CAST(NULL AS int) AS [__$command_id]")
        + captured
        + " FROM "
        + changeTable(instance)
        + " AS c WHERE c.[__$start_lsn] > CAST(? AS binary(10))"
        + " AND c.[__$start_lsn] <= CAST(? AS binary(10)) ORDER BY c.[__$start_lsn], "
        + (withCommandId ? "c.[__$command_id], " : "")
        + "c.[__$seqval], c.[__$operation];";
  }
}
