package io.strandline.checks.schedule;

/** Ends a call where a process would have died; nothing of the product catches it. */
final class CrashError extends Error {

  private static final long serialVersionUID = 1L;

  CrashError(String where) {
    super(where);
  }
}
