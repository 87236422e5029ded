package io.strandline.error;

import org.jspecify.annotations.Nullable;

/** The server cannot be reached or broke the connection. */
public final class SourceUnavailableException extends StrandlineException {

  private static final long serialVersionUID = 1L;

  /** An error without an underlying one. */
  public SourceUnavailableException(String problem, String remedy) {
    this(problem, remedy, null);
  }

  /** An error with its underlying one. */
  public SourceUnavailableException(String problem, String remedy, @Nullable Throwable cause) {
    super(ErrorCode.SOURCE_UNAVAILABLE, problem, remedy, cause);
  }
}
