package io.strandline.checks.lab;

import io.strandline.lab.session.Column;
import io.strandline.lab.session.Parameter;
import io.strandline.lab.session.ResultSink;
import io.strandline.lab.session.SqlEngine;
import io.strandline.lab.session.SqlException;
import io.strandline.lab.session.SqlMessage;
import io.strandline.lab.session.SqlRequest;
import io.strandline.lab.session.SqlSession;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A session of the stand-in without a connection; any error of a statement is thrown. */
final class InProcessSession implements AutoCloseable {

  private final SqlSession session;

  InProcessSession(SqlEngine engine, String user, String password, String database) {
    this.session = engine.login(new SqlEngine.Login(user, password, database, "workload", false));
  }

  /**
   * Runs a batch.
   *
   * @throws SqlException if a statement fails
   */
  void run(String sql) {
    session.run(new SqlRequest.Text(sql, List.of()), new StrictSink());
  }

  /** Runs statements as one transaction. */
  void transaction(List<String> statements, boolean rollback) {
    run("BEGIN TRANSACTION");
    statements.forEach(this::run);
    run(rollback ? "ROLLBACK TRANSACTION" : "COMMIT TRANSACTION");
  }

  @Override
  public void close() {
    session.close();
  }

  private static final class StrictSink implements ResultSink {

    @Override
    public void error(SqlMessage message) {
      throw new SqlException(message);
    }

    @Override
    public void columns(List<Column> columns) {}

    @Override
    public void row(@Nullable Object[] values) {}

    @Override
    public void done(StatementKind kind, long count) {}

    @Override
    public void info(SqlMessage message) {}

    @Override
    public void returnStatus(int status) {}

    @Override
    public void outputValue(Parameter parameter) {}

    @Override
    public void databaseChanged(String from, String to) {}

    @Override
    public void transactionBegan(long descriptor) {}

    @Override
    public void transactionCommitted(long descriptor) {}

    @Override
    public void transactionRolledBack(long descriptor) {}
  }
}
