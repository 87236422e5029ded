package io.strandline.lab.sql.exec;

import io.strandline.lab.session.SqlException;
import io.strandline.lab.sql.ast.Statement;
import io.strandline.lab.sql.query.StatementContext.Isolation;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** A session's SET options: kept, ignored, or refused where the same text would then mean more. */
final class SessionOptions {

  private static final long LEAST_TEXT_SIZE = 64_512;

  private boolean noCount;
  private boolean xactAbort;
  private boolean implicitTransactions;
  private boolean formatOnly;
  private Isolation isolation = Isolation.READ_COMMITTED;
  private long lockTimeout = -1;
  private long rowLimit;
  private @Nullable String identityInsert;

  SessionOptions copy() {
    SessionOptions copy = new SessionOptions();
    copy.noCount = noCount;
    copy.xactAbort = xactAbort;
    copy.implicitTransactions = implicitTransactions;
    copy.formatOnly = formatOnly;
    copy.isolation = isolation;
    copy.lockTimeout = lockTimeout;
    copy.rowLimit = rowLimit;
    copy.identityInsert = identityInsert;
    return copy;
  }

  void apply(Statement.SetOption option) {
    String value = option.value().get(0);
    if (option.names().get(0).equals("IDENTITY_INSERT")) {
      String table = option.names().get(1).toLowerCase(Locale.ROOT);
      identityInsert = value.equals("ON") ? table : null;
      return;
    }
    for (String name : option.names()) {
      apply(name, value);
    }
  }

  private void apply(String name, String value) {
    boolean on = value.equals("ON");
    switch (name) {
      case "NOCOUNT" -> noCount = on;
      case "XACT_ABORT" -> xactAbort = on;
      case "IMPLICIT_TRANSACTIONS" -> implicitTransactions = on;
      case "FMTONLY" -> formatOnly = on;
      case "ISOLATION" -> isolation = Isolation.valueOf(value.replace(' ', '_'));
      case "LOCK_TIMEOUT" -> lockTimeout = number(value);
      case "ROWCOUNT" -> rowLimit = number(value);
      case "NOEXEC", "PARSEONLY", "SHOWPLAN_TEXT", "SHOWPLAN_ALL", "SHOWPLAN_XML" ->
          refuse(on, name, value);
      case "ANSI_NULLS", "ANSI_WARNINGS", "ANSI_DEFAULTS", "CONCAT_NULL_YIELDS_NULL" ->
          refuse(!on, name, value);
      case "DATEFIRST" -> refuse(!value.equals("7"), name, value);
      case "DATEFORMAT" -> refuse(!value.equalsIgnoreCase("mdy"), name, value);
      case "LANGUAGE" -> refuse(!isEnglish(value), name, value);
      case "TEXTSIZE" -> refuse(cutsText(number(value)), name, value);
      default -> {
        // Read by the parser; nothing here depends on it.
      }
    }
  }

  /** Options under which the same statements would do or answer something else. */
  private static void refuse(boolean wanted, String name, String value) {
    if (wanted) {
      throw SqlException.of(
          40510,
          16,
          1,
          "Statement 'SET "
              + name
              + " "
              + value
              + "' is not supported in this version of SQL Server.");
    }
  }

  private static boolean isEnglish(String language) {
    return language.equalsIgnoreCase("us_english") || language.equalsIgnoreCase("english");
  }

  /** 0 and -1 are no limit (documented); FreeTDS and ODBC send at least 64,512. */
  private static boolean cutsText(long textSize) {
    return textSize > 0 && textSize < LEAST_TEXT_SIZE || textSize < -1;
  }

  private static long number(String value) {
    try {
      return Long.parseLong(value);
    } catch (NumberFormatException e) {
      throw io.strandline.lab.sql.type.SqlErrors.syntax(value);
    }
  }

  boolean isNoCount() {
    return noCount;
  }

  boolean isXactAbort() {
    return xactAbort;
  }

  boolean isImplicitTransactions() {
    return implicitTransactions;
  }

  boolean isFormatOnly() {
    return formatOnly;
  }

  Isolation isolation() {
    return isolation;
  }

  /** Milliseconds; negative is for ever. */
  long lockTimeout() {
    return lockTimeout;
  }

  /** Rows that SELECT returns at most; 0 is all. */
  long rowLimit() {
    return rowLimit;
  }

  /** Whether identity values of a table may be given. */
  boolean allowsIdentityInsert(String table) {
    String allowed = identityInsert;
    return allowed != null
        && (allowed.equalsIgnoreCase(table)
            || allowed.toLowerCase(Locale.ROOT).endsWith("." + table.toLowerCase(Locale.ROOT)));
  }
}
