package io.strandline.lab.sql.query;

import io.strandline.lab.session.SqlType;
import io.strandline.lab.sql.ast.Expr;
import io.strandline.lab.sql.type.Compare;
import io.strandline.lab.sql.type.SqlErrors;
import io.strandline.lab.sql.type.Types;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Binds conditions, in three-valued logic: {@code null} is unknown. */
final class ConditionBinder {

  private final ExpressionBinder binder;

  ConditionBinder(ExpressionBinder binder) {
    this.binder = binder;
  }

  Bound.Test bind(Expr expr) {
    if (expr instanceof Expr.Comparison comparison) {
      return comparison(
          comparison.op(), binder.bind(comparison.left()), binder.bind(comparison.right()));
    }
    if (expr instanceof Expr.And and) {
      return and(bind(and.left()), bind(and.right()));
    }
    if (expr instanceof Expr.Or or) {
      return or(bind(or.left()), bind(or.right()));
    }
    if (expr instanceof Expr.Not not) {
      return not(bind(not.operand()));
    }
    if (expr instanceof Expr.IsNull test) {
      Bound operand = binder.bind(test.operand());
      boolean negated = test.negated();
      return frame -> (operand.eval(frame) == null) != negated;
    }
    return membership(expr);
  }

  private Bound.Test membership(Expr expr) {
    if (expr instanceof Expr.Between between) {
      Bound operand = binder.bind(between.operand());
      return negatedIf(
          between.negated(),
          and(
              comparison(">=", operand, binder.bind(between.low())),
              comparison("<=", operand, binder.bind(between.high()))));
    }
    if (expr instanceof Expr.InList in) {
      Bound operand = binder.bind(in.operand());
      Bound.Test any = frame -> false;
      for (Expr item : in.items()) {
        any = or(any, comparison("=", operand, binder.bind(item)));
      }
      return negatedIf(in.negated(), any);
    }
    if (expr instanceof Expr.InQuery in) {
      return negatedIf(in.negated(), inQuery(binder.bind(in.operand()), in));
    }
    if (expr instanceof Expr.Exists exists) {
      QueryPlan plan = binder.subquery(exists.query());
      return frame -> plan.open(frame).next() != null;
    }
    if (expr instanceof Expr.Like like) {
      return like(like);
    }
    throw SqlErrors.notBoolean("expression");
  }

  private Bound.Test inQuery(Bound operand, Expr.InQuery in) {
    QueryPlan plan = ExpressionBinder.single(binder.subquery(in.query()));
    SqlType type = Types.common(operand.type(), plan.columns().get(0).type());
    Bound left = operand.as(type);
    Bound[] current = new Bound[1];
    Object[] holder = new Object[1];
    current[0] = Bound.of(plan.columns().get(0).type(), frame -> holder[0]).as(type);
    return frame -> {
      Object value = left.eval(frame);
      boolean unknown = false;
      var rows = plan.open(frame);
      for (@Nullable Object @Nullable [] row = rows.next(); row != null; row = rows.next()) {
        holder[0] = row[0];
        Object candidate = current[0].eval(frame);
        if (value == null || candidate == null) {
          unknown = true;
        } else if (Compare.values(value, candidate) == 0) {
          return true;
        }
      }
      return unknown ? null : Boolean.FALSE;
    };
  }

  private Bound.Test like(Expr.Like like) {
    Bound operand = binder.bind(like.operand()).as(Types.NVARCHAR_MAX);
    Bound pattern = binder.bind(like.pattern()).as(Types.NVARCHAR_MAX);
    Bound escape = like.escape() == null ? null : binder.bind(like.escape()).as(Types.NVARCHAR_MAX);
    LikePattern.Cache cache = new LikePattern.Cache();
    return negatedIf(
        like.negated(),
        frame -> {
          Object text = operand.eval(frame);
          Object form = pattern.eval(frame);
          Object sign = escape == null ? "" : escape.eval(frame);
          return text == null || form == null || sign == null
              ? null
              : (Boolean) cache.get((String) form, (String) sign).matches((String) text);
        });
  }

  /** {@code left op right}, both brought to their common type. */
  static Bound.Test comparison(String op, Bound left, Bound right) {
    SqlType type = Types.common(left.type(), right.type());
    Bound a = left.as(type);
    Bound b = right.as(type);
    return frame -> {
      Object x = a.eval(frame);
      Object y = b.eval(frame);
      return x == null || y == null ? null : (Boolean) holds(op, Compare.values(x, y));
    };
  }

  private static boolean holds(String op, int order) {
    return switch (op) {
      case "=" -> order == 0;
      case "<>" -> order != 0;
      case "<" -> order < 0;
      case "<=" -> order <= 0;
      case ">" -> order > 0;
      default -> order >= 0;
    };
  }

  static Bound.Test and(Bound.Test left, Bound.Test right) {
    return frame -> {
      Boolean a = left.test(frame);
      if (Boolean.FALSE.equals(a)) {
        return false;
      }
      Boolean b = right.test(frame);
      return Boolean.FALSE.equals(b) ? b : a == null ? null : b;
    };
  }

  private static Bound.Test or(Bound.Test left, Bound.Test right) {
    return frame -> {
      Boolean a = left.test(frame);
      if (Boolean.TRUE.equals(a)) {
        return true;
      }
      Boolean b = right.test(frame);
      return Boolean.TRUE.equals(b) ? b : a == null ? null : b;
    };
  }

  private static Bound.Test not(Bound.Test test) {
    return frame -> {
      Boolean value = test.test(frame);
      return value == null ? null : (Boolean) !value;
    };
  }

  private static Bound.Test negatedIf(boolean negated, Bound.Test test) {
    return negated ? not(test) : test;
  }

  /** The AND-ed parts of a condition. */
  static List<Expr> conjuncts(@Nullable Expr condition) {
    List<Expr> parts = new ArrayList<>();
    collect(condition, parts);
    return parts;
  }

  private static void collect(@Nullable Expr condition, List<Expr> parts) {
    if (condition instanceof Expr.And and) {
      collect(and.left(), parts);
      collect(and.right(), parts);
    } else if (condition != null) {
      parts.add(condition);
    }
  }
}
