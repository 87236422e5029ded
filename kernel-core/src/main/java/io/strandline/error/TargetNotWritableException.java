package io.strandline.error;

import org.jspecify.annotations.Nullable;

/** The table's location cannot be read or written. */
public final class TargetNotWritableException extends StrandlineException {

  private static final long serialVersionUID = 1L;

  /** An error without an underlying one. */
  public TargetNotWritableException(String problem, String remedy) {
    this(problem, remedy, null);
  }

  /** An error with its underlying one. */
  public TargetNotWritableException(String problem, String remedy, @Nullable Throwable cause) {
    super(ErrorCode.TARGET_NOT_WRITABLE, problem, remedy, cause);
  }
}
