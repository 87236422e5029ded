package io.strandline.error;

import org.jspecify.annotations.Nullable;

/** The captured columns no longer fit the table. */
public final class SchemaChangedException extends StrandlineException {

  private static final long serialVersionUID = 1L;

  /** An error without an underlying one. */
  public SchemaChangedException(String problem, String remedy) {
    this(problem, remedy, null);
  }

  /** An error with its underlying one. */
  public SchemaChangedException(String problem, String remedy, @Nullable Throwable cause) {
    super(ErrorCode.SCHEMA_CHANGED, problem, remedy, cause);
  }
}
