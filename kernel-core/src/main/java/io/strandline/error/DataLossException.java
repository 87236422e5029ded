package io.strandline.error;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Changes were removed from the source before the stream read them. */
public final class DataLossException extends StrandlineException {

  private static final long serialVersionUID = 1L;

  /** An error without an underlying one. */
  public DataLossException(String problem, String remedy) {
    this(problem, remedy, Map.of());
  }

  /** An error with its underlying one. */
  public DataLossException(String problem, String remedy, @Nullable Throwable cause) {
    super(ErrorCode.DATA_LOSS, problem, remedy, cause);
  }

  /** An error without an underlying one, with values of its message by name. */
  public DataLossException(String problem, String remedy, Map<String, String> details) {
    super(ErrorCode.DATA_LOSS, problem, remedy, details, null);
  }
}
