package io.strandline.sqlserver;

import io.strandline.change.ColumnType;
import io.strandline.error.AuthenticationFailedException;
import io.strandline.error.CancelledException;
import io.strandline.error.CaptureInstanceNotFoundException;
import io.strandline.error.ClockRegressionException;
import io.strandline.error.DatabaseNotFoundException;
import io.strandline.error.InternalException;
import io.strandline.error.InvalidOptionsException;
import io.strandline.error.NotReadyException;
import io.strandline.error.PermissionDeniedException;
import io.strandline.error.SchemaChangedException;
import io.strandline.error.SourceUnavailableException;
import io.strandline.error.StrandlineException;
import io.strandline.error.UnsupportedTypeException;
import io.strandline.lsn.Lsn;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The wording of every error that the source raises. None of it holds a secret or a row's value.
 */
final class SqlServerErrors {

  private SqlServerErrors() {}

  /**
   * What was being done when an error came.
   *
   * @param place host, port and database
   * @param user login; empty if the URL says how to authenticate
   * @param instance capture instance concerned
   * @param readsChanges whether the instance's change table was being read
   * @param others further instances whose change tables were being read; an error's number does not
   *     tell which of them it is about
   */
  record Context(
      String place,
      Optional<String> user,
      String instance,
      boolean readsChanges,
      List<String> others) {

    Context(String place, Optional<String> user, String instance, boolean readsChanges) {
      this(place, user, instance, readsChanges, List.of());
    }

    String who() {
      return user.orElse("the login");
    }

    String grant(String object) {
      return "GRANT SELECT ON "
          + object
          + " TO "
          + user.map(Statements::quote).orElse("<user>")
          + ";";
    }

    private String table() {
      return Statements.changeTable(instance);
    }
  }

  /** The typed error of a failure that is not tried again, or no more. */
  static StrandlineException translate(SQLException error, Context context) {
    SqlFailure failure = SqlFailure.of(error);
    String at = " at " + context.place();
    return switch (failure.kind()) {
      case TRANSIENT ->
          SourceUnavailableException.passing(
              "SQL Server" + at + " is not available (" + code(failure) + ")",
              "Check that the server is up and reachable, then call again; nothing was written.",
              error);
      case CERTIFICATE -> certificate(at, error);
      case AUTHENTICATION ->
          new AuthenticationFailedException(
              "SQL Server"
                  + at
                  + " refused the login of "
                  + context.who()
                  + " ("
                  + code(failure)
                  + ")",
              "Check user and password, and that the login is enabled and not expired.",
              error);
      case DATABASE ->
          new DatabaseNotFoundException(
              "the database"
                  + at
                  + " is not there or may not be opened by "
                  + context.who()
                  + " ("
                  + code(failure)
                  + ")",
              "Check databaseName in the JDBC URL, and that the login has a user in the database.",
              error);
      case PERMISSION -> permission(context, failure, error);
      case NOT_ENABLED -> notEnabled(context, error);
      case MISSING_OBJECT, UNKNOWN_INSTANCE ->
          context.readsChanges() ? instanceGone(context, error) : notEnabled(context, error);
      case MISSING_COLUMN ->
          new SchemaChangedException(
              "the change table " + context.table() + " lacks a captured column",
              "Call again: the next plan reads the columns anew.",
              error);
      case CANCELLED -> cancelled(error);
      case OPTIONS ->
          new InvalidOptionsException(
              "the driver refuses the connection" + at,
              "Check the JDBC URL's properties; the cause says which one.",
              error);
      case OTHER ->
          new InternalException(
              "SQL Server" + at + " refused a statement of the reader (" + code(failure) + ")",
              "Report it with the cause's text, the server's version and the database's collation.",
              error);
    };
  }

  private static String code(SqlFailure failure) {
    String state = failure.sqlState().isEmpty() ? "" : "SQLSTATE " + failure.sqlState();
    if (failure.number() == 0) {
      return state.isEmpty() ? "driver error" : state;
    }
    return "error " + failure.number() + (state.isEmpty() ? "" : ", " + state);
  }

  private static StrandlineException certificate(String at, SQLException error) {
    return new SourceUnavailableException(
        "the certificate of SQL Server" + at + " is not trusted",
        "Either install on the server a certificate of an authority that Java trusts and that names"
            + " the host, or import the server's authority into a trust store and name it with"
            + " trustStore in the JDBC URL (hostNameInCertificate if the name differs).",
        error);
  }

  private static StrandlineException permission(
      Context context, SqlFailure failure, SQLException error) {
    List<String> objects = new ArrayList<>();
    objects.add(context.readsChanges() ? context.table() : "cdc.lsn_time_mapping");
    context.others().forEach(other -> objects.add(Statements.changeTable(other)));
    return new PermissionDeniedException(
        context.who()
            + " may not read "
            + String.join(" or ", objects)
            + " at "
            + context.place()
            + " ("
            + code(failure)
            + ")",
        objects.stream().map(context::grant).collect(Collectors.joining(" ")),
        error);
  }

