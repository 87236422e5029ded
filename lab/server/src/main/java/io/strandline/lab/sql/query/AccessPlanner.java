package io.strandline.lab.sql.query;

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
    List<List<SeekLimit>> alternatives =
        alternatives(joined.first(), source, joined.isSingle() ? usable : List.of());
    SeekPlan seek = SeekPlan.of(source.relation(), alternatives);
    List<Expr> open =
        seek == null || source.optional()
            ? filters
            : filters.stream().filter(filter -> !settled(filter, seek, alternatives)).toList();
    boolean hashed = seek == null && position > 0 && alternatives.size() == 1;
    return new Level(
        source,
        source.optional(),
        tests(joined.on()),
        tests(open),
        seek,
        hashed ? hash(alternatives.get(0)) : null,
        seek == null ? 0 : seek.key(),
        joined.lateral());
  }

  /** Whether the range that is read holds no row for which the filter is not true. */
  private static boolean settled(Expr filter, SeekPlan seek, List<List<SeekLimit>> alternatives) {
    List<List<Expr>> parts = Disjuncts.of(filter);
    if (alternatives.size() > 1 || parts.size() > 1) {
      return false;
    }
    SeekPlan.Piece piece = seek.pieces().get(0);
    for (Expr part : parts.get(0)) {
      boolean settled =
          alternatives.get(0).stream()
              .anyMatch(limit -> limit.source().equals(part) && piece.settles(limit));
      if (!settled) {
        return false;
      }
    }
    return true;
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

  /** The limits on a source's columns, in each alternative of the conditions. */
  private List<List<SeekLimit>> alternatives(int position, Source source, List<Expr> conditions) {
    List<List<SeekLimit>> all = List.of(List.of());
    for (Expr condition : conditions) {
      List<List<SeekLimit>> here = new ArrayList<>();
      for (List<Expr> parts : Disjuncts.of(condition)) {
        here.add(limits(position, source, parts));
      }
      if (here.stream().noneMatch(List::isEmpty)) {
        all = Disjuncts.both(all, here);
      }
    }
    return all;
  }

  private List<SeekLimit> limits(int position, Source source, List<Expr> parts) {
    List<SeekLimit> limits = new ArrayList<>();
    for (Expr part : parts) {
      if (part instanceof Expr.Comparison c && !c.op().equals("<>")) {
        addLimit(position, source, c, c.left(), c.op(), c.right(), limits);
        addLimit(position, source, c, c.right(), SeekLimit.mirrored(c.op()), c.left(), limits);
      }
    }
    return limits;
  }

  private void addLimit(
      int position,
      Source source,
      Expr comparison,
      Expr column,
      String op,
      Expr value,
      List<SeekLimit> limits) {
    if (!(column instanceof Expr.ColumnRef ref)
        || Expressions.hasQuery(value)
        || lastSource(value) >= position) {
      return;
    }
    Scope.Found found = scope.resolve(ref);
    if (found.depth() != 0 || found.position() != position) {
      return;
    }
    SeekLimit limit =
        SeekLimit.of(
            found.index() - source.offset(), found.column(), op, binder.bind(value), comparison);
    if (limit != null) {
      limits.add(limit);
    }
  }

  private Level.@Nullable HashPlan hash(List<SeekLimit> limits) {
    List<SeekLimit> equal =
        limits.stream()
            .filter(limit -> limit.op().equals("=") && !Types.isTemporal(limit.value().type()))
            .toList();
    if (equal.isEmpty()) {
      return null;
    }
    return new Level.HashPlan(
        equal.stream().mapToInt(SeekLimit::column).toArray(),
        equal.stream().map(SeekLimit::value).toList());
  }
}
