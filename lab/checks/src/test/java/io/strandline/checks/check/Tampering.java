package io.strandline.checks.check;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.Statement;
import java.util.function.UnaryOperator;

/** A connector whose statements are changed on their way, as if the server were a broken one. */
final class Tampering {

  private Tampering() {}

  /** Sends {@code change} of every text. */
  static Connector with(Connector connector, UnaryOperator<String> change) {
    return options -> connection(connector.open(options), change);
  }

  private static Connection connection(Connection real, UnaryOperator<String> change) {
    return proxy(
        Connection.class,
        (self, method, arguments) -> {
          Object result = call(real, method, changed(arguments, change));
          boolean plain = method.getName().equals("createStatement");
          return plain ? statement((Statement) result, change) : result;
        });
  }

  private static Statement statement(Statement real, UnaryOperator<String> change) {
    return proxy(
        Statement.class,
        (self, method, arguments) -> call(real, method, changed(arguments, change)));
  }

  private static Object[] changed(Object[] arguments, UnaryOperator<String> change) {
    if (arguments == null || arguments.length == 0 || !(arguments[0] instanceof String text)) {
      return arguments;
    }
    Object[] copy = arguments.clone();
    copy[0] = change.apply(text);
    return copy;
  }

  private static Object call(Object real, Method method, Object[] arguments) throws Throwable {
    try {
      return method.invoke(real, arguments);
    } catch (InvocationTargetException e) {
      throw e.getCause();
    }
  }

  private static <T> T proxy(Class<T> type, InvocationHandler handler) {
    return type.cast(
        Proxy.newProxyInstance(Tampering.class.getClassLoader(), new Class<?>[] {type}, handler));
  }
}
