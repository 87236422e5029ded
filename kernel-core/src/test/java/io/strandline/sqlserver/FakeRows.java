package io.strandline.sqlserver;

import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.math.BigDecimal;
import java.sql.ResultSet;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A forward-only result set over given rows, which counts how far it was drawn. */
final class FakeRows {

  private final List<@Nullable Object[]> rows;
  private int current = -1;
  private boolean wasNull;

  private FakeRows(List<@Nullable Object[]> rows) {
    this.rows = List.copyOf(rows);
  }

  static FakeRows of(List<@Nullable Object[]> rows) {
    return new FakeRows(rows);
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

  private Number number(@Nullable Object @Nullable [] arguments) {
    Object value = cell(arguments);
    return value == null ? Integer.valueOf(0) : (Number) value;
  }

  private @Nullable Object cell(@Nullable Object @Nullable [] arguments) {
    if (arguments == null || !(arguments[0] instanceof Integer column)) {
      throw new UnsupportedOperationException("columns are asked for by number");
    }
    Object value = rows.get(current)[column - 1];
    wasNull = value == null;
    return value;
  }
}
