package io.strandline.lab.sql.query;

import io.strandline.lab.session.SqlException;
import io.strandline.lab.session.SqlType;
import io.strandline.lab.session.SqlType.Kind;
import io.strandline.lab.sql.ast.Expr;
import io.strandline.lab.sql.type.Arithmetic;
import io.strandline.lab.sql.type.Coercion;
import io.strandline.lab.sql.type.Compare;
import io.strandline.lab.sql.type.HashKey;
import io.strandline.lab.sql.type.SqlErrors;
import io.strandline.lab.sql.type.Types;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The aggregate functions. */
final class Aggregates {

  private static final Set<String> NAMES = Set.of("COUNT", "COUNT_BIG", "SUM", "MIN", "MAX", "AVG");

  private Aggregates() {}

  /** Collects values into one. */
  interface Accumulator {
    /** Takes a value; NULLs are left out before. */
    void add(Object value);

    @Nullable Object result();
  }

  /**
   * An aggregate ready to be computed.
   *
   * @param argument {@code null} for the star of COUNT
   */
  record Aggregate(SqlType type, @Nullable Bound argument, Supplier<Accumulator> start) {

    boolean isNullable() {
      return !(start.get() instanceof Counter);
    }

    void take(Accumulator accumulator, Frame frame) {
      Object value = argument == null ? (Object) true : argument.eval(frame);
      if (value != null) {
        accumulator.add(value);
      }
    }
  }

  static boolean isAggregate(Expr expr) {
    return expr instanceof Expr.Call call
        && call.over() == null
        && call.qualifier().isEmpty()
        && NAMES.contains(call.name());
  }

  static boolean isAggregateName(String name) {
    return NAMES.contains(name);
  }

  static Aggregate bind(Expr.Call call, ExpressionBinder binder) {
    List<Expr> args = call.args();
    if (args.size() != 1) {
      throw SqlErrors.argumentCount(call.name().toLowerCase(java.util.Locale.ROOT), 1);
    }
    if (args.get(0) instanceof Expr.Star) {
      if (!call.name().startsWith("COUNT")) {
        throw SqlErrors.syntax("*");
      }
      return counter(call, null);
    }
    Bound argument = binder.bind(args.get(0));
    Aggregate aggregate =
        switch (call.name()) {
          case "COUNT", "COUNT_BIG" -> counter(call, argument);
          case "SUM" -> sum(argument);
          case "AVG" -> average(argument);
          case "MIN" -> extreme(argument, -1);
          default -> extreme(argument, 1);
        };
    return call.distinct() ? distinct(aggregate) : aggregate;
  }

  private static Aggregate counter(Expr.Call call, @Nullable Bound argument) {
    boolean big = call.name().equals("COUNT_BIG");
    return new Aggregate(big ? Types.BIGINT : Types.INT, argument, () -> new Counter(big));
  }

  private static Aggregate distinct(Aggregate aggregate) {
    return new Aggregate(
        aggregate.type(), aggregate.argument(), () -> new Distinct(aggregate.start().get()));
  }

  private static Aggregate extreme(Bound argument, int sign) {
    if (argument.type().kind() == Kind.BIT) {
      throw badOperand(argument, sign < 0 ? "min" : "max");
    }
    return new Aggregate(argument.type(), argument, () -> new Extreme(sign));
  }

  private static SqlException badOperand(Bound argument, String name) {
    return SqlException.of(
        8117,
        16,
        1,
        "Operand data type "
            + Types.errorName(argument.type())
            + " is invalid for "
            + name
            + " operator.");
  }

  private static SqlType sumType(Bound argument, String name) {
    return switch (argument.type().kind()) {
      case TINYINT, SMALLINT, INT -> Types.INT;
      case BIGINT -> Types.BIGINT;
      case DECIMAL -> SqlType.decimal(38, argument.type().scale());
      case MONEY, SMALLMONEY -> SqlType.of(Kind.MONEY);
      case FLOAT, REAL -> Types.FLOAT;
      default -> throw badOperand(argument, name);
    };
  }

  private static Aggregate sum(Bound argument) {
    SqlType type = sumType(argument, "sum");
    return new Aggregate(type, argument.as(type), () -> new Sum(type));
  }

  private static Aggregate average(Bound argument) {
    SqlType sum = sumType(argument, "avg");
    SqlType type = sum.kind() == Kind.DECIMAL ? SqlType.decimal(38, Math.max(sum.scale(), 6)) : sum;
    return new Aggregate(type, argument.as(type), () -> new Average(type));
  }

  private static final class Counter implements Accumulator {
    private final boolean big;
    private long count;

    private Counter(boolean big) {
      this.big = big;
    }

    @Override
    public void add(Object value) {
      count++;
    }

    @Override
    public Object result() {
      if (!big && count > Integer.MAX_VALUE) {
        throw SqlErrors.overflow("expression", Types.INT);
      }
      return big ? (Object) count : (Object) (int) count;
    }
  }

  private static final class Extreme implements Accumulator {
    private final int sign;
    private @Nullable Object best;

    private Extreme(int sign) {
      this.sign = sign;
    }

    @Override
    public void add(Object value) {
      Object known = best;
      if (known == null || Compare.values(value, known) * sign > 0) {
        best = value;
      }
    }

    @Override
    public @Nullable Object result() {
      return best;
    }
  }

  private static final class Sum implements Accumulator {
    private final SqlType type;
    private @Nullable Object total;

    private Sum(SqlType type) {
      this.type = type;
    }

    @Override
    public void add(Object value) {
      total = total == null ? value : Arithmetic.apply("+", total, value, type);
    }

    @Override
    public @Nullable Object result() {
      return total;
    }
  }

  private static final class Average implements Accumulator {
    private final SqlType type;
    private final Sum sum;
    private int count;

    private Average(SqlType type) {
      this.type = type;
      this.sum = new Sum(type);
    }

    @Override
    public void add(Object value) {
      sum.add(value);
      count++;
    }

    @Override
    public @Nullable Object result() {
      Object divisor = Coercion.convert(count, Types.INT, type);
      return count == 0 ? null : Arithmetic.apply("/", sum.result(), divisor, type);
    }
  }

  private static final class Distinct implements Accumulator {
    private final Accumulator inner;
    private final Set<HashKey> seen = new HashSet<>();

    private Distinct(Accumulator inner) {
      this.inner = inner;
    }

    @Override
    public void add(Object value) {
      if (seen.add(HashKey.of(value))) {
        inner.add(value);
      }
    }

    @Override
    public @Nullable Object result() {
      return inner.result();
    }
  }
}
