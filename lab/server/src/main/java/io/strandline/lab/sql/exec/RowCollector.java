package io.strandline.lab.sql.exec;

import io.strandline.lab.session.Column;
import io.strandline.lab.session.Parameter;
import io.strandline.lab.session.ResultSink;
import io.strandline.lab.session.SqlException;
import io.strandline.lab.session.SqlMessage;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Collects the rows of INSERT ... EXEC. */
final class RowCollector implements ResultSink {

  private List<Column> columns = List.of();
  private final List<@Nullable Object[]> rows = new ArrayList<>();
  private @Nullable SqlMessage error;

  List<Column> columns() {
    return columns;
  }

  List<@Nullable Object[]> rows() {
    return rows;
  }

  /** Raises the first error that was reported. */
  void rethrow() {
    SqlMessage first = error;
    if (first != null) {
      throw new SqlException(first);
    }
  }

  @Override
  public void columns(List<Column> newColumns) {
    columns = newColumns;
  }

  @Override
  public void row(@Nullable Object[] values) {
    rows.add(values);
  }

  @Override
  public void done(StatementKind kind, long count) {
    // The INSERT reports its own count.
  }

  @Override
  public void info(SqlMessage message) {
    // Informational messages are not rows.
  }

  @Override
  public void error(SqlMessage message) {
    if (error == null) {
      error = message;
    }
  }

  @Override
  public void returnStatus(int status) {
    // INSERT ... EXEC does not return it.
  }

  @Override
  public void outputValue(Parameter parameter) {
    // INSERT ... EXEC does not return it.
  }

  @Override
  public void databaseChanged(String from, String to) {
    // A procedure's USE ends with it.
  }

  @Override
  public void transactionBegan(long descriptor) {
    // Inside the INSERT's transaction.
  }

  @Override
  public void transactionCommitted(long descriptor) {
    // Inside the INSERT's transaction.
  }

  @Override
  public void transactionRolledBack(long descriptor) {
    // Inside the INSERT's transaction.
  }
}
