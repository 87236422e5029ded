package io.strandline.error;

import org.jspecify.annotations.Nullable;

/** The login lacks a permission; the message names the GRANT. */
public final class PermissionDeniedException extends StrandlineException {

  private static final long serialVersionUID = 1L;

  /** An error without an underlying one. */
  public PermissionDeniedException(String problem, String remedy) {
    this(problem, remedy, null);
  }

  /** An error with its underlying one. */
  public PermissionDeniedException(String problem, String remedy, @Nullable Throwable cause) {
    super(ErrorCode.PERMISSION_DENIED, problem, remedy, cause);
  }
}
