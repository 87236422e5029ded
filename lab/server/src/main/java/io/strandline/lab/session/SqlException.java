package io.strandline.lab.session;

/**
 * A SQL Server error on its way to the client.
 *
 * <p>Ends the statement that raised it; whether it ends the batch and the transaction too is the
 * engine's decision, made before it reports the message.
 */
public final class SqlException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  private final transient SqlMessage message;

  public SqlException(SqlMessage message) {
    super(message.number() + ": " + message.text());
    this.message = message;
  }

  /** An error of line 1. */
  public static SqlException of(int number, int severity, int state, String text) {
    return new SqlException(new SqlMessage(number, severity, state, text, 1));
  }

  /** The message as the client gets it. */
  public SqlMessage sqlMessage() {
    return message;
  }
}
