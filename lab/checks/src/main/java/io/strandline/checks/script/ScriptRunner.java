package io.strandline.checks.script;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.SQLWarning;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;

/**
 * Sends a script's batches over a connection, one after the other, as {@code sqlcmd} does.
 *
 * <p>A batch that fails ends the script if {@code :on error exit} is in force; else the next one
 * follows. Not thread-safe.
 */
public final class ScriptRunner {

  private static final int MOST_ROWS = 10_000;

  private final Connection connection;
  private final List<String> messages = new ArrayList<>();
  private final List<ScriptOutcome.Result> results = new ArrayList<>();
  private final List<String> errors = new ArrayList<>();

  /** Runs on a connection that stays the caller's. */
  public ScriptRunner(Connection connection) {
    this.connection = connection;
  }

  /** Runs a script; errors of the server are part of the outcome. */
  public ScriptOutcome run(SqlScript script) throws SQLException {
    for (SqlScript.Batch batch : script.batches()) {
      for (int i = 0; i < batch.count(); i++) {
        boolean good = run(batch);
        if (!good && batch.stopOnError()) {
          return outcome();
        }
      }
    }
    return outcome();
  }

  private ScriptOutcome outcome() {
    return new ScriptOutcome(messages, results, errors);
  }

  private boolean run(SqlScript.Batch batch) throws SQLException {
    int before = errors.size();
    try (Statement statement = connection.createStatement()) {
      statement.setEscapeProcessing(false);
      boolean first = true;
      while (true) {
        try {
          boolean rows = first ? statement.execute(batch.sql()) : statement.getMoreResults();
          first = false;
          takeMessages(statement);
          if (rows) {
            takeRows(statement);
          } else if (statement.getUpdateCount() < 0) {
            break;
          }
        } catch (SQLException e) {
          first = false;
          failed(batch, e);
          if (connection.isClosed()) {
            break;
          }
        }
      }
      takeMessages(statement);
    }
    return errors.size() == before;
  }

  private void failed(SqlScript.Batch batch, SQLException error) {
    for (SQLException each = error; each != null; each = each.getNextException()) {
      String text =
          "batch of line "
              + batch.line()
              + ": error "
              + each.getErrorCode()
              + ": "
              + each.getMessage();
      errors.add(text);
      messages.add(text);
    }
  }

  private void takeMessages(Statement statement) throws SQLException {
    for (SQLWarning warning = statement.getWarnings();
        warning != null;
        warning = warning.getNextWarning()) {
      messages.add(warning.getMessage());
    }
    statement.clearWarnings();
  }

  private void takeRows(Statement statement) throws SQLException {
    try (ResultSet rows = statement.getResultSet()) {
      ResultSetMetaData meta = rows.getMetaData();
      List<String> columns = new ArrayList<>();
      for (int i = 1; i <= meta.getColumnCount(); i++) {
        columns.add(meta.getColumnLabel(i));
      }
      List<List<String>> values = new ArrayList<>();
      while (rows.next() && values.size() < MOST_ROWS) {
        List<String> row = new ArrayList<>();
        for (int i = 1; i <= columns.size(); i++) {
          String value = rows.getString(i);
          row.add(value == null ? "NULL" : value);
        }
        values.add(row);
      }
      results.add(new ScriptOutcome.Result(columns, values));
    }
  }
}
