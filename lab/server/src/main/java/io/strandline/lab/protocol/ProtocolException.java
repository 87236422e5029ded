package io.strandline.lab.protocol;

/** The client sent bytes that are not valid TDS; ends that client's connection. */
final class ProtocolException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  ProtocolException(String message) {
    super(message);
  }
}
