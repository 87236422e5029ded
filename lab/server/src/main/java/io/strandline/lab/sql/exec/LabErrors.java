package io.strandline.lab.sql.exec;

import io.strandline.lab.session.SqlException;
import org.jspecify.annotations.Nullable;

/**
 * The errors of schema {@code lab}. No real server has them, so their numbers are among those that
 * are free for applications, above 50,000.
 */
final class LabErrors {

  /** An argument that cannot be. */
  static final int BAD_ARGUMENT = 50_100;

  /** What the lab was not started for. */
  static final int NOT_READY = 50_101;

  private LabErrors() {}

  /** Says what is wrong with an argument and what to give instead. */
  static SqlException badArgument(String argument, @Nullable Object value, String instead) {
    return SqlException.of(
        BAD_ARGUMENT,
        16,
        1,
        "lab: " + argument + " = " + (value == null ? "NULL" : value) + " cannot be. " + instead);
  }

  /** Says what an invalid combination is; the reason says what to do. */
  static SqlException invalid(IllegalArgumentException reason) {
    return SqlException.of(BAD_ARGUMENT, 16, 2, "lab: " + reason.getMessage() + ".");
  }

  static SqlException notReady(IllegalStateException reason) {
    return SqlException.of(NOT_READY, 16, 1, "lab: " + reason.getMessage() + ".");
  }
}
