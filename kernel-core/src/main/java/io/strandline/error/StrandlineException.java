package io.strandline.error;

import org.jspecify.annotations.Nullable;

/**
 * An error that a caller of Strandline can act on.
 *
 * <p>Its message says what happened, with values, and why; {@link #remedy} says what to do now.
 * Neither holds a password, a token or a key value of a table.
 */
public abstract sealed class StrandlineException extends RuntimeException
    permits InvalidOptionsException,
        AuthenticationFailedException,
        DatabaseNotFoundException,
        CaptureInstanceNotFoundException,
        PermissionDeniedException,
        SourceUnavailableException,
        NotReadyException,
        SourceChangedException,
        DataLossException,
        SchemaChangedException,
        UnsupportedTypeException,
        ClockAheadException,
        ClockRegressionException,
        TargetNotWritableException,
        ForeignTableException,
        TargetChangedException,
        ConcurrentIngestException,
        CommitUnknownException,
        StalePlanException,
        FactsUnavailableException,
        CancelledException,
        InternalException {

  private static final long serialVersionUID = 1L;

  private final ErrorCode code;
  private final String remedy;

  StrandlineException(ErrorCode code, String problem, String remedy, @Nullable Throwable cause) {
    super(problem, cause);
    this.code = code;
    this.remedy = remedy;
  }

  /** The error's code. */
  public ErrorCode code() {
    return code;
  }

  /** What to do now. */
  public String remedy() {
    return remedy;
  }
}
