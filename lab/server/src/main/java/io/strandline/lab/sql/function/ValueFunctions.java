package io.strandline.lab.sql.function;

import io.strandline.lab.session.SqlException;
import io.strandline.lab.session.SqlType;
import io.strandline.lab.session.SqlType.Kind;
import io.strandline.lab.sql.ast.Expr;
import io.strandline.lab.sql.query.Bound;
import io.strandline.lab.sql.query.FunctionCall;
import io.strandline.lab.sql.type.Arithmetic;
import io.strandline.lab.sql.type.Compare;
import io.strandline.lab.sql.type.Types;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;

/** Functions that choose among values, and those on numbers. */
final class ValueFunctions {

  private ValueFunctions() {}

  static void addTo(FunctionTable table) {
    table.add("ISNULL", ValueFunctions::isNull);
    table.add("COALESCE", ValueFunctions::coalesce);
    table.add("NULLIF", ValueFunctions::nullIf);
    table.add("IIF", ValueFunctions::iif);
    table.add("ABS", ValueFunctions::abs);
    table.add("FLOOR", call -> rounded(call, RoundingMode.FLOOR));
    table.add("CEILING", call -> rounded(call, RoundingMode.CEILING));
    table.add("NEWID", call -> Bound.notNull(Types.GUID, frame -> UUID.randomUUID()));
  }

  private static Bound isNull(FunctionCall call) {
    call.arity(2, 2);
    Bound first = call.arg(0);
    SqlType type = first.type().equals(Types.UNTYPED_NULL) ? call.arg(1).type() : first.type();
    Bound value = first.as(type);
    Bound otherwise = call.arg(1).as(type);
    return new Bound(
        type,
        first.nullable() && otherwise.nullable(),
        frame -> {
          Object result = value.eval(frame);
          return result == null ? otherwise.eval(frame) : result;
        },
        false);
  }

  private static Bound coalesce(FunctionCall call) {
    call.arity(2, 254);
    List<Bound> args = new ArrayList<>();
    SqlType type = Types.UNTYPED_NULL;
    boolean nullable = true;
    for (int i = 0; i < call.count(); i++) {
      Bound arg = call.arg(i);
      args.add(arg);
      type = Types.common(type, arg.type());
      nullable &= arg.nullable();
    }
    if (type.equals(Types.UNTYPED_NULL)) {
      throw SqlException.of(
          4127,
          16,
          1,
          "At least one of the arguments to COALESCE must be an expression that is not the NULL"
              + " constant.");
    }
    SqlType common = type;
    List<Bound> converted = args.stream().map(arg -> arg.as(common)).toList();
    return new Bound(
        common,
        nullable,
        frame -> {
          for (Bound arg : converted) {
            Object value = arg.eval(frame);
            if (value != null) {
              return value;
            }
          }
          return null;
        },
        false);
  }

  private static Bound nullIf(FunctionCall call) {
    call.arity(2, 2);
    Bound first = call.arg(0);
    Bound second = call.arg(1);
    SqlType type = Types.common(first.type(), second.type());
    Bound a = first.as(type);
    Bound b = second.as(type);
    return Bound.of(
        first.type(),
        frame -> {
          Object x = a.eval(frame);
          Object y = b.eval(frame);
          boolean equal = x != null && y != null && Compare.values(x, y) == 0;
          return equal ? null : first.eval(frame);
        });
  }

  private static Bound iif(FunctionCall call) {
    call.arity(3, 3);
    List<Expr> args = call.call().args();
    return call.binder()
        .bind(new Expr.Case(null, List.of(new Expr.When(args.get(0), args.get(1))), args.get(2)));
  }

  private static Bound abs(FunctionCall call) {
    call.arity(1, 1);
    Bound arg = call.arg(0);
    SqlType type = arg.type();
    if (!Types.isNumeric(type)) {
      return Bound.of(
          Types.FLOAT,
          frame -> arg.as(Types.FLOAT).eval(frame) instanceof Double d ? Math.abs(d) : null);
    }
    return Bound.of(
        type,
        frame -> {
          Object value = arg.eval(frame);
          if (value instanceof BigDecimal decimal) {
            return decimal.abs();
          }
          if (value instanceof Double number) {
            return Math.abs(number);
          }
          if (value instanceof Float number) {
            return Math.abs(number);
          }
          boolean negative = value instanceof Number number && number.longValue() < 0;
          return negative ? Arithmetic.apply("-", zero(type), value, type) : value;
        });
  }

  private static Object zero(SqlType type) {
    return type.kind() == Kind.BIGINT ? (Object) 0L : (Object) 0;
  }

  private static Bound rounded(FunctionCall call, RoundingMode mode) {
    call.arity(1, 1);
    Bound arg = call.arg(0);
    SqlType given = arg.type();
    if (Types.isInteger(given)) {
      return arg;
    }
    boolean decimal = given.kind() == Kind.DECIMAL;
    SqlType type = decimal ? SqlType.decimal(given.precision(), 0) : Types.FLOAT;
    Bound number = decimal ? arg : arg.as(Types.FLOAT);
    return Bound.of(
        type,
        frame -> {
          Object value = number.eval(frame);
          if (value instanceof BigDecimal exact) {
            return exact.setScale(0, mode);
          }
          return value instanceof Double floating
              ? new BigDecimal(floating).setScale(0, mode).doubleValue()
              : null;
        });
  }
}
