package io.strandline.error;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The captured columns no longer fit the table. */
public final class SchemaChangedException extends StrandlineException {

  private static final long serialVersionUID = 1L;

  /** An error without an underlying one. */
  public SchemaChangedException(String problem, String remedy) {
    this(problem, remedy, Map.of());
  }

  /** An error with its underlying one. */
  public SchemaChangedException(String problem, String remedy, @Nullable Throwable cause) {
    super(ErrorCode.SCHEMA_CHANGED, problem, remedy, cause);
  }

  /** An error without an underlying one, with values of its message by name. */
  public SchemaChangedException(String problem, String remedy, Map<String, String> details) {
    super(ErrorCode.SCHEMA_CHANGED, problem, remedy, details, null);
  }
}
