package io.strandline.error;

import org.jspecify.annotations.Nullable;

/** The stream has moved on since the plan was made. */
public final class StalePlanException extends StrandlineException {

  private static final long serialVersionUID = 1L;

  /** An error without an underlying one. */
  public StalePlanException(String problem, String remedy) {
    this(problem, remedy, null);
  }

  /** An error with its underlying one. */
  public StalePlanException(String problem, String remedy, @Nullable Throwable cause) {
    super(ErrorCode.STALE_PLAN, problem, remedy, cause);
  }
}
