package io.strandline.lab.session;

import java.util.List;

/** One thing a client asks a session to run. */
public sealed interface SqlRequest {

  /** The statement's text, a procedure's name, or what a transaction request amounts to. */
  String text();

  /** Its parameters in order; empty if it has none. */
  default List<Parameter> parameters() {
    return List.of();
  }

  /**
   * Statement text, by SQL batch or by {@code sp_executesql}, {@code sp_prepexec} and {@code
   * sp_execute}, whose handles the protocol resolves.
   *
   * @param sql the text
   * @param parameters named as the text refers to them; empty for a SQL batch
   */
  record Text(String sql, List<Parameter> parameters) implements SqlRequest {
    @Override
    public String text() {
      return sql;
    }
  }

  /**
   * A stored procedure called by name.
   *
   * @param name as sent, one to three parts
   * @param parameters named or positional, in the order sent
   */
  record Procedure(String name, List<Parameter> parameters) implements SqlRequest {
    @Override
    public String text() {
      return name;
    }
  }

  /** Begins a transaction (transaction manager request 5). */
  record Begin() implements SqlRequest {
    @Override
    public String text() {
      return "BEGIN TRAN";
    }
  }

  /** Commits the open transaction (transaction manager request 7). */
  record Commit() implements SqlRequest {
    @Override
    public String text() {
      return "COMMIT TRAN";
    }
  }

  /** Rolls the open transaction back (transaction manager request 8). */
  record Rollback() implements SqlRequest {
    @Override
    public String text() {
      return "ROLLBACK TRAN";
    }
  }
}
