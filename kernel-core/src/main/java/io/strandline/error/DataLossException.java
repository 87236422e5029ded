package io.strandline.error;

import org.jspecify.annotations.Nullable;

/** Changes were removed from the source before the stream read them. */
public final class DataLossException extends StrandlineException {

  private static final long serialVersionUID = 1L;

  /** An error without an underlying one. */
  public DataLossException(String problem, String remedy) {
    this(problem, remedy, null);
  }

  /** An error with its underlying one. */
  public DataLossException(String problem, String remedy, @Nullable Throwable cause) {
    super(ErrorCode.DATA_LOSS, problem, remedy, cause);
  }
}
