package io.strandline.lab.wire;

/** The client sent bytes that are not valid TDS; ends that client's connection. */
public final class ProtocolException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  public ProtocolException(String message) {
    super(message);
  }
}
