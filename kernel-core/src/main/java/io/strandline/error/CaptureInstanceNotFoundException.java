package io.strandline.error;

import org.jspecify.annotations.Nullable;

/** The capture instance is not there or not visible to this login. */
public final class CaptureInstanceNotFoundException extends StrandlineException {

  private static final long serialVersionUID = 1L;

  /** An error without an underlying one. */
  public CaptureInstanceNotFoundException(String problem, String remedy) {
    this(problem, remedy, null);
  }

  /** An error with its underlying one. */
  public CaptureInstanceNotFoundException(
      String problem, String remedy, @Nullable Throwable cause) {
    super(ErrorCode.CAPTURE_INSTANCE_NOT_FOUND, problem, remedy, cause);
  }
}
