package io.strandline.sqlserver;

import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.math.BigDecimal;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A forward-only result set over given rows, which counts how far it was drawn. */
final class FakeRows {

  private final List<String> labels;
  private final List<@Nullable Object[]> rows;
  private int current = -1;
  private boolean wasNull;

  private FakeRows(List<String> labels, List<@Nullable Object[]> rows) {
    this.labels = List.copyOf(labels);
    this.rows = new ArrayList<>(rows);
  }

  /** Rows whose columns are asked for by number. */
  static FakeRows of(List<@Nullable Object[]> rows) {
    return new FakeRows(List.of(), rows);
  }

  /** No rows yet, with columns of the given labels. */
  static FakeRows labelled(String... labels) {
    return new FakeRows(Arrays.asList(labels), List.of());
  }

  FakeRows row(@Nullable Object... values) {
    rows.add(values);
    return this;
  }

  /** Rows that {@code next} has moved to. */
  int drawn() {
    return current + 1;
  }

  ResultSet resultSet() {
    return (ResultSet)
        Proxy.newProxyInstance(
            FakeRows.class.getClassLoader(),
            new Class<?>[] {ResultSet.class},
            (proxy, method, arguments) -> call(method, arguments));
  }

  private @Nullable Object call(Method method, @Nullable Object @Nullable [] arguments) {
    return switch (method.getName()) {
      case "next" -> ++current < rows.size();
      case "wasNull" -> wasNull;
      case "close" -> null;
      case "getMetaData" -> metaData();
      case "getBytes", "getString", "getObject" -> cell(arguments);
      case "getInt" -> number(arguments).intValue();
      case "getLong" -> number(arguments).longValue();
      case "getFloat" -> number(arguments).floatValue();
      case "getDouble" -> number(arguments).doubleValue();
      case "getBoolean" -> Boolean.TRUE.equals(cell(arguments));
      case "getBigDecimal" -> (BigDecimal) cell(arguments);
      default -> throw new UnsupportedOperationException(method.getName());
    };
  }

  private ResultSetMetaData metaData() {
    return (ResultSetMetaData)
        Proxy.newProxyInstance(
            FakeRows.class.getClassLoader(),
            new Class<?>[] {ResultSetMetaData.class},
            (proxy, method, arguments) ->
                switch (method.getName()) {
                  case "getColumnLabel" -> labels.get((int) arguments[0] - 1);
                  case "getColumnCount" -> labels.size();
                  default -> throw new UnsupportedOperationException(method.getName());
                });
  }

  private Number number(@Nullable Object @Nullable [] arguments) {
    Object value = cell(arguments);
    return value == null ? Integer.valueOf(0) : (Number) value;
  }

  private @Nullable Object cell(@Nullable Object @Nullable [] arguments) {
    int column = arguments[0] instanceof Integer number ? number - 1 : labels.indexOf(arguments[0]);
    if (column < 0) {
      throw new IllegalArgumentException("no column " + arguments[0]);
    }
    Object value = rows.get(current)[column];
    wasNull = value == null;
    return value;
  }
}
