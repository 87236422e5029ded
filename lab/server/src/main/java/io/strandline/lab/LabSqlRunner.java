package io.strandline.lab;

import io.strandline.lab.session.Parameter;
import io.strandline.lab.session.SqlException;
import io.strandline.lab.session.SqlRequest;
import io.strandline.lab.session.SqlSession;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Runs SQL on a session in this process, without the protocol. One thread at a time. */
public final class LabSqlRunner implements AutoCloseable {

  private final SqlSession session;

  LabSqlRunner(SqlSession session) {
    this.session = session;
  }

  /** The session behind it. */
  public SqlSession session() {
    return session;
  }

  /** Runs a batch and keeps what it reports, errors too. */
  public LabRecording record(String sql, Parameter... parameters) {
    LabRecording recording = new LabRecording();
    session.run(new SqlRequest.Text(sql, List.of(parameters)), recording);
    return recording;
  }

  /**
   * Runs a batch.
   *
   * @throws SqlException the first error it reports
   */
  public LabRecording run(String sql, Parameter... parameters) {
    LabRecording recording = record(sql, parameters);
    if (!recording.errors().isEmpty()) {
      throw new SqlException(recording.errors().get(0));
    }
    return recording;
  }

  /** Runs a batch and returns its only result set. */
  public LabResult query(String sql, Parameter... parameters) {
    List<LabResult> results = run(sql, parameters).results();
    if (results.size() != 1) {
      throw new IllegalStateException("not one result set but " + results.size());
    }
    return results.get(0);
  }

  /** Runs a batch and returns the only value it returns. */
  public @Nullable Object value(String sql, Parameter... parameters) {
    return query(sql, parameters).value();
  }

  /**
   * Runs statements in one transaction.
   *
   * @param rollback whether it is rolled back in the end
   * @throws SqlException the first error; the transaction is rolled back then
   */
  public void runTransaction(List<String> statements, boolean rollback) {
    run("BEGIN TRANSACTION");
    try {
      statements.forEach(this::run);
    } catch (SqlException e) {
      record("IF @@TRANCOUNT > 0 ROLLBACK TRANSACTION");
      throw e;
    }
    run(rollback ? "ROLLBACK TRANSACTION" : "COMMIT TRANSACTION");
  }

  @Override
  public void close() {
    session.close();
  }
}
