package io.strandline.lab.session;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Where a session reports the results of one request, in order.
 *
 * <p>A statement's report is optional {@link #columns} and {@link #row}s, or an {@link #error},
 * then {@link #done}. Not thread-safe; calls may block while the client is slow to read. The sink
 * throws {@link CancelledException} from {@link #row} and {@link #done} once the client has
 * cancelled the request or gone away; the engine lets it pass after undoing the statement.
 */
public interface ResultSink {

  /** What a finished statement was, for the client's count. */
  enum StatementKind {
    SELECT,
    INSERT,
    UPDATE,
    DELETE,
    OTHER
  }

  /** Starts a result set. */
  void columns(List<Column> columns);

  /** Adds a row to the open result set: a value a column, {@code null} for SQL NULL. */
  void row(@Nullable Object[] values);

  /** Adds a row whose values are in the protocol's bytes already; it is not kept. */
  default void row(PackedRow row) {
    row(row.values());
  }

  /**
   * Ends a statement.
   *
   * @param kind what it was
   * @param count rows it returned or changed; negative for none to report (also SET NOCOUNT ON)
   */
  void done(StatementKind kind, long count);

  /** Reports a message of severity 10 or less. */
  void info(SqlMessage message);

  /** Reports an error; ends the open result set. */
  void error(SqlMessage message);

  /** Reports a procedure's return status. */
  void returnStatus(int status);

  /** Reports the final value of an output parameter. */
  void outputValue(Parameter parameter);

  /** Tells the client that the session's database changed. */
  void databaseChanged(String from, String to);

  /**
   * A transaction that wrote something is about to be committed; what this throws keeps it from
   * being so.
   */
  default void committing() {}

  /** A transaction that wrote something has been committed, and the client has not been told. */
  default void committed() {}

  /** Tells the client that a transaction began; {@code descriptor} is not zero. */
  void transactionBegan(long descriptor);

  /** Tells the client that the transaction was committed. */
  void transactionCommitted(long descriptor);

  /** Tells the client that the transaction was rolled back. */
  void transactionRolledBack(long descriptor);
}
