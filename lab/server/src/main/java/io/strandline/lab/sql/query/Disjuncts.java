package io.strandline.lab.sql.query;

import io.strandline.lab.sql.ast.Expr;
import java.util.ArrayList;
import java.util.List;

/**
 * A condition as alternatives, each a list of parts that hold together.
 *
 * <p>What does not fit becomes a part of its own, which no key range is made of; a condition with
 * more than {@link #LIMIT} alternatives counts as one part.
 */
final class Disjuncts {

  /** Alternatives at most. */
  static final int LIMIT = 1_024;

  private Disjuncts() {}

  /** The alternatives; at least one. */
  static List<List<Expr>> of(Expr condition) {
    List<List<Expr>> found = expand(condition, false);
    return found.size() > LIMIT ? List.of(List.of(condition)) : found;
  }

  private static List<List<Expr>> expand(Expr expr, boolean negated) {
    if (expr instanceof Expr.Not not) {
      return expand(not.operand(), !negated);
    }
    if (expr instanceof Expr.And and) {
      List<List<Expr>> left = expand(and.left(), negated);
      List<List<Expr>> right = expand(and.right(), negated);
      return negated ? either(left, right) : both(left, right);
    }
    if (expr instanceof Expr.Or or) {
      List<List<Expr>> left = expand(or.left(), negated);
      List<List<Expr>> right = expand(or.right(), negated);
      return negated ? both(left, right) : either(left, right);
    }
    if (expr instanceof Expr.InList in && !in.negated() && !negated) {
      List<List<Expr>> items = new ArrayList<>();
      in.items().forEach(item -> items.add(List.of(equal(in.operand(), item))));
      return items;
    }
    if (expr instanceof Expr.Between between && between.negated() == negated) {
      return List.of(
          List.of(
              new Expr.Comparison(">=", between.operand(), between.low()),
              new Expr.Comparison("<=", between.operand(), between.high())));
    }
    if (expr instanceof Expr.Comparison comparison && negated) {
      return List.of(List.of(opposite(comparison)));
    }
    return List.of(List.of(negated ? new Expr.Not(expr) : expr));
  }

  private static Expr.Comparison equal(Expr left, Expr right) {
    return new Expr.Comparison("=", left, right);
  }

  private static List<List<Expr>> either(List<List<Expr>> left, List<List<Expr>> right) {
    List<List<Expr>> all = new ArrayList<>(left);
    all.addAll(right);
    return all;
  }

  /** Both conditions together; the wider one is left out if there were too many alternatives. */
  static <T> List<List<T>> both(List<List<T>> left, List<List<T>> right) {
    if ((long) left.size() * right.size() > LIMIT) {
      return left.size() < right.size() ? left : right;
    }
    List<List<T>> all = new ArrayList<>();
    for (List<T> first : left) {
      for (List<T> second : right) {
        List<T> joined = new ArrayList<>(first);
        joined.addAll(second);
        all.add(joined);
      }
    }
    return all;
  }

  private static Expr.Comparison opposite(Expr.Comparison comparison) {
    String op =
        switch (comparison.op()) {
          case "<" -> ">=";
          case "<=" -> ">";
          case ">" -> "<=";
          case ">=" -> "<";
          case "=" -> "<>";
          default -> "=";
        };
    return new Expr.Comparison(op, comparison.left(), comparison.right());
  }
}
