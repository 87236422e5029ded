package io.strandline.lab.session;

import java.util.List;

/** One thing a client asks a session to run. */
public sealed interface SqlRequest {

  /**
   * Statement text, by SQL batch or by {@code sp_executesql}, {@code sp_prepexec} and {@code
   * sp_execute}, whose handles the protocol resolves.
   *
   * @param sql the text
   * @param parameters named as the text refers to them; empty for a SQL batch
   */
  record Text(String sql, List<Parameter> parameters) implements SqlRequest {}

  /**
   * A stored procedure called by name.
   *
   * @param name as sent, one to three parts
   * @param parameters named or positional, in the order sent
   */
  record Procedure(String name, List<Parameter> parameters) implements SqlRequest {}

  /** Begins a transaction (transaction manager request 5). */
  record Begin() implements SqlRequest {}

  /** Commits the open transaction (transaction manager request 7). */
  record Commit() implements SqlRequest {}

  /** Rolls the open transaction back (transaction manager request 8). */
  record Rollback() implements SqlRequest {}
}
