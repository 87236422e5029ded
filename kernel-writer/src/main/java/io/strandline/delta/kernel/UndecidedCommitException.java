package io.strandline.delta.kernel;

/** A commit's write failed in a way that does not tell whether the commit is there. */
final class UndecidedCommitException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  UndecidedCommitException(String file, Exception cause) {
    super("it is not known whether " + file + " was written: " + cause.getMessage(), cause);
  }
}