  private static StrandlineException notEnabled(Context context, SQLException error) {
    return new CaptureInstanceNotFoundException(
        "change data capture is not enabled on the database at "
            + context.place()
            + ", so there is no capture instance "
            + context.instance(),
        "Enable it with sys.sp_cdc_enable_db and sys.sp_cdc_enable_table, or check databaseName in"
            + " the JDBC URL.",
        error);
  }

  private static StrandlineException instanceGone(Context context, SQLException error) {
    return new CaptureInstanceNotFoundException(
        "the capture instance "
            + context.instance()
            + " at "
            + context.place()
            + " is not there, or "
            + context.who()
            + " may not see it: no table "
            + context.table(),
        "If it was disabled, enable it again (sys.sp_cdc_enable_table) and call again, which says what"
            + " is lost and the ways out; else "
            + context.grant(context.table()),
        error);
  }

  /** The caller's thread was interrupted, or the read closed. */
  static CancelledException cancelled(@Nullable Throwable cause) {
    return new CancelledException(
        "the call to the source was cancelled", "Call again; nothing was written.", cause);
  }

  /** The source was closed under a call, or before it. */
  static CancelledException closed(@Nullable Throwable cause) {
    return new CancelledException("the source is closed", "Open it again.", cause);
  }

  /** A time zone name that nobody knows. */
  static InvalidOptionsException unknownZone(String name) {
    return new InvalidOptionsException(
        "the time zone '" + name + "' is unknown",
        "Set sourceTimeZone to the server's zone by its IANA name (such as America/Sao_Paulo) or its"
            + " Windows name (such as E. South America Standard Time).");
  }

  /** Two capture instances, or tables, that a name may mean. */
  static InvalidOptionsException ambiguous(String asked, List<String> names) {
    return new InvalidOptionsException(
        "there is no capture instance '" + asked + "', and it may mean any of " + names,
        "Give the exact name of the instance.");
  }

  /** The instances changed at each look. */
  static SourceUnavailableException unsteady(String instance) {
    return new SourceUnavailableException(
        "the capture instances of the table of " + instance + " changed while they were listed",
        "Call again.");
  }

  /** A session that does not hold, or no more, what the plan saw. */
  static NotReadyException notMapped(Lsn lsn, String place) {
    return new NotReadyException(
        "the commit "
            + lsn
            + " is not in the time mapping of the session at "
            + place
            + ": it is a replica behind the plan, or cleanup has passed the commit",
        "Call again; the next plan looks at the retention watermark.");
  }

  /**
   * A change row whose commit has no time: rows outlive their mapping only where cleanup has passed
   * them.
   *
   * @param minLsn the instance's retention watermark, read after the row; empty for unknown
   */
  static StrandlineException unmapped(
      Lsn row, String instance, Optional<Lsn> minLsn, String place) {
    boolean cleaned = minLsn.map(row::isBefore).orElse(true);
    return cleaned ? notMapped(row, place) : unmappedRow(row, instance);
  }

  /** A change row whose commit has no time, though cleanup has not passed it. */
  static InternalException unmappedRow(Lsn lsn, String instance) {
    return new InternalException(
        "the change table of "
            + instance
            + " has rows of the commit "
            + lsn
            + ", which the time mapping lacks",
        "Report it with the server's version; nothing was written.");
  }

  /** More steps back of the clock than a plan can carry. */
  static ClockRegressionException tooManySteps(Lsn from, Lsn to) {
    return new ClockRegressionException(
        "the server's clock went back more than "
            + RangeStatements.MOST_STEPS
            + " times in ("
            + from
            + ", "
            + to
            + "]",
        "Fix the server's clock and lower maxRowsPerBatch, so that a batch spans fewer commits.");
  }

  /** Result columns that have no mapping. */
  static UnsupportedTypeException unmapped(String instance, List<String> columns) {
    return new UnsupportedTypeException(
        "the change table of " + instance + " has columns without a mapped type: " + columns,
        "Leave them out of the capture instance's column list.");
  }

  /** A number that its own column's type does not allow. */
  static SchemaChangedException tooManyDigits(String column, ColumnType type) {
    return new SchemaChangedException(
        "column '" + column + "' holds a number with more digits than " + type + " has",
        "Call again: the next call reads the column's type anew; nothing was written.");
  }

  /** Text that no UTF-8, and so no Delta table, can hold. */
  static UnsupportedTypeException unpairedSurrogate(String column) {
    return new UnsupportedTypeException(
        "column '" + column + "' holds text with half a surrogate pair, which UTF-8 cannot hold",
        "Correct the text at the source once its change rows are past, or leave the column out of"
            + " the capture instance; nothing was written.");
  }

  /** A defect met while rows were read. */
  static InternalException defect(Throwable cause) {
    return new InternalException(
        "reading the change table failed: " + cause.getClass().getSimpleName(),
        "Report it with the cause; nothing was written.",
        cause);
  }
}
