package io.strandline.lab.sql.exec;

import io.strandline.lab.session.Column;
import io.strandline.lab.session.PackedRow;
import io.strandline.lab.session.Parameter;
import io.strandline.lab.session.ResultSink;
import io.strandline.lab.session.SqlMessage;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Passes everything on and remembers whether any statement was reported as done. */
final class TrackingSink implements ResultSink {

  private final ResultSink out;
  private boolean done;

  TrackingSink(ResultSink out) {
    this.out = out;
  }

  boolean isDone() {
    return done;
  }

  @Override
  public void columns(List<Column> columns) {
    out.columns(columns);
  }

  @Override
  public void row(@Nullable Object[] values) {
    out.row(values);
  }

  @Override
  public void row(PackedRow row) {
    out.row(row);
  }

  @Override
  public void done(StatementKind kind, long count) {
    done = true;
    out.done(kind, count);
  }

  @Override
  public void info(SqlMessage message) {
    out.info(message);
  }

  @Override
  public void error(SqlMessage message) {
    out.error(message);
  }

  @Override
  public void returnStatus(int status) {
    out.returnStatus(status);
  }

  @Override
  public void outputValue(Parameter parameter) {
    out.outputValue(parameter);
  }

  @Override
  public void databaseChanged(String from, String to) {
    out.databaseChanged(from, to);
  }

  @Override
  public void committing() {
    out.committing();
  }

  @Override
  public void committed() {
    out.committed();
  }

  @Override
  public void transactionBegan(long descriptor) {
    out.transactionBegan(descriptor);
  }

  @Override
  public void transactionCommitted(long descriptor) {
    out.transactionCommitted(descriptor);
  }

  @Override
  public void transactionRolledBack(long descriptor) {
    out.transactionRolledBack(descriptor);
  }
}
