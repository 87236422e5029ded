package io.strandline.delta.kernel;

/** A commit that came in between has a transaction of the same application. */
final class SupersededException extends RuntimeException {

  private static final long serialVersionUID = 1;

  SupersededException(String application, long version) {
    super("version " + version + " has a transaction of '" + application + "'");
  }
}
