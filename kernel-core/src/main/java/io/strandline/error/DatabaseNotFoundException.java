package io.strandline.error;

import org.jspecify.annotations.Nullable;

/** The database is not there or this login may not open it. */
public final class DatabaseNotFoundException extends StrandlineException {

  private static final long serialVersionUID = 1L;

  /** An error without an underlying one. */
  public DatabaseNotFoundException(String problem, String remedy) {
    this(problem, remedy, null);
  }

  /** An error with its underlying one. */
  public DatabaseNotFoundException(String problem, String remedy, @Nullable Throwable cause) {
    super(ErrorCode.DATABASE_NOT_FOUND, problem, remedy, cause);
  }
}
