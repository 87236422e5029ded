package io.strandline.lab.sql.query;

import io.strandline.lab.session.Column;
import io.strandline.lab.sql.ast.Expr;
import io.strandline.lab.sql.ast.Query;
import io.strandline.lab.sql.ast.TableRef;
import io.strandline.lab.store.RowCursor;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Binds one SELECT with its ORDER BY. */
final class SelectBinder {

  private final StatementContext context;
  private final Library library;
  private final Scope scope;
  private final ExpressionBinder binder;
  private final CommonTables ctes;
  private List<Level> levels = List.of();

  SelectBinder(
      StatementContext context, Library library, @Nullable Scope outer, CommonTables ctes) {
    this.context = context;
    this.library = library;
    this.ctes = ctes;
    this.scope = new Scope(outer);
    this.binder = new ExpressionBinder(context, library, scope, ctes);
  }

  QueryPlan bind(Query.Select select, List<Expr.OrderItem> orderBy, Limits limits) {
    Rows rows = source(select);
    List<Expr> outputs = new ArrayList<>();
    SelectList list = new SelectList(select.items(), scope);
    outputs.addAll(list.expressions());
    OrderRules.noConstants(orderBy);
    List<Expr.OrderItem> order = list.resolve(orderBy);
    OrderRules.unique(order, scope);
    if (select.distinct()) {
      OrderRules.selected(order, list.all(), scope);
    }
    order.forEach(item -> outputs.add(item.expr()));
    KeyOrderMatch.Direction direction = direction(select, order, outputs, limits.ties());
    Rows extreme = extreme(select, outputs, rows);
    Grouping grouping = Grouping.bind(select, outputs, binder);
    int width = scope.width();
    if (grouping != null) {
      rows = having(select, grouping.over(extreme == null ? rows : extreme));
      width = grouping.width();
    }
    Windows windows = Windows.bind(outputs, width, binder);
    if (windows != null) {
      rows = windows.over(rows);
    }
    List<Bound> cells = list.bind(binder);
    List<Column> columns = list.columns(cells);
    boolean sorted = direction != KeyOrderMatch.Direction.UNORDERED;
    RowOrder sort = order.isEmpty() || sorted ? null : RowOrder.bind(order, binder);
    Projection projection =
        new Projection(
            rows,
            cells.toArray(new Bound[0]),
            select.distinct(),
            sort,
            direction == KeyOrderMatch.Direction.REVERSE);
    boolean plain =
        limits.isCounted()
            && grouping == null
            && windows == null
            && sort == null
            && !select.distinct();
    return new QueryPlan(
        columns,
        limits.over(projection),
        list.assigned(),
        plain ? packed(select, list, projection.reverse(), limits) : null);
  }

  /** The way that leaves rows packed, for plain columns of one source. */
  private @Nullable PackedSelect packed(
      Query.Select select, SelectList list, boolean reverse, Limits limits) {
    boolean alone = levels.size() == 1 && scope.outer() == null;
    int[] cells = list.plainColumns();
    if (!alone || cells == null || !levels.get(0).source().relation().isPacked()) {
      return null;
    }
    BitSet filtered = new BitSet();
    for (Expr part : ConditionBinder.conjuncts(select.where())) {
      if (Expressions.hasQuery(part)) {
        return null;
      }
      List<Expr> columns = new ArrayList<>();
      Expressions.collect(part, Expr.ColumnRef.class::isInstance, columns);
      columns.forEach(ref -> filtered.set(scope.resolve((Expr.ColumnRef) ref).index()));
    }
    return new PackedSelect(levels.get(0), cells, filtered, reverse, limits);
  }

  private Rows source(Query.Select select) {
    TableRef from = select.from();
    FromPlanner planner = new FromPlanner(context, library, ctes, scope, binder);
    if (from != null) {
      planner.add(from);
    }
    List<Expr> filters = new ArrayList<>(planner.filters());
    filters.addAll(ConditionBinder.conjuncts(select.where()));
    if (from == null) {
      List<Bound.Test> tests = filters.stream().map(binder::condition).toList();
      return (outer, reverse) -> singleRow(tests, outer);
    }
    levels = new AccessPlanner(scope, binder).levels(planner.joined(), filters);
    List<Level> plan = levels;
    int width = scope.width();
    return (outer, reverse) -> new JoinCursor(plan, width, outer, reverse);
  }

