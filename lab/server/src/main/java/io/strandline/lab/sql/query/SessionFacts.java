package io.strandline.lab.sql.query;

import io.strandline.lab.session.SqlMessage;
import io.strandline.lab.store.Table;
import java.math.BigDecimal;
import org.jspecify.annotations.Nullable;

/** What functions may ask of the session. */
public interface SessionFacts {

  /** {@code @@SPID}. */
  int id();

  /** The login's name. */
  String login();

  /** The client's name for itself. */
  String application();

  /** {@code @@TRANCOUNT}. */
  int transactionCount();

  /** {@code @@ROWCOUNT}. */
  long rowCount();

  /** {@code @@ERROR}. */
  int lastError();

  /** The error that the innermost running CATCH took; {@code null} outside any. */
  @Nullable SqlMessage caughtError();

  /** The session's temporary table of a name in any case; {@code null} if it has none. */
  @Nullable Table temporaryTable(String name);

  /** {@code @@LOCK_TIMEOUT}. */
  long lockTimeout();

  /** {@code XACT_STATE()}. */
  int transactionState();

  /** {@code @@IDENTITY} and {@code SCOPE_IDENTITY()}; {@code null} before the first. */
  @Nullable BigDecimal lastIdentity();
}
