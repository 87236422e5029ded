package io.strandline.error;

import java.util.Map;
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
  private final Map<String, String> details;

  StrandlineException(ErrorCode code, String problem, String remedy, @Nullable Throwable cause) {
    this(code, problem, remedy, Map.of(), cause);
  }

  StrandlineException(
      ErrorCode code,
      String problem,
      String remedy,
      Map<String, String> details,
      @Nullable Throwable cause) {
    super(problem, cause);
    this.code = code;
    this.remedy = remedy;
    this.details = Map.copyOf(details);
  }

  /** The error's code. */
  public ErrorCode code() {
    return code;
  }

  /** What to do now. */
  public String remedy() {
    return remedy;
  }

  /**
   * Values of the message, for programs, by snake_case names, such as {@code capture_instance};
   * those that a code promises are in {@code docs/reference/errors.md}. Unmodifiable.
   */
  public Map<String, String> details() {
    return details;
  }
}