  private static RowCursor singleRow(List<Bound.Test> tests, @Nullable Frame outer) {
    Frame frame = new Frame(outer);
    boolean[] done = {false};
    return () -> {
      if (done[0]) {
        return null;
      }
      done[0] = true;
      for (Bound.Test test : tests) {
        if (!Boolean.TRUE.equals(test.test(frame))) {
          return null;
        }
      }
      return new Object[0];
    };
  }

  private Rows having(Query.Select select, Rows grouped) {
    Expr having = select.having();
    if (having == null) {
      return grouped;
    }
    Bound.Test test = binder.condition(having);
    return (outer, reverse) -> {
      Frame frame = new Frame(outer);
      RowCursor rows = grouped.open(outer, reverse);
      return () -> {
        @Nullable Object @Nullable [] row = rows.next();
        while (row != null) {
          frame.row = row;
          if (Boolean.TRUE.equals(test.test(frame))) {
            return row;
          }
          row = rows.next();
        }
        return null;
      };
    };
  }

  private KeyOrderMatch.Direction direction(
      Query.Select select, List<Expr.OrderItem> order, List<Expr> outputs, boolean ties) {
    boolean computed =
        outputs.stream()
            .anyMatch(
                expr ->
                    Expressions.any(
                        expr,
                        e ->
                            Aggregates.isAggregate(e)
                                || e instanceof Expr.Call call && call.over() != null));
    if (order.isEmpty()
        || ties
        || levels.isEmpty()
        || computed
        || select.distinct()
        || !select.groupBy().isEmpty()) {
      return KeyOrderMatch.Direction.UNORDERED;
    }
    return inSomeKeysOrder(level -> KeyOrderMatch.of(order, level, scope));
  }

  /** Asks how the first source gives an order, by any of its keys if it is not sought by one. */
  private KeyOrderMatch.Direction inSomeKeysOrder(Function<Level, KeyOrderMatch.Direction> match) {
    Level first = levels.get(0);
    KeyOrderMatch.Direction direction = match.apply(first);
    int keys = first.seek() == null ? first.source().relation().keys().size() : 0;
    for (int key = 1; key < keys; key++) {
      if (direction == KeyOrderMatch.Direction.UNORDERED) {
        Level other = first.inOrderOf(key);
        direction = match.apply(other);
        if (direction != KeyOrderMatch.Direction.UNORDERED) {
          levels.set(0, other);
        }
      }
    }
    return direction;
  }

  /** The one row that a MIN or MAX of a key column needs; {@code null} if it is not that. */
  private @Nullable Rows extreme(Query.Select select, List<Expr> outputs, Rows rows) {
    List<Expr> calls = new ArrayList<>();
    outputs.forEach(expr -> Expressions.collect(expr, Aggregates::isAggregate, calls));
    if (levels.size() != 1
        || calls.size() != 1
        || !select.groupBy().isEmpty()
        || select.having() != null) {
      return null;
    }
    Expr.Call call = (Expr.Call) calls.get(0);
    KeyOrderMatch.Direction direction =
        inSomeKeysOrder(level -> KeyOrderMatch.extreme(call, level, scope));
    if (direction == KeyOrderMatch.Direction.UNORDERED) {
      return null;
    }
    Bound argument = binder.bind(call.args().get(0));
    boolean backwards = direction == KeyOrderMatch.Direction.REVERSE;
    return (outer, reverse) -> {
      Frame frame = new Frame(outer);
      RowCursor source = rows.open(outer, backwards);
      boolean[] done = {false};
      return () -> {
        while (!done[0]) {
          @Nullable Object @Nullable [] row = source.next();
          if (row == null) {
            return null;
          }
          frame.row = row;
          if (argument.eval(frame) != null) {
            done[0] = true;
            return row;
          }
        }
        return null;
      };
    };
  }
}
