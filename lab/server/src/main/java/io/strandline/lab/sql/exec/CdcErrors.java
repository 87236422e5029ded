package io.strandline.lab.sql.exec;

import io.strandline.lab.session.SqlException;

/**
 * The errors of change data capture's procedures.
 *
 * <p>Numbers 22981 and 22957 come from the facts; the others are general knowledge.
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

  static SqlException noSuchInstanceOrDenied() {
    return of(22981, "Object does not exist or access is denied.");
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

  static SqlException noSuchInstance(String name) {
    return of(
        22960,
        "Change data capture instance '"
            + name
            + "' has not been enabled for the source table. Use"
            + " sys.sp_cdc_help_change_data_capture to verify the capture instance name and retry"
            + " the operation.");
  }

  static SqlException unknownColumn(String schema, String table) {
    return of(
        22942,
        "Columns specified in the captured column list could not be mapped to columns in source"
            + " table '"
            + schema
            + "."
            + table
            + "'. Verify that the columns specified in the parameter @captured_column_list are"
            + " delimited properly and correspond to columns in the source table.");
  }

  static SqlException notUnique(String index, String schema, String table) {
    return of(
        22941,
        "Could not retrieve column information for index '"
            + index
            + "' of source table '"
            + schema
            + "."
            + table
            + "'. Specify a valid unique index for @index_name.");
  }

  static SqlException nullableIndex(String index) {
    return of(
        22944,
        "The columns of index '"
            + index
            + "' that is specified for @index_name must be defined as NOT NULL.");
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

  static SqlException bothOrNeither() {
    return of(
        22959,
        "The parameters @source_schema and @source_name must be both given or both left out.");
  }
}
