package io.strandline.lab.protocol;

import io.strandline.lab.session.Column;
import io.strandline.lab.session.Parameter;
import io.strandline.lab.session.ResultSink;
import io.strandline.lab.session.SqlException;
import io.strandline.lab.session.SqlMessage;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Keeps what a statement reports, for a cursor or to be told later. */
final class CollectedReply implements ResultSink {

  private static final int MAX_ROWS = 1_000_000;

  private final ResultSink client;
  private final List<Consumer<ResultSink>> events = new ArrayList<>();
  private final List<@Nullable Object[]> rows = new ArrayList<>();
  private List<Column> columns = List.of();
  private int resultSets;
  private int statements;
  private boolean failed;

  /**
   * Collects.
   *
   * @param client hears at once what cannot wait: commits and ends of transactions
   */
  CollectedReply(ResultSink client) {
    this.client = client;
  }

  /** Whether it was one statement that returned rows and nothing else. */
  boolean isOneResultSet() {
    return resultSets == 1 && statements == 1 && !failed;
  }

  List<Column> columns() {
    return columns;
  }

  /** The rows of the only result set. */
  List<@Nullable Object[]> rows() {
    return rows;
  }

  /** Tells all of it in order. */
  void replay(ResultSink out) {
    events.forEach(event -> event.accept(out));
  }

  @Override
  public void columns(List<Column> newColumns) {
    resultSets++;
    columns = newColumns;
    events.add(out -> out.columns(newColumns));
  }

  @Override
  public void row(@Nullable Object[] values) {
    if (rows.size() == MAX_ROWS) {
      throw SqlException.of(
          701, 17, 123, Refusals.MEMORY + " Lab: a cursor of more than " + MAX_ROWS + " rows.");
    }
    rows.add(values);
    events.add(out -> out.row(values));
  }

  @Override
  public void done(StatementKind kind, long count) {
    statements++;
    events.add(out -> out.done(kind, count));
  }

  @Override
  public void info(SqlMessage message) {
    events.add(out -> out.info(message));
  }

  @Override
  public void error(SqlMessage message) {
    failed = true;
    events.add(out -> out.error(message));
  }

  @Override
  public void returnStatus(int status) {
    events.add(out -> out.returnStatus(status));
  }

  @Override
  public void outputValue(Parameter parameter) {
    events.add(out -> out.outputValue(parameter));
  }

  @Override
  public void databaseChanged(String from, String to) {
    client.databaseChanged(from, to);
  }

  @Override
  public void committing() {
    client.committing();
  }

  @Override
  public void committed() {
    client.committed();
  }

  @Override
  public void transactionBegan(long descriptor) {
    client.transactionBegan(descriptor);
  }

  @Override
  public void transactionCommitted(long descriptor) {
    client.transactionCommitted(descriptor);
  }

  @Override
  public void transactionRolledBack(long descriptor) {
    client.transactionRolledBack(descriptor);
  }
}
