package io.strandline.lab.sql.query;

import io.strandline.lab.session.SqlException;
import io.strandline.lab.sql.ast.Expr;
import io.strandline.lab.sql.ast.Query;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** What SQL Server does not let an ORDER BY say. */
final class OrderRules {

  private OrderRules() {}

  /** A query inside another, which keeps an order only to cut its rows; error 1033. */
  static Query inner(Query query) {
    boolean top = query.body() instanceof Query.Select select && select.top() != null;
    if (!query.orderBy().isEmpty() && query.offset() == null && !top) {
      throw SqlException.of(
          1033,
          15,
          1,
          "The ORDER BY clause is invalid in views, inline functions, derived tables, subqueries,"
              + " and common table expressions, unless TOP, OFFSET or FOR XML is also specified.");
    }
    return query;
  }

  /** Constants other than the number of an output sort nothing; error 408. */
  static void noConstants(List<Expr.OrderItem> order) {
    int count = 0;
    for (Expr.OrderItem item : order) {
      count++;
      boolean number = item.expr() instanceof Expr.Literal l && l.value() instanceof Integer;
      if (!number && isConstant(item.expr())) {
        throw constant(count);
      }
    }
  }

  private static SqlException constant(int position) {
    return SqlException.of(
        408,
        16,
        1,
        "A constant expression was encountered in the ORDER BY list, position " + position + ".");
  }

  private static boolean isConstant(Expr expr) {
    if (expr instanceof Expr.Binary binary) {
      return isConstant(binary.left()) && isConstant(binary.right());
    }
    if (expr instanceof Expr.Unary unary) {
      return isConstant(unary.operand());
    }
    if (expr instanceof Expr.Cast cast) {
      return isConstant(cast.operand());
    }
    return expr instanceof Expr.Literal;
  }

  /** A column sorts once; error 169. */
  static void unique(List<Expr.OrderItem> resolved, Scope scope) {
    for (int i = 1; i < resolved.size(); i++) {
      for (int j = 0; j < i; j++) {
        if (sameColumn(resolved.get(i).expr(), resolved.get(j).expr(), scope)) {
          throw SqlException.of(
              169,
              15,
              1,
              "A column has been specified more than once in the order by list. Columns in the"
                  + " order by list must be unique.");
        }
      }
    }
  }

  /** What DISTINCT left is all there is to sort by; error 145. */
  static void selected(List<Expr.OrderItem> resolved, List<Expr> outputs, Scope scope) {
    for (Expr.OrderItem item : resolved) {
      Expr expr = item.expr();
      if (outputs.stream().noneMatch(output -> same(output, expr, scope))) {
        throw SqlException.of(
            145,
            15,
            1,
            "ORDER BY items must appear in the select list if SELECT DISTINCT is specified.");
      }
    }
  }

  private static boolean same(Expr left, Expr right, Scope scope) {
    return left == right
        || sameColumn(left, right, scope)
        || !(left instanceof Expr.ColumnRef) && form(left).equals(form(right));
  }

  private static boolean sameColumn(Expr left, Expr right, Scope scope) {
    Scope.Found a = column(left, scope);
    Scope.Found b = column(right, scope);
    return a != null && b != null && a.depth() == b.depth() && a.index() == b.index();
  }

  private static Scope.@Nullable Found column(Expr expr, Scope scope) {
    return expr instanceof Expr.ColumnRef ref ? scope.resolve(ref) : null;
  }

  /** An expression without its columns' qualifiers, so that {@code t.v + 1} is {@code v + 1}. */
  private static String form(Expr expr) {
    return expr.toString()
        .replaceAll("ColumnRef\\[qualifier=\\[[^\\]]*\\]", "ColumnRef[")
        .toLowerCase(Locale.ROOT);
  }
}
