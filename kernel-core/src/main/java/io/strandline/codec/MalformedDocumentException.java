package io.strandline.codec;

/** A document is not what its format says. */
public final class MalformedDocumentException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  MalformedDocumentException(String message) {
    super(message);
  }

  /** A document of which something cannot be read. */
  public MalformedDocumentException(String message, Throwable cause) {
    super(message, cause);
  }
}
