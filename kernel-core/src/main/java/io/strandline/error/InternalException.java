package io.strandline.error;

import org.jspecify.annotations.Nullable;

/** A defect of Strandline: an invariant does not hold. */
public final class InternalException extends StrandlineException {

  private static final long serialVersionUID = 1L;

  /** An error without an underlying one. */
  public InternalException(String problem, String remedy) {
    this(problem, remedy, null);
  }

  /** An error with its underlying one. */
  public InternalException(String problem, String remedy, @Nullable Throwable cause) {
    super(ErrorCode.INTERNAL, problem, remedy, cause);
  }
}
