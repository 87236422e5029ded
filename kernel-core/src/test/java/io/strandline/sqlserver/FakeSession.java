package io.strandline.sqlserver;

import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** A connection whose statements answer with given result sets and errors. */
final class FakeSession {

  /**
   * An executed statement.
   *
   * @param text its text
   * @param parameters by 1-based position
   */
  record Executed(String text, Map<Integer, @Nullable Object> parameters) {}

  private final Function<Executed, List<Object>> answers;
  private final List<Executed> executed = new ArrayList<>();
  private int openStatements;

  /**
   * A session.
   *
   * @param answers what a statement answers: {@link FakeRows} and {@link SQLException}s
   */
  FakeSession(Function<Executed, List<Object>> answers) {
    this.answers = answers;
  }

  List<Executed> executed() {
    return executed;
  }

  int openStatements() {
    return openStatements;
  }

  Connection connection() {
    return (Connection)
        Proxy.newProxyInstance(
            FakeSession.class.getClassLoader(),
            new Class<?>[] {Connection.class},
            (proxy, method, arguments) ->
                switch (method.getName()) {
                  case "prepareStatement" -> statement((String) arguments[0]);
                  default -> throw new UnsupportedOperationException(method.getName());
                });
  }

  private PreparedStatement statement(String text) {
    openStatements++;
    Map<Integer, @Nullable Object> parameters = new HashMap<>();
    List<Object> results = new ArrayList<>();
    return (PreparedStatement)
        Proxy.newProxyInstance(
            FakeSession.class.getClassLoader(),
            new Class<?>[] {PreparedStatement.class},
            (proxy, method, arguments) ->
                switch (method.getName()) {
                  case "setBytes", "setString", "setLong", "setInt", "setObject" ->
                      parameters.put((Integer) arguments[0], arguments[1]);
                  case "setNull" -> parameters.put((Integer) arguments[0], null);
                  case "execute" -> {
                    executed.add(new Executed(text, parameters));
                    results.addAll(answers.apply(new Executed(text, parameters)));
                    yield isRows(results);
                  }
                  case "getResultSet" -> ((FakeRows) results.get(0)).resultSet();
                  case "getUpdateCount" -> -1;
                  case "getMoreResults" -> {
                    results.remove(0);
                    yield isRows(results);
                  }
                  case "close" -> --openStatements;
                  default -> throw new UnsupportedOperationException(method.getName());
                });
  }

  private static boolean isRows(List<Object> results) throws SQLException {
    if (!results.isEmpty() && results.get(0) instanceof SQLException error) {
      throw error;
    }
    return !results.isEmpty();
  }
}
