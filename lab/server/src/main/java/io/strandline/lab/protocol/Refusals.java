package io.strandline.lab.protocol;

import io.strandline.lab.session.SqlException;
import io.strandline.lab.session.SqlMessage;

/** The errors that the protocol raises by itself. Numbers and texts are documented. */
final class Refusals {

  /** The documented text of error 701. */
  static final String MEMORY =
      "There is insufficient system memory in resource pool 'default' to run this query.";

  private Refusals() {}

  /** 40510, with which SQL Server's hosted editions refuse what they lack. */
  static SqlException unsupported(String what) {
    return SqlException.of(
        40510, 16, 1, what + " is not supported in this version of SQL Server (lab stand-in).");
  }

  static SqlException untrustedLogin() {
    return SqlException.of(
        18452,
        14,
        1,
        "Login failed. The login is from an untrusted domain and cannot be used with Integrated"
            + " authentication.");
  }

  static SqlException unknownHandle(int handle) {
    return SqlException.of(
        8179, 16, 2, "Could not find prepared statement with handle " + handle + ".");
  }

  static SqlException tooManyHandles(int limit) {
    return SqlException.of(
        701, 17, 123, MEMORY + " Lab: more than " + limit + " prepared statements.");
  }

  static SqlException tooManyCursors(int limit) {
    return SqlException.of(701, 17, 123, MEMORY + " Lab: more than " + limit + " cursors.");
  }

  static SqlException unknownCursor(String procedure, int handle) {
    return SqlException.of(
        16909,
        16,
        1,
        procedure
            + ": The cursor identifier value provided ("
            + Integer.toHexString(handle)
            + ") is not valid.");
  }

  static SqlException forwardOnly(int type) {
    return SqlException.of(
        16911,
        16,
        1,
        "sp_cursorfetch: The fetch type "
            + Integer.toHexString(type)
            + " cannot be used with forward only cursors.");
  }

  static SqlException unknownFetch(int type) {
    return SqlException.of(
        16902,
        16,
        11,
        "sp_cursorfetch: The value of the parameter 'fetchtype' is invalid. Lab: it is 0x"
            + Integer.toHexString(type)
            + ".");
  }

  static SqlException readOnlyCursor() {
    return SqlException.of(16929, 16, 1, "The cursor is READ ONLY.");
  }

  static SqlException unknownType(int position, String type) {
    return SqlException.of(
        2715,
        16,
        3,
        "Column, parameter, or variable #" + position + ": Cannot find data type " + type + ".");
  }

  static SqlException badSyntax(String near) {
    return SqlException.of(102, 15, 1, "Incorrect syntax near '" + near + "'.");
  }

  static SqlException missingParameter(String declaration, String sql, String name) {
    return SqlException.of(
        8178,
        16,
        1,
        "The parameterized query '("
            + declaration
            + ")"
            + sql
            + "' expects the parameter '"
            + name
            + "', which was not supplied.");
  }

  static SqlException tooManyArguments(String procedure) {
    return SqlException.of(
        8144, 16, 2, "Procedure or function " + procedure + " has too many arguments specified.");
  }

  static SqlException missingArgument(String procedure, String what) {
    return SqlException.of(
        201,
        16,
        4,
        "Procedure or function '"
            + procedure
            + "' expects parameter '"
            + what
            + "', which was not supplied.");
  }

  /** 8631, for a statement that is nested deeper than the engine can go. */
  static SqlMessage tooDeep() {
    return new SqlMessage(
        8631,
        17,
        1,
        "Internal error: Server stack limit has been reached. Please look for potentially deep"
            + " nesting in your query, and try to simplify it.",
        1);
  }

  /** 3624, severity 20: the connection ends after it. */
  static SqlMessage assertion(Throwable failure) {
    return new SqlMessage(
        3624,
        20,
        1,
        "A system assertion check has failed. Check the SQL Server error log for details. Lab: its"
            + " engine threw "
            + failure
            + ".",
        1);
  }
}
