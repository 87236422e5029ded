package io.strandline.error;

import org.jspecify.annotations.Nullable;

/** It could not be learned whether a commit happened; the next call finds out. */
public final class CommitUnknownException extends StrandlineException {

  private static final long serialVersionUID = 1L;

  /** An error without an underlying one. */
  public CommitUnknownException(String problem, String remedy) {
    this(problem, remedy, null);
  }

  /** An error with its underlying one. */
  public CommitUnknownException(String problem, String remedy, @Nullable Throwable cause) {
    super(ErrorCode.COMMIT_UNKNOWN, problem, remedy, cause);
  }
}
