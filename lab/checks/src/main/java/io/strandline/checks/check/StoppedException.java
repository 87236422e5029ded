package io.strandline.checks.check;

/** A check cannot go on; its message says why. */
final class StoppedException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  StoppedException(String message) {
    super(message);
  }
}
