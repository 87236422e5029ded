package io.strandline.sqlserver;

import com.microsoft.sqlserver.jdbc.SQLServerException;
import java.security.cert.CertPathBuilderException;
import java.security.cert.CertPathValidatorException;
import java.security.cert.CertificateException;
import java.sql.SQLException;
import java.sql.SQLTimeoutException;
import java.sql.SQLTransientException;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What a {@link SQLException} means, told by error number, SQLSTATE, severity and the class of its
 * causes, never by its text, which servers localise.
 *
 * @param kind what it means
 * @param number SQL Server's error number; 0 for an error of the driver's own
 * @param sqlState empty if there is none
 */
record SqlFailure(Kind kind, int number, String sqlState) {

  /** What callers do about an error. */
  enum Kind {
    /** Connection loss, timeout, deadlock, server moving or out of resources: tried again. */
    TRANSIENT,
    /** The server's certificate is not trusted. */
    CERTIFICATE,
    /** The login was refused. */
    AUTHENTICATION,
    /** The database is not there or may not be opened. */
    DATABASE,
    /** A permission is lacking. */
    PERMISSION,
    /** Change data capture is not enabled on the database. */
    NOT_ENABLED,
    /** A table is not there. */
    MISSING_OBJECT,
    /** A column is not there. */
    MISSING_COLUMN,
    /** A capture instance is unknown, or this login may not see it. */
    UNKNOWN_INSTANCE,
    /** This process cancelled the statement. */
    CANCELLED,
    /** The driver refused the connection's options. */
    OPTIONS,
    /** Anything else: a statement that the server refuses. */
    OTHER
  }

  /** Severity from which an error is the server's trouble, not the statement's (documented). */
  private static final int RESOURCE_SEVERITY = 17;

  private static final int DEEPEST = 20;

  private static final List<Class<? extends Throwable>> CERTIFICATE_CAUSES =
      List.of(
          CertificateException.class,
          CertPathBuilderException.class,
          CertPathValidatorException.class);

  private static final Set<Integer> AUTHENTICATION =
      Set.of(18452, 18456, 18470, 18486, 18487, 18488);
  private static final Set<Integer> DATABASE = Set.of(911, 916, 4060, 4064);
  private static final Set<Integer> PERMISSION = Set.of(229, 230, 262, 297, 300);

  /** Deadlock, lock timeout, replicas and databases in transition, shutdown, throttling. */
  private static final Set<Integer> TRANSIENT =
      Set.of(
          1205, 1222, 596, 921, 922, 927, 952, 976, 978, 979, 982, 983, 4221, 6005, 10928, 10929,
          17142, 18401, 40143, 40197, 40501, 40540, 40613, 49918, 49919, 49920);

  /** Classifies an error and its causes. */
  static SqlFailure of(SQLException error) {
    SQLException first = firstOfServer(error);
    String state = first.getSQLState() == null ? "" : first.getSQLState();
    int number = first.getErrorCode();
    Kind byCause = kindOfCause(error);
    return new SqlFailure(byCause != null ? byCause : kind(first, number, state), number, state);
  }

  /** A pool wraps what the driver threw; the innermost error with a number or state speaks. */
  private static SQLException firstOfServer(SQLException error) {
    SQLException found = error;
    Throwable cause = error.getCause();
    for (int depth = 0; cause != null && depth < DEEPEST; depth++, cause = cause.getCause()) {
      if (cause instanceof SQLException sql && speaks(sql)) {
        found = sql;
      }
    }
    return found;
  }

  private static boolean speaks(SQLException error) {
    return error.getErrorCode() != 0 || error.getSQLState() != null;
  }

  private static @Nullable Kind kindOfCause(SQLException error) {
    if (hasCause(error, CERTIFICATE_CAUSES)) {
      return Kind.CERTIFICATE;
    }
    if (hasCause(error, List.of(InterruptedException.class))) {
      return Kind.CANCELLED;
    }
    // The driver gives a timeout the SQLSTATE of a cancelled statement (measured).
    return hasCause(error, List.of(SQLTimeoutException.class)) ? Kind.TRANSIENT : null;
  }

  private static Kind kind(SQLException error, int number, String state) {
    Kind byNumber = kindOf(number);
    if (byNumber != null) {
      return byNumber;
    }
    if (state.startsWith("08") || Set.of("HYT00", "HYT01", "40001").contains(state)) {
      return Kind.TRANSIENT;
    }
    if (state.equals("HY008")) {
      return Kind.CANCELLED;
    }
    if (state.equals("28000")) {
      return Kind.AUTHENTICATION;
    }
    if (error instanceof SQLTransientException) {
      return Kind.TRANSIENT;
    }
    if (error instanceof SQLServerException && number == 0 && state.isEmpty()) {
      return Kind.OPTIONS;
    }
    return severity(error) >= RESOURCE_SEVERITY ? Kind.TRANSIENT : Kind.OTHER;
  }

  private static @Nullable Kind kindOf(int number) {
    if (AUTHENTICATION.contains(number)) {
      return Kind.AUTHENTICATION;
    }
    if (DATABASE.contains(number)) {
      return Kind.DATABASE;
    }
    if (PERMISSION.contains(number)) {
      return Kind.PERMISSION;
    }
    if (TRANSIENT.contains(number)) {
      return Kind.TRANSIENT;
    }
    return switch (number) {
      case 207 -> Kind.MISSING_COLUMN;
      case 208 -> Kind.MISSING_OBJECT;
      case 22901 -> Kind.NOT_ENABLED;
      case 22981 -> Kind.UNKNOWN_INSTANCE;
      default -> null;
    };
  }

  private static int severity(SQLException error) {
    return error instanceof SQLServerException server && server.getSQLServerError() != null
        ? server.getSQLServerError().getErrorSeverity()
        : 0;
  }

  private static boolean hasCause(Throwable error, List<Class<? extends Throwable>> types) {
    return Stream.iterate(error, cause -> cause != null, Throwable::getCause)
        .limit(DEEPEST)
        .anyMatch(cause -> types.stream().anyMatch(type -> type.isInstance(cause)));
  }
}
