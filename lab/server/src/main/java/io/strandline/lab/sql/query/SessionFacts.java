package io.strandline.lab.sql.query;

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

  /** {@code @@LOCK_TIMEOUT}. */
  long lockTimeout();

  /** {@code XACT_STATE()}. */
  int transactionState();

  /** {@code @@IDENTITY} and {@code SCOPE_IDENTITY()}; {@code null} before the first. */
  java.math.@org.jspecify.annotations.Nullable BigDecimal lastIdentity();
}
