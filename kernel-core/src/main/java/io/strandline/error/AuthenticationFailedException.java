package io.strandline.error;

import org.jspecify.annotations.Nullable;

/** The server refused the login. */
public final class AuthenticationFailedException extends StrandlineException {

  private static final long serialVersionUID = 1L;

  /** An error without an underlying one. */
  public AuthenticationFailedException(String problem, String remedy) {
    this(problem, remedy, null);
  }

  /** An error with its underlying one. */
  public AuthenticationFailedException(String problem, String remedy, @Nullable Throwable cause) {
    super(ErrorCode.AUTHENTICATION_FAILED, problem, remedy, cause);
  }
}
