package io.strandline.error;

import org.jspecify.annotations.Nullable;

/** The server cannot be reached or broke the connection. */
public final class SourceUnavailableException extends StrandlineException {

  private static final long serialVersionUID = 1L;

  private final boolean passing;

  /** An error without an underlying one. */
  public SourceUnavailableException(String problem, String remedy) {
    this(problem, remedy, null);
  }

  /** An error with its underlying one. */
  public SourceUnavailableException(String problem, String remedy, @Nullable Throwable cause) {
    this(problem, remedy, cause, false);
  }

  private SourceUnavailableException(
      String problem, String remedy, @Nullable Throwable cause, boolean passing) {
    super(ErrorCode.SOURCE_UNAVAILABLE, problem, remedy, cause);
    this.passing = passing;
  }

  /** A lost connection, a timeout, a deadlock: a failure that passes by itself. */
  public static SourceUnavailableException passing(
      String problem, String remedy, @Nullable Throwable cause) {
    return new SourceUnavailableException(problem, remedy, cause, true);
  }

  /** Whether the same call may well succeed when it is made again. */
  public boolean isPassing() {
    return passing;
  }
}
