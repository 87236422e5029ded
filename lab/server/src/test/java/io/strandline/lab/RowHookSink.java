package io.strandline.lab;

import io.strandline.lab.session.Column;
import io.strandline.lab.session.Parameter;
import io.strandline.lab.session.ResultSink;
import io.strandline.lab.session.SqlMessage;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntConsumer;

/** A client that does something after each row it gets: 1, 2, ... */
final class RowHookSink implements ResultSink {

  final List<String> rows = new ArrayList<>();
  final List<Integer> errors = new ArrayList<>();
  private final IntConsumer afterRow;

  RowHookSink(IntConsumer afterRow) {
    this.afterRow = afterRow;
  }

  @Override
  public void columns(List<Column> columns) {}

  @Override
  public void row(Object[] values) {
    rows.add(ResultText.row(values));
    afterRow.accept(rows.size());
  }

  @Override
  public void done(StatementKind kind, long count) {}

  @Override
  public void info(SqlMessage message) {}

  @Override
  public void error(SqlMessage message) {
    errors.add(message.number());
  }

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
