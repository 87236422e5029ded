package io.strandline.error;

import org.jspecify.annotations.Nullable;

/** A table at the location was not made by this stream. */
public final class ForeignTableException extends StrandlineException {

  private static final long serialVersionUID = 1L;

  /** An error without an underlying one. */
  public ForeignTableException(String problem, String remedy) {
    this(problem, remedy, null);
  }

  /** An error with its underlying one. */
  public ForeignTableException(String problem, String remedy, @Nullable Throwable cause) {
    super(ErrorCode.FOREIGN_TABLE, problem, remedy, cause);
  }
}
