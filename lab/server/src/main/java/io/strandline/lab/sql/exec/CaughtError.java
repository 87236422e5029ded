package io.strandline.lab.sql.exec;

import io.strandline.lab.session.SqlMessage;

/** An error on its way to the CATCH that takes it. */
final class CaughtError extends RuntimeException {

  private static final long serialVersionUID = 1L;

  private final transient SqlMessage error;

  CaughtError(SqlMessage error) {
    super(error.number() + ": " + error.text(), null, false, false);
    this.error = error;
  }

  SqlMessage error() {
    return error;
  }
}
