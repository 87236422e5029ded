package io.strandline.lab.sql.exec;

import io.strandline.lab.session.SqlException;
import io.strandline.lab.session.SqlMessage;

/**
 * The errors of change data capture's procedures: numbers, severities and texts are those of
 * Microsoft's list of events and errors (documented). Job errors are in {@link CdcJobErrors}.
 */
final class CdcErrors {

  private CdcErrors() {}

  private static SqlException of(int number, String text) {
    return SqlException.of(number, 16, 1, text);
  }

  static SqlException notEnabled(String database) {
    return of(
        22901,
        "The database '"
            + database
            + "' is not enabled for Change Data Capture. Ensure that the correct database context"
            + " is set and retry the operation. To report on the databases enabled for Change Data"
            + " Capture, query the is_cdc_enabled column in the sys.databases catalog view.");
  }

  static SqlException sysadminRequired() {
    return of(
        22902,
        "Caller is not authorized to initiate the requested action. Sysadmin privileges are"
            + " required.");
  }

  static SqlException ownerRequired() {
    return of(
        22904,
        "Caller is not authorized to initiate the requested action. DBO privileges are"
            + " required.");
  }

  /** Severity 10: a message, not an error (documented). */
  static SqlMessage alreadyEnabled(String database) {
    return new SqlMessage(
        22905,
        10,
        1,
        "Database '"
            + database
            + "' is already enabled for Change Data Capture. Ensure that the correct database"
            + " context is set, and retry the operation. To report on the databases enabled for"
            + " Change Data Capture, query the is_cdc_enabled column in the sys.databases catalog"
            + " view.",
        1);
  }

  static SqlException cdcNameTaken(String database) {
    return of(
        22906,
        "The database '"
            + database
            + "' cannot be enabled for Change Data Capture because a database user named 'cdc' or"
            + " a schema named 'cdc' already exists in the current database. These objects are"
            + " required exclusively by Change Data Capture. Drop or rename the user or schema and"
            + " retry the operation.");
  }

  static SqlException systemDatabase(String database) {
    return of(
        22989,
        "Could not enable Change Data Capture for database '"
            + database
            + "'. Change data capture is not supported on system databases, or on a distribution"
            + " database.");
  }

  static SqlException emptyRole() {
    return of(
        22907,
        "Parameter @role_name cannot be empty. Specify a value for @role_name and retry the"
            + " operation. Supply null as the value if no role is to be used to gate access to"
            + " captured change data.");
  }

  static SqlException emptyParameter(String name) {
    return of(
        22963,
        "Parameter '"
            + name
            + "' cannot be null or empty. Specify a value for the named parameter and retry the"
            + " operation.");
  }

  static SqlException noSuchInstanceOrDenied() {
    return of(22981, "Object does not exist or access is denied.");
  }

  static SqlException notTracked(String schema, String table) {
    return of(
        22985,
        "Change data capture has not been enabled for source table '"
            + schema
            + "."
            + table
            + "'. Specify the name of a table enabled for Change Data Capture. To report on the"
            + " tables enabled for Change Data Capture, query the is_tracked_by_cdc column in the"
            + " sys.tables catalog view.");
  }

  static SqlException noSuchTable(String schema, String table) {
    return of(
        22931,
        "Source table '"
            + schema
            + "."
            + table
            + "' does not exist in the current database. Ensure that the correct database context"
            + " is set. Specify a valid schema and table name for the database.");
  }

  static SqlException instanceExists(String name) {
    return of(
        22926,
        "Could not create a capture instance because the capture instance name '"
            + name
            + "' already exists in the current database. Specify an explicit unique name for the"
            + " parameter @capture_instance.");
  }

  static SqlException longName(String name) {
    return of(
        22927,
        "Capture instance name '"
            + name
            + "' exceeds the length limit of 100 characters. Specify a name that satisfies the"
            + " length constraint.");
  }

