package io.strandline.error;

import org.jspecify.annotations.Nullable;

/** The source is not the one, or not the history, that the stream has read. */
public final class SourceChangedException extends StrandlineException {

  private static final long serialVersionUID = 1L;

  /** An error without an underlying one. */
  public SourceChangedException(String problem, String remedy) {
    this(problem, remedy, null);
  }

  /** An error with its underlying one. */
  public SourceChangedException(String problem, String remedy, @Nullable Throwable cause) {
    super(ErrorCode.SOURCE_CHANGED, problem, remedy, cause);
  }
}
