package io.strandline.lab.session;

/** The client cancelled the running request or closed its connection. */
public final class CancelledException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  public CancelledException(String message) {
    super(message);
  }
}
