package io.strandline.error;

import org.jspecify.annotations.Nullable;

/** A reading session or replica is behind the plan or the state. */
public final class NotReadyException extends StrandlineException {

  private static final long serialVersionUID = 1L;

  /** An error without an underlying one. */
  public NotReadyException(String problem, String remedy) {
    this(problem, remedy, null);
  }

  /** An error with its underlying one. */
  public NotReadyException(String problem, String remedy, @Nullable Throwable cause) {
    super(ErrorCode.NOT_READY, problem, remedy, cause);
  }
}
