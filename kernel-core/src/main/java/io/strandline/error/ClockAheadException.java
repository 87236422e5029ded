package io.strandline.error;

import org.jspecify.annotations.Nullable;

/** A commit time or the server's clock lies in the future. */
public final class ClockAheadException extends StrandlineException {

  private static final long serialVersionUID = 1L;

  /** An error without an underlying one. */
  public ClockAheadException(String problem, String remedy) {
    this(problem, remedy, null);
  }

  /** An error with its underlying one. */
  public ClockAheadException(String problem, String remedy, @Nullable Throwable cause) {
    super(ErrorCode.CLOCK_AHEAD, problem, remedy, cause);
  }
}
