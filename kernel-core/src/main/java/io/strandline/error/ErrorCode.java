package io.strandline.error;

/**
 * The cases that a caller handles differently; the names are shared with the command line and
 * Python.
 */
public enum ErrorCode {
  /** An option is missing, unknown, malformed or contradicts another. */
  INVALID_OPTIONS(false),
  /** The server refused the login. */
  AUTHENTICATION_FAILED(false),
  /** The database is not there or this login may not open it. */
  DATABASE_NOT_FOUND(false),
  /** The capture instance is not there or not visible to this login. */
  CAPTURE_INSTANCE_NOT_FOUND(false),
  /** The login lacks a permission; the message names the GRANT. */
  PERMISSION_DENIED(false),
  /** The server cannot be reached or broke the connection. */
  SOURCE_UNAVAILABLE(true),
  /** A reading session or replica is behind the plan or the state. */
  NOT_READY(true),
  /** The source is not the one, or not the history, that the stream has read. */
  SOURCE_CHANGED(false),
  /** Changes were removed from the source before the stream read them. */
  DATA_LOSS(false),
  /** The captured columns no longer fit the table. */
  SCHEMA_CHANGED(false),
  /** Captured columns have types without a mapping; the message names all. */
  UNSUPPORTED_TYPE(false),
  /** A commit time or the server's clock lies in the future. */
  CLOCK_AHEAD(false),
  /** The server's clock went back further than allowed. */
  CLOCK_REGRESSION(false),
  /** The table's location cannot be read or written. */
  TARGET_NOT_WRITABLE(false),
  /** A table at the location was not made by this stream. */
  FOREIGN_TABLE(false),
  /** The table's rows and its state have parted ways. */
  TARGET_CHANGED(false),
  /** Other callers of the stream won every attempt of this call. */
  CONCURRENT_INGEST(true),
  /** It could not be learned whether a commit happened; the next call finds out. */
  COMMIT_UNKNOWN(true),
  /** The stream has moved on since the plan was made. */
  STALE_PLAN(false),
  /** The facts of the last batch cannot be written, so no further batch is committed. */
  FACTS_UNAVAILABLE(true),
  /** The caller cancelled the call. */
  CANCELLED(true),
  /** A defect of Strandline: an invariant does not hold. */
  INTERNAL(false);

  private final boolean retryable;

  ErrorCode(boolean retryable) {
    this.retryable = retryable;
  }

  /** Whether the same call may succeed later without anyone changing anything. */
  public boolean retryable() {
    return retryable;
  }
}
