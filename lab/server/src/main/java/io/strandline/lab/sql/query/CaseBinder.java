package io.strandline.lab.sql.query;

import io.strandline.lab.session.SqlException;
import io.strandline.lab.session.SqlType;
import io.strandline.lab.sql.ast.Expr;
import io.strandline.lab.sql.type.Types;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Binds CASE; a simple one is made a searched one. */
final class CaseBinder {

  private record Branch(Bound.Test when, Bound then) {}

  private final ExpressionBinder binder;

  CaseBinder(ExpressionBinder binder) {
    this.binder = binder;
  }

  Bound bind(Expr.Case choice) {
    List<Bound> results = new ArrayList<>();
    List<Bound.Test> tests = new ArrayList<>();
    for (Expr.When when : choice.whens()) {
      Expr operand = choice.operand();
      tests.add(
          binder.condition(
              operand == null ? when.when() : new Expr.Comparison("=", operand, when.when())));
      results.add(binder.bind(when.then()));
    }
    Expr otherwise = choice.otherwise();
    Bound last = otherwise == null ? null : binder.bind(otherwise);
    SqlType type = last == null ? Types.UNTYPED_NULL : last.type();
    boolean nullable = last == null || last.nullable();
    for (Bound result : results) {
      type = Types.common(type, result.type());
      nullable |= result.nullable();
    }
    if (type.equals(Types.UNTYPED_NULL)) {
      throw SqlException.of(
          8133,
          16,
          1,
          "At least one of the result expressions in a CASE specification must be an expression"
              + " other than the NULL constant.");
    }
    return new Bound(type, nullable, eval(tests, results, last, type), false);
  }

  private static Bound.Eval eval(
      List<Bound.Test> tests, List<Bound> results, @Nullable Bound last, SqlType type) {
    Branch[] branches = new Branch[tests.size()];
    for (int i = 0; i < branches.length; i++) {
      branches[i] = new Branch(tests.get(i), results.get(i).as(type));
    }
    Bound otherwise = last == null ? null : last.as(type);
    return frame -> {
      for (Branch branch : branches) {
        if (Boolean.TRUE.equals(branch.when().test(frame))) {
          return branch.then().eval(frame);
        }
      }
      return otherwise == null ? null : otherwise.eval(frame);
    };
  }
}
