package io.strandline.lab.faults;

import io.strandline.lab.session.SqlMessage;
import java.time.Duration;

/** What a fault does. */
public sealed interface Effect {

  /**
   * Answers with an error instead of running the statement.
   *
   * @param message what the client gets; severity 20 or more ends the connection too
   * @param rollback whether an open transaction is rolled back first, as for a deadlock victim
   */
  record RaiseError(SqlMessage message, boolean rollback) implements Effect {}

  /** Resets the connection instead of running the statement. */
  record Kill() implements Effect {}

  /** Waits before the statement runs; a cancel ends the wait. */
  record Delay(Duration time) implements Effect {}

  /**
   * Resets the connection when a result set has sent some rows.
   *
   * @param rows of one result set, 0 for right after its columns
   */
  record KillAfterRows(long rows) implements Effect {}

  /** Runs the statement, then resets the connection: the client cannot know the outcome. */
  record DropReply() implements Effect {}

  /** An error of class 16 and state 1. */
  static Effect error(int number, String text) {
    return new RaiseError(new SqlMessage(number, 16, 1, text, 1), false);
  }

  /** Error 1205 with a rollback; class, state and text are documented. */
  static Effect deadlock() {
    String text =
        "Transaction (Process ID 0) was deadlocked on lock resources with another process and has"
            + " been chosen as the deadlock victim. Rerun the transaction.";
    return new RaiseError(new SqlMessage(1205, 13, 51, text, 1), true);
  }
}
