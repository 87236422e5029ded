package io.strandline.checks.conformance;

import com.microsoft.sqlserver.jdbc.SQLServerError;
import com.microsoft.sqlserver.jdbc.SQLServerException;
import com.microsoft.sqlserver.jdbc.SQLServerWarning;
import java.math.BigDecimal;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.SQLWarning;
import java.sql.Statement;
import java.sql.Types;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A connection that runs batches and collects all that comes back. */
final class JdbcSession implements AutoCloseable {

  private static final int TIMEOUT_SECONDS = 60;

  private final Connection connection;

  JdbcSession(Connection connection) {
    this.connection = connection;
  }

  /** Runs a batch. */
  Answer run(String sql) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.setQueryTimeout(TIMEOUT_SECONDS);
      return new Collector().collect(statement, () -> statement.execute(sql));
    }
  }

  /** Executes a statement with parameters so many times; the answer is the last. */
  Answer run(String sql, List<Step.Parameter> parameters, int times) throws SQLException {
    try (PreparedStatement statement =
        connection.prepareStatement(sql.replaceAll("@p\\d+\\b", "?"))) {
      statement.setQueryTimeout(TIMEOUT_SECONDS);
      Answer answer = Answer.EMPTY;
      for (int time = 0; time < times; time++) {
        for (int at = 0; at < parameters.size(); at++) {
          set(statement, at + 1, parameters.get(at));
        }
        answer = new Collector().collect(statement, statement::execute);
      }
      return answer;
    }
  }

  private static void set(PreparedStatement statement, int at, Step.Parameter parameter)
      throws SQLException {
    String text = parameter.value();
    boolean isNull = text.equals("NULL");
    switch (CanonicalText.base(parameter.type())) {
      case "int" -> statement.setObject(at, isNull ? null : Integer.valueOf(text), Types.INTEGER);
      case "bigint" -> statement.setObject(at, isNull ? null : Long.valueOf(text), Types.BIGINT);
      case "decimal" ->
          statement.setObject(at, isNull ? null : new BigDecimal(text), Types.DECIMAL);
      case "float" -> statement.setObject(at, isNull ? null : Double.valueOf(text), Types.DOUBLE);
      case "bit" -> statement.setObject(at, isNull ? null : text.equals("1"), Types.BIT);
      case "varbinary" ->
          statement.setObject(
              at, isNull ? null : HexFormat.of().parseHex(text.substring(2)), Types.VARBINARY);
      case "datetime2" ->
          statement.setObject(
              at, isNull ? null : LocalDateTime.parse(text.replace(' ', 'T')), Types.TIMESTAMP);
      case "date" -> statement.setObject(at, isNull ? null : LocalDate.parse(text), Types.DATE);
      default -> statement.setNString(at, isNull ? null : text);
    }
  }

  /** What the driver tells of an error. */
  static Answer.Failure failure(SQLException e) {
    SQLServerError error = e instanceof SQLServerException told ? told.getSQLServerError() : null;
    return error == null
        ? new Answer.Failure(e.getErrorCode(), 0, 0, String.valueOf(e.getMessage()))
        : new Answer.Failure(
            error.getErrorNumber(),
            error.getErrorSeverity(),
            error.getErrorState(),
            error.getErrorMessage());
  }

  @Override
  public void close() throws SQLException {
    connection.close();
  }

  /** An execution that tells whether a result comes first. */
  private interface Execution {
    boolean run() throws SQLException;
  }

  private static final class Collector {

    private final List<Answer.Result> results = new ArrayList<>();
    private final List<Long> counts = new ArrayList<>();
    private final List<Answer.Message> messages = new ArrayList<>();
    private Answer.@Nullable Failure error;

    Answer collect(Statement statement, Execution execution) throws SQLException {
      try {
        boolean isResult = execution.run();
        while (true) {
          if (isResult) {
            read(statement);
          } else if (statement.getLargeUpdateCount() >= 0) {
            counts.add(statement.getLargeUpdateCount());
          } else {
            break;
          }
          isResult = statement.getMoreResults();
        }
      } catch (SQLException e) {
        error = failure(e);
      }
      hear(statement.getWarnings());
      return new Answer(results, counts, messages, Optional.ofNullable(error));
    }

    private void read(Statement statement) throws SQLException {
      try (ResultSet rows = statement.getResultSet()) {
        ResultSetMetaData told = rows.getMetaData();
        List<Answer.Column> columns = new ArrayList<>();
        for (int at = 1; at <= told.getColumnCount(); at++) {
          boolean nullable = told.isNullable(at) != ResultSetMetaData.columnNoNulls;
          columns.add(
              new Answer.Column(told.getColumnLabel(at), CanonicalText.type(told, at), nullable));
        }
        List<List<@Nullable String>> values = new ArrayList<>();
        results.add(new Answer.Result(columns, values));
        while (rows.next()) {
          List<@Nullable String> row = new ArrayList<>();
          for (int at = 1; at <= columns.size(); at++) {
            row.add(CanonicalText.value(rows, at, columns.get(at - 1).type()));
          }
          values.add(row);
        }
      }
    }

    private void hear(@Nullable SQLWarning first) {
      for (SQLWarning warning = first; warning != null; warning = warning.getNextWarning()) {
        String text =
            warning instanceof SQLServerWarning told && told.getSQLServerError() != null
                ? told.getSQLServerError().getErrorMessage()
                : String.valueOf(warning.getMessage());
        messages.add(new Answer.Message(warning.getErrorCode(), text));
      }
    }
  }
}
