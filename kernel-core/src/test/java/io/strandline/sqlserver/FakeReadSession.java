package io.strandline.sqlserver;

import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A connection for single statements that refuses to run one while rows of another are open, as
 * then the driver would hold all of those in memory (measured).
 */
final class FakeReadSession {

  /** Answers a statement's text: {@link FakeRows} or an {@link SQLException}. */
  private final Function<String, Object> answers;

  private final List<String> typeNames;
  private final List<String> executed = new ArrayList<>();
  private final List<String> calls = new ArrayList<>();
  private int openRows;

  FakeReadSession(List<String> typeNames, Function<String, Object> answers) {
    this.typeNames = typeNames;
    this.answers = answers;
  }

  /** Texts in the order they ran. */
  List<String> executed() {
    return executed;
  }

  /** Other methods of the connection that were called. */
  List<String> calls() {
    return calls;
  }

  Connection connection() {
    return proxy(
        Connection.class,
        (method, arguments) -> {
          if (method.getName().equals("prepareStatement")) {
            return statement((String) arguments[0]);
          }
          calls.add(method.getName());
          return null;
        });
  }

  private PreparedStatement statement(String text) {
    @Nullable ResultSet[] rows = new ResultSet[1];
    return proxy(
        PreparedStatement.class,
        (method, arguments) ->
            switch (method.getName()) {
              case "executeQuery" -> rows[0] = execute(text);
              case "getResultSet" -> rows[0];
              default -> null;
            });
  }

  private ResultSet execute(String text) throws SQLException {
    if (openRows > 0) {
      throw new IllegalStateException("rows of another statement are open: " + executed);
    }
    executed.add(text);
    Object answer = answers.apply(text);
    if (answer instanceof SQLException error) {
      throw error;
    }
    openRows++;
    ResultSet rows = ((FakeRows) answer).resultSet();
    return proxy(
        ResultSet.class,
        (method, arguments) -> {
          if (method.getName().equals("close")) {
            openRows--;
          }
          return method.getName().equals("getMetaData")
              ? description()
              : method.invoke(rows, arguments);
        });
  }

  private ResultSetMetaData description() {
    return proxy(
        ResultSetMetaData.class,
        (method, arguments) ->
            switch (method.getName()) {
              case "getColumnCount" -> typeNames.size();
              case "getColumnTypeName" -> typeNames.get((int) arguments[0] - 1);
              default -> 0;
            });
  }

  private interface Handler {
    @Nullable Object call(Method method, @Nullable Object[] arguments) throws Throwable;
  }

  private static <T> T proxy(Class<T> type, Handler handler) {
    return type.cast(
        Proxy.newProxyInstance(
            FakeReadSession.class.getClassLoader(),
            new Class<?>[] {type},
            (proxy, method, arguments) -> handler.call(method, arguments)));
  }
}
