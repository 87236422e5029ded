package io.strandline.error;

import org.jspecify.annotations.Nullable;

/** The facts of the last batch cannot be written, so no further batch is committed. */
public final class FactsUnavailableException extends StrandlineException {

  private static final long serialVersionUID = 1L;

  /** An error without an underlying one. */
  public FactsUnavailableException(String problem, String remedy) {
    this(problem, remedy, null);
  }

  /** An error with its underlying one. */
  public FactsUnavailableException(String problem, String remedy, @Nullable Throwable cause) {
    super(ErrorCode.FACTS_UNAVAILABLE, problem, remedy, cause);
  }
}
