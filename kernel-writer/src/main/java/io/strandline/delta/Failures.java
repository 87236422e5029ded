package io.strandline.delta;

import io.strandline.delta.kernel.UnreadableFileException;
import io.strandline.error.StrandlineException;
import io.strandline.error.TargetNotWritableException;
import java.util.Optional;
import java.util.function.Supplier;

/** Errors of Kernel and of file systems as the ports' errors. */
final class Failures {

  private static final String REMEDY =
      "Check that the location exists, that this process may read and write it, and that the"
          + " table's log is complete; then call again.";

  private Failures() {}

  /** Runs a step that reads a table. */
  static <T> T reading(Location location, Supplier<T> step) {
    return translating(location, "read", step);
  }

  /** Runs a step that writes a table; if it fails, nothing was committed. */
  static <T> T writing(Location location, Supplier<T> step) {
    return translating(location, "written", step);
  }

  /** The error of a table that cannot be written. */
  static TargetNotWritableException notWritten(Location location, RuntimeException cause) {
    return failure(location, "written", cause);
  }

  private static <T> T translating(Location location, String what, Supplier<T> step) {
    try {
      return step.get();
    } catch (RuntimeException e) {
      throw ours(e).orElseGet(() -> failure(location, what, e));
    }
  }

  /** An error of our own that passed through Kernel on its way from the file system. */
  private static Optional<RuntimeException> ours(RuntimeException error) {
    for (Throwable cause = error; cause != null; cause = cause.getCause()) {
      if (cause instanceof StrandlineException ours) {
        return Optional.of(ours);
      }
    }
    return Optional.empty();
  }

  private static TargetNotWritableException failure(
      Location location, String what, RuntimeException error) {
    return new TargetNotWritableException(
        "the table at '" + location + "' cannot be " + what + ": " + why(error), REMEDY, error);
  }

  /** The message that says most: of an unreadable file the file's, else the innermost one. */
  private static String why(RuntimeException error) {
    Throwable innermost = error;
    for (Throwable cause = error; cause != null; cause = cause.getCause()) {
      if (cause instanceof UnreadableFileException unreadable) {
        return String.valueOf(unreadable.getMessage());
      }
      innermost = cause;
    }
    String message = innermost.getMessage();
    String name = innermost.getClass().getSimpleName();
    return message == null ? name : name + ": " + message;
  }
}
