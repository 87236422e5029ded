package io.strandline.error;

import org.jspecify.annotations.Nullable;

/** The server's clock went back further than allowed. */
public final class ClockRegressionException extends StrandlineException {

  private static final long serialVersionUID = 1L;

  /** An error without an underlying one. */
  public ClockRegressionException(String problem, String remedy) {
    this(problem, remedy, null);
  }

  /** An error with its underlying one. */
  public ClockRegressionException(String problem, String remedy, @Nullable Throwable cause) {
    super(ErrorCode.CLOCK_REGRESSION, problem, remedy, cause);
  }
}
