package io.strandline.checks.check;

/** No check can run; the message says why, the remedy what to do. */
final class CannotRunException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  private final String remedy;

  CannotRunException(String message, String remedy) {
    super(message);
    this.remedy = remedy;
  }

  CannotRunException(String message, String remedy, Throwable cause) {
    super(message, cause);
    this.remedy = remedy;
  }

  /** What to do. */
  String remedy() {
    return remedy;
  }
}
