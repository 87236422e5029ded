package io.strandline.sqlserver;

import io.strandline.error.CaptureInstanceNotFoundException;
import io.strandline.error.InvalidOptionsException;
import io.strandline.error.PermissionDeniedException;
import io.strandline.error.SchemaChangedException;
import io.strandline.error.SourceUnavailableException;
import io.strandline.error.StrandlineException;
import io.strandline.sqlserver.SqlServerErrors.Context;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The wording of errors that come from reading a source table itself. None of it holds a row's
 * value.
 *
 * @param context what was being done
 * @param table quoted name of the table; of a table not yet looked at, its instance's name for it
 * @param columns quoted names of the columns that are read
 * @param lockTimeout longest wait for a lock
 */
record SnapshotErrors(
    Context context, String table, List<String> columns, Optional<Duration> lockTimeout) {

  private static final int LOCK_TIMEOUT = 1222;
  private static final int SNAPSHOT_NOT_ALLOWED = 3952;

  /** Snapshots that a DDL statement, ALTER DATABASE or a full version store ended (documented). */
  private static final Set<Integer> SNAPSHOT_LOST = Set.of(3957, 3958, 3961, 3966, 3967);

  /** The typed error of a failure that is not tried again, or no more. */
  StrandlineException translate(SQLException error) {
    SqlFailure failure = SqlFailure.of(error);
    int number = failure.number();
    if (number == LOCK_TIMEOUT) {
      return lockTimeout(error);
    }
    if (number == SNAPSHOT_NOT_ALLOWED) {
      return snapshotNotAllowed(error);
    }
    if (SNAPSHOT_LOST.contains(number)) {
      return new SourceUnavailableException(
          "the snapshot of "
              + at()
              + " was lost to a change of the schema or of the database"
              + " (error "
              + number
              + ")",
          "Call again, or read with snapshotIsolation=read_committed; nothing was written.",
          error);
    }
    return switch (failure.kind()) {
      case PERMISSION -> permission(number, error);
      case MISSING_OBJECT, MISSING_COLUMN -> changed(error);
      case UNKNOWN_INSTANCE -> unknownInstance(error);
      default -> SqlServerErrors.translate(error, context);
    };
  }

  private String at() {
    return table + " at " + context.place();
  }

  private StrandlineException lockTimeout(SQLException error) {
    String limit = lockTimeout.map(time -> "lockTimeout=" + time).orElse("the server's limit");
    return new SourceUnavailableException(
        "a lock on " + at() + " was held for longer than " + limit + " (error 1222)",
        "Find the transaction that holds it and call again, allow a longer lockTimeout, or read with"
            + " snapshotIsolation=snapshot; nothing was written.",
        error);
  }

  private StrandlineException snapshotNotAllowed(SQLException error) {
    return new InvalidOptionsException(
        "snapshotIsolation is snapshot, which the database at "
            + context.place()
            + " does not allow (error 3952)",
        "Let the DBA run ALTER DATABASE CURRENT SET ALLOW_SNAPSHOT_ISOLATION ON, or read with"
            + " snapshotIsolation=read_committed.",
        error);
  }

  private StrandlineException permission(int number, SQLException error) {
    return new PermissionDeniedException(
        context.who() + " may not read " + at() + " (error " + number + ")", grant(), error);
  }

  private String grant() {
    return context.grant(table + " (" + String.join(", ", columns) + ")");
  }

  /** The table, or a column of it, is not what it was when it was looked at. */
  StrandlineException changed(@Nullable SQLException error) {
    return new SchemaChangedException(
        "the table " + at() + " changed since it was looked at", CALL_AGAIN, error);
  }

  /** The same, seen after the last row. */
  StrandlineException changedMeanwhile() {
    return new SchemaChangedException(
        "columns of the table " + at() + " changed while it was read", CALL_AGAIN);
  }

  private static final String CALL_AGAIN =
      "Call again: the table is looked at anew; nothing was written.";

  private StrandlineException unknownInstance(SQLException error) {
    return new CaptureInstanceNotFoundException(noInstance(), instanceRemedy(), error);
  }

  /** The table itself is not in sight. */
  StrandlineException unknownTable() {
    return new CaptureInstanceNotFoundException(noInstance(), instanceRemedy());
  }

  private String noInstance() {
    return "the capture instance "
        + context.instance()
        + " of "
        + at()
        + " is not there, or "
        + context.who()
        + " may not see it: a first load needs SELECT on the captured columns of the table, not"
        + " only on its change table";
  }

  private String instanceRemedy() {
    return "If it was disabled, enable it again; else "
        + grant()
        + " and make the login a member of the instance's gating role, if it has one.";
  }
}
