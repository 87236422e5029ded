package io.strandline.error;

import org.jspecify.annotations.Nullable;

/** Captured columns have types without a mapping; the message names all. */
public final class UnsupportedTypeException extends StrandlineException {

  private static final long serialVersionUID = 1L;

  /** An error without an underlying one. */
  public UnsupportedTypeException(String problem, String remedy) {
    this(problem, remedy, null);
  }

  /** An error with its underlying one. */
  public UnsupportedTypeException(String problem, String remedy, @Nullable Throwable cause) {
    super(ErrorCode.UNSUPPORTED_TYPE, problem, remedy, cause);
  }
}
