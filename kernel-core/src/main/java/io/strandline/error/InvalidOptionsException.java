package io.strandline.error;

import org.jspecify.annotations.Nullable;

/** An option is missing, unknown, malformed or contradicts another. */
public final class InvalidOptionsException extends StrandlineException {

  private static final long serialVersionUID = 1L;

  /** An error without an underlying one. */
  public InvalidOptionsException(String problem, String remedy) {
    this(problem, remedy, null);
  }

  /** An error with its underlying one. */
  public InvalidOptionsException(String problem, String remedy, @Nullable Throwable cause) {
    super(ErrorCode.INVALID_OPTIONS, problem, remedy, cause);
  }
}
