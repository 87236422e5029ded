package io.strandline.sim;

/** The end of a simulated process: no handler of the product may see it as an error of a port. */
final class CrashError extends Error {

  private static final long serialVersionUID = 1L;

  CrashError(String where) {
    super("the process ends " + where, null, false, false);
  }
}
