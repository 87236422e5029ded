package io.strandline.lab.sql.exec;

import io.strandline.lab.agent.StepRunner;
import io.strandline.lab.session.Column;
import io.strandline.lab.session.Parameter;
import io.strandline.lab.session.ResultSink;
import io.strandline.lab.session.SqlMessage;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Keeps what a job's step says: its messages and its first error. Rows are not kept. */
final class StepSink implements ResultSink {

  private static final int LONGEST_TEXT = 4_000;

  private final StringBuilder text = new StringBuilder();
  private @Nullable SqlMessage firstError;

  StepRunner.Outcome outcome() {
    SqlMessage error = firstError;
    return error == null
        ? new StepRunner.Outcome(0, 0, text.toString())
        : new StepRunner.Outcome(error.number(), error.severity(), text.toString());
  }

  private void say(String what) {
    if (text.length() < LONGEST_TEXT && !what.isEmpty()) {
      text.append(text.isEmpty() ? "" : " ").append(what);
    }
  }

  @Override
  public void info(SqlMessage message) {
    say(
        message.number() == 0
            ? message.text()
            : message.text() + " [SQLSTATE 01000] (Message " + message.number() + ")");
  }

  @Override
  public void error(SqlMessage message) {
    if (firstError == null) {
      firstError = message;
    }
    say(message.text() + " [SQLSTATE 42000] (Error " + message.number() + ").");
  }

  @Override
  public void columns(List<Column> columns) {}

  @Override
  public void row(@Nullable Object[] values) {}

  @Override
  public void done(StatementKind kind, long count) {}

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