  static SqlException twoInstances(String schema, String table) {
    return of(
        22962,
        "Two capture instances already exist for source table '"
            + schema
            + "."
            + table
            + "'. A table can have at most two capture instances. If the current tracking options"
            + " are not appropriate, disable change tracking for the obsolete instance by using"
            + " sys.sp_cdc_disable_table and retry the operation.");
  }

  static SqlException noSuchInstance(String name, String schema, String table) {
    return of(
        22960,
        "Change data capture instance '"
            + name
            + "' has not been enabled for the source table '"
            + schema
            + "."
            + table
            + "'. Use sys.sp_cdc_help_change_data_capture to verify the capture instance name and"
            + " retry the operation.");
  }

  static SqlException noSuchInstanceInDatabase(String name, String database) {
    return of(
        22920,
        "The named capture instance " + name + " does not exist for database " + database + ".");
  }

  static SqlException noSuchColumn(String column, String schema, String table) {
    return of(
        22930,
        "Could not locate '"
            + column
            + "' as a column of source table '"
            + schema
            + "."
            + table
            + "'. Specify a valid column name.");
  }

  static SqlException openQuote() {
    return of(
        22965,
        "A quoted column in the column list is not properly terminated. Verify that columns are"
            + " correctly delimited and retry the operation. For more information, see 'Delimited"
            + " Identifiers' in Books Online.");
  }

  static SqlException reservedColumn(String table) {
    return of(
        22975,
        "Source table '"
            + table
            + "' contains one of the following reserved column names: __$start_lsn, __$end_lsn,"
            + " __$seqval, __$operation, and __$update_mask. To enable Change Data Capture for this"
            + " table, specify a captured column list and ensure that these columns are excluded"
            + " from the list.");
  }

  static SqlException noSuchIndex(String index, String schema, String table) {
    return of(
        22928,
        "Index name '"
            + index
            + "' is not an index for table '"
            + schema
            + "."
            + table
            + "'. Specify a valid index name for the table.");
  }

  static SqlException notUnique(String index, String schema, String table) {
    return of(
        22929,
        "Index '"
            + index
            + "' must be either a primary key or a unique index for table '"
            + schema
            + "."
            + table
            + "'. Specify an index that meets at least one of these requirements.");
  }

  static SqlException nullableIndex(String index, String schema, String table) {
    return of(
        22838,
        "All columns of a CDC unique index must be defined as NOT NULL. Index '"
            + index
            + "' selected as the CDC unique index for source table '"
            + schema
            + "."
            + table
            + "' does not meet this requirement. Define all columns of the selected index as NOT"
            + " NULL or select another unique index as the CDC index and resubmit the request.");
  }

  static SqlException uncapturedKey() {
    return of(
        22943,
        "Columns used to uniquely identify a row for net change tracking must be included in the"
            + " list of captured columns. Add either the primary key columns of the source table,"
            + " or the columns defined for the index specified in the parameter @index_name to the"
            + " list of captured columns and retry the operation.");
  }

  static SqlException noKey() {
    return of(
        22939,
        "The parameter @supports_net_changes is set to 1, but the source table does not have a"
            + " primary key defined and no alternate unique index has been specified.");
  }

  static SqlException noSuchFilegroup(String filegroup, String database) {
    return of(
        22973,
        "The specified filegroup '"
            + filegroup
            + "' is not a valid filegroup for database '"
            + database
            + "'. Specify a valid existing filegroup or create the named filegroup, and retry the"
            + " operation.");
  }

  static SqlException bothOrNeither() {
    return of(
        22972,
        "When calling stored procedure [sys].sp_cdc_help_change_data capture, if either"
            + " @source_schema or @source_name is non-null and non-empty, the other parameter must"
            + " also be non-null and non-empty.");
  }

  static SqlException badThreshold() {
    return of(
        22850,
        "The threshold value specified for the Change Data Capture cleanup process must be greater"
            + " than 0. When creating or modifying the cleanup job, specify a positive threshold"
            + " value. If this error is encountered when executing the"
            + " sys.sp_cdc_cleanup_change_table stored procedure, reset the threshold value"
            + " associated with the job to a non-negative value by using the sp_cdc_change_job"
            + " stored procedure.");
  }
}
