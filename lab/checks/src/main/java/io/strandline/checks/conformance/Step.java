package io.strandline.checks.conformance;

import java.time.Duration;
import java.util.List;

/**
 * A batch of one session and what it must answer.
 *
 * @param core whether every client runs it, or Microsoft's driver alone
 * @param session the name of a connection, opened when it is first named
 * @param open user, password and database to open it with; empty for the run's own
 * @param within how long to ask again until the answer is as expected
 * @param times how often a statement with parameters is executed
 * @param sql empty for a step that only opens or closes
 */
record Step(
    String title,
    boolean core,
    String session,
    List<String> open,
    Mode mode,
    Duration within,
    int times,
    List<Parameter> parameters,
    String sql,
    Expected expected) {

  /** What is done with the batch. */
  enum Mode {
    RUN,
    /** The connection is closed instead. */
    CLOSE,
    /** It is sent, and must wait for another session. */
    START,
    /** What was sent before must have been answered. */
    FINISH
  }

  /** A value with its T-SQL type; the text {@code NULL} is a NULL. */
  record Parameter(String type, String value) {}

  Step {
    open = List.copyOf(open);
    parameters = List.copyOf(parameters);
  }
}
