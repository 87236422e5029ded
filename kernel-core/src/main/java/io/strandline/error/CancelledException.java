package io.strandline.error;

import org.jspecify.annotations.Nullable;

/** The caller cancelled the call. */
public final class CancelledException extends StrandlineException {

  private static final long serialVersionUID = 1L;

  /** An error without an underlying one. */
  public CancelledException(String problem, String remedy) {
    this(problem, remedy, null);
  }

  /** An error with its underlying one. */
  public CancelledException(String problem, String remedy, @Nullable Throwable cause) {
    super(ErrorCode.CANCELLED, problem, remedy, cause);
  }
}
