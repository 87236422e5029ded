package io.strandline.delta.kernel;

import org.jspecify.annotations.Nullable;

/**
 * A file of a table's log that cannot be read.
 *
 * <p>It names the file and never quotes it: a log holds smallest and largest values of columns.
 */
public final class UnreadableFileException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  private final String file;

  UnreadableFileException(String file, String why, @Nullable Throwable cause) {
    super(file + " cannot be read: " + why, cause);
    this.file = file;
  }

  /** The error for a failed read; an I/O error without a message is told by its kind. */
  static UnreadableFileException of(String file, Throwable reason, Throwable cause) {
    String message = reason.getMessage();
    return new UnreadableFileException(
        file, message == null ? reason.getClass().getSimpleName() : message, cause);
  }

  /** The file's URI. */
  public String file() {
    return file;
  }
}
