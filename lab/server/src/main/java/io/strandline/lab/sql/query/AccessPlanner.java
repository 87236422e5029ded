package io.strandline.lab.sql.query;

import io.strandline.lab.session.SqlType;
import io.strandline.lab.sql.ast.Expr;
import io.strandline.lab.sql.type.Types;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Gives each condition to the first source after which it can be tested, and finds key ranges. */
final class AccessPlanner {

  private final Scope scope;
  private final ExpressionBinder binder;

  AccessPlanner(Scope scope, ExpressionBinder binder) {
    this.scope = scope;
    this.binder = binder;
  }

  List<Level> levels(List<FromPlanner.Joined> joined, List<Expr> filters) {
    List<Level> levels = new ArrayList<>();
    for (int i = 0; i < joined.size(); i++) {
      List<Expr> here = new ArrayList<>();
      for (Expr filter : filters) {
        if (levelOf(filter, joined) == i) {
          here.add(filter);
        }
      }
      levels.add(level(i, joined.get(i), here));
    }
    return levels;
  }

  private Level level(int position, FromPlanner.Joined joined, List<Expr> filters) {
    Source source = joined.source();
    List<Expr> usable = source.optional() ? joined.on() : filters;
    List<SeekPlan.Limit> limits =
        joined.isSingle() ? limits(joined.first(), source, usable) : List.of();
    SeekPlan seek = SeekPlan.of(source.relation(), limits);
    return new Level(
        source,
        source.optional(),
        tests(joined.on()),
        tests(filters),
        seek,
        seek == null && position > 0 ? hash(limits) : null,
        joined.lateral());
  }

  private List<Bound.Test> tests(List<Expr> conditions) {
    return conditions.stream().map(binder::condition).toList();
  }

  /** The last source that a condition needs; one with a query inside needs all. */
  private int levelOf(Expr filter, List<FromPlanner.Joined> joined) {
    int last = Expressions.hasQuery(filter) ? Integer.MAX_VALUE : lastSource(filter);
    int level = 0;
    while (level < joined.size() - 1 && joined.get(level).last() < last) {
      level++;
    }
    return level;
  }

  /** The highest position among the sources it names; -1 if it names none. */
  private int lastSource(Expr expr) {
    int last = -1;
    if (expr instanceof Expr.ColumnRef ref) {
      Scope.Found found = scope.resolve(ref);
      return found.depth() == 0 ? found.position() : -1;
    }
    for (Expr child : Expressions.children(expr)) {
      last = Math.max(last, lastSource(child));
    }
    return last;
  }

  private List<SeekPlan.Limit> limits(int position, Source source, List<Expr> conditions) {
    List<SeekPlan.Limit> limits = new ArrayList<>();
    for (Expr condition : conditions) {
      for (Expr part : SeekPlan.comparisons(condition)) {
        if (part instanceof Expr.Comparison c && !c.op().equals("<>")) {
          addLimit(position, source, c.left(), c.op(), c.right(), limits);
          addLimit(position, source, c.right(), SeekPlan.mirrored(c.op()), c.left(), limits);
        }
      }
    }
    return limits;
  }

  private void addLimit(
      int position,
      Source source,
      Expr column,
      String op,
      Expr value,
      List<SeekPlan.Limit> limits) {
    if (!(column instanceof Expr.ColumnRef ref)
        || Expressions.hasQuery(value)
        || lastSource(value) >= position) {
      return;
    }
    Scope.Found found = scope.resolve(ref);
    if (found.depth() != 0 || found.position() != position) {
      return;
    }
    SqlType type = found.column().type();
    SeekPlan.Limit limit =
        SeekPlan.limit(found.index() - source.offset(), type, op, binder.bind(value));
    if (limit != null) {
      limits.add(limit);
    }
  }

  private Level.@Nullable HashPlan hash(List<SeekPlan.Limit> limits) {
    List<SeekPlan.Limit> equal =
        limits.stream()
            .filter(limit -> limit.op().equals("=") && !Types.isTemporal(limit.value().type()))
            .toList();
    if (equal.isEmpty()) {
      return null;
    }
    return new Level.HashPlan(
        equal.stream().mapToInt(SeekPlan.Limit::column).toArray(),
        equal.stream().map(SeekPlan.Limit::value).toList());
  }
}
