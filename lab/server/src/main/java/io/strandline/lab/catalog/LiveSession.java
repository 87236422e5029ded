package io.strandline.lab.catalog;

/** A session that is open, as others may see it. */
public interface LiveSession {

  /** {@code session_id}. */
  int id();

  /** The login's name. */
  String login();

  /** The client's name for itself. */
  String application();

  /** The database it is in now. */
  int databaseId();

  /** 1 READ UNCOMMITTED, 2 READ COMMITTED, 3 REPEATABLE READ, 4 SERIALIZABLE, 5 SNAPSHOT. */
  int isolationLevel();

  /** Milliseconds; -1 is for ever. */
  long lockTimeout();

  /** {@code open_transaction_count}. */
  int transactionCount();

  /** Whether a request runs. */
  boolean isRunning();

  /** Server-local datetime of the login. */
  java.time.LocalDateTime loginTime();
}
