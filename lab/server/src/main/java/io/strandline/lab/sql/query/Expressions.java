package io.strandline.lab.sql.query;

import io.strandline.lab.sql.ast.Expr;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Predicate;

/** Looks into expressions. */
public final class Expressions {

  private static final Set<String> DATE_PARTS =
      Set.of("DATEADD", "DATEDIFF", "DATEDIFF_BIG", "DATEPART");

  private Expressions() {}

  /** The expressions directly inside one; queries inside are not entered. */
  static List<Expr> children(Expr expr) {
    List<Expr> children = new ArrayList<>();
    if (expr instanceof Expr.Unary e) {
      children.add(e.operand());
    } else if (expr instanceof Expr.Binary e) {
      children.addAll(List.of(e.left(), e.right()));
    } else if (expr instanceof Expr.Call e) {
      callChildren(e, children);
    } else if (expr instanceof Expr.Cast e) {
      children.add(e.operand());
    } else if (expr instanceof Expr.Case e) {
      caseChildren(e, children);
    } else if (expr instanceof Expr.Collate e) {
      children.add(e.operand());
    } else if (expr instanceof Expr.AtTimeZone e) {
      children.addAll(List.of(e.operand(), e.zone()));
    } else if (expr instanceof Expr.Condition) {
      conditionChildren(expr, children);
    }
    return children;
  }

  private static void callChildren(Expr.Call call, List<Expr> children) {
    // The part of a date, such as minute, is a word and no column.
    int first = call.qualifier().isEmpty() && DATE_PARTS.contains(call.name()) ? 1 : 0;
    children.addAll(call.args().subList(Math.min(first, call.args().size()), call.args().size()));
    Expr.Over over = call.over();
    if (over != null) {
      children.addAll(over.partitionBy());
      over.orderBy().forEach(item -> children.add(item.expr()));
    }
  }

  private static void caseChildren(Expr.Case choice, List<Expr> children) {
    Expr operand = choice.operand();
    Expr otherwise = choice.otherwise();
    if (operand != null) {
      children.add(operand);
    }
    for (Expr.When when : choice.whens()) {
      children.add(when.when());
      children.add(when.then());
    }
    if (otherwise != null) {
      children.add(otherwise);
    }
  }

  private static void conditionChildren(Expr expr, List<Expr> children) {
    if (expr instanceof Expr.Comparison e) {
      children.addAll(List.of(e.left(), e.right()));
    } else if (expr instanceof Expr.And e) {
      children.addAll(List.of(e.left(), e.right()));
    } else if (expr instanceof Expr.Or e) {
      children.addAll(List.of(e.left(), e.right()));
    } else if (expr instanceof Expr.Not e) {
      children.add(e.operand());
    } else if (expr instanceof Expr.IsNull e) {
      children.add(e.operand());
    } else if (expr instanceof Expr.Between e) {
      children.addAll(List.of(e.operand(), e.low(), e.high()));
    } else if (expr instanceof Expr.Like e) {
      children.addAll(List.of(e.operand(), e.pattern()));
    } else if (expr instanceof Expr.InList e) {
      children.add(e.operand());
      children.addAll(e.items());
    } else if (expr instanceof Expr.InQuery e) {
      children.add(e.operand());
    }
  }

  /** Shows an expression and all inside it, queries not entered. */
  public static void visit(Expr expr, Consumer<Expr> visitor) {
    visitor.accept(expr);
    children(expr).forEach(child -> visit(child, visitor));
  }

  /** Whether the expression or one inside it, queries not entered, is so. */
  static boolean any(Expr expr, Predicate<Expr> test) {
    return test.test(expr) || children(expr).stream().anyMatch(child -> any(child, test));
  }

  static boolean hasQuery(Expr expr) {
    return any(
        expr,
        e -> e instanceof Expr.Subquery || e instanceof Expr.InQuery || e instanceof Expr.Exists);
  }

  /** The outermost expressions that are so, in order, each once. */
  static void collect(Expr expr, Predicate<Expr> test, List<Expr> found) {
    if (test.test(expr)) {
      if (!found.contains(expr)) {
        found.add(expr);
      }
      return;
    }
    children(expr).forEach(child -> collect(child, test, found));
  }
}
