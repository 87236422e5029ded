package io.strandline.lab.faults;

import io.strandline.lab.faults.FaultPoint.Kind;
import io.strandline.lab.session.SqlMessage;
import java.time.Duration;

/** What a fault does. */
public sealed interface Effect {

  /**
   * Answers with an error. Before a statement it stands for the statement, which does not run;
   * later the engine takes it as the statement's own error, with all that follows from its number;
   * at the login it refuses the login.
   *
   * @param message what the client gets; severity 20 or more ends the connection too
   * @param rollback whether an open transaction is rolled back first, as for a deadlock victim; has
   *     an effect before a statement only
   */
  record RaiseError(SqlMessage message, boolean rollback) implements Effect {}

  /** Resets the connection; what has been written is sent. */
  record Kill() implements Effect {}

  /** Sends a packet that ends in its middle, then resets the connection. */
  record HalfPacket() implements Effect {}

  /** Waits, in real time; a cancel ends the wait. */
  record Delay(Duration time) implements Effect {}

  /** Answers nothing more, attentions included, until the connection is closed. */
  record Blackhole() implements Effect {}

  /** Runs the statement, then resets the connection: the client cannot know the outcome. */
  record DropReply() implements Effect {}

  /** Why the effect cannot be at a point; empty if it can. */
  default String problemAt(Kind point) {
    if (this instanceof DropReply && point != Kind.BEFORE_STATEMENT) {
      return "a reply is dropped as a whole: put it at BEFORE_STATEMENT, not at " + point;
    }
    if (this instanceof RaiseError && point.compareTo(Kind.LOGIN) < 0) {
      return "a client cannot be told an error at " + point + "; the first point is LOGIN";
    }
    if (this instanceof HalfPacket && (point == Kind.ACCEPT || point == Kind.TLS_HANDSHAKE)) {
      return "no packet is sent at " + point + "; kill the connection instead";
    }
    return "";
  }

  /** An error of class 16 and state 1. */
  static Effect error(int number, String text) {
    return error(number, 16, 1, text);
  }

  /** An error of any class and state. */
  static Effect error(int number, int severity, int state, String text) {
    return new RaiseError(new SqlMessage(number, severity, state, text, 1), false);
  }

  /** Error 1205 with a rollback; class, state and text are documented. */
  static Effect deadlock() {
    String text =
        "Transaction (Process ID 0) was deadlocked on lock resources with another process and has"
            + " been chosen as the deadlock victim. Rerun the transaction.";
    return new RaiseError(new SqlMessage(1205, 13, 51, text, 1), true);
  }

  /** Error 18456, with which a login is refused; class, state and text are documented. */
  static Effect refuseLogin(String user) {
    return error(18456, 14, 1, "Login failed for user '" + user + "'.");
  }
}
