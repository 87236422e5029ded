package io.strandline.error;

import org.jspecify.annotations.Nullable;

/** Other callers of the stream won every attempt of this call. */
public final class ConcurrentIngestException extends StrandlineException {

  private static final long serialVersionUID = 1L;

  /** An error without an underlying one. */
  public ConcurrentIngestException(String problem, String remedy) {
    this(problem, remedy, null);
  }

  /** An error with its underlying one. */
  public ConcurrentIngestException(String problem, String remedy, @Nullable Throwable cause) {
    super(ErrorCode.CONCURRENT_INGEST, problem, remedy, cause);
  }
}
