package io.strandline.error;

import org.jspecify.annotations.Nullable;

/** The table's rows and its state have parted ways. */
public final class TargetChangedException extends StrandlineException {

  private static final long serialVersionUID = 1L;

  /** An error without an underlying one. */
  public TargetChangedException(String problem, String remedy) {
    this(problem, remedy, null);
  }

  /** An error with its underlying one. */
  public TargetChangedException(String problem, String remedy, @Nullable Throwable cause) {
    super(ErrorCode.TARGET_CHANGED, problem, remedy, cause);
  }
}
