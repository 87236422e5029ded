package io.strandline.lab.sql.query;

import io.strandline.lab.sql.ast.Expr;
import io.strandline.lab.sql.ast.Query;
import io.strandline.lab.sql.type.HashKey;
import io.strandline.lab.store.RowCursor;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Groups rows: the grouped row holds the keys, then the aggregates. */
final class Grouping {

  private record Group(@Nullable Object[] keys, Aggregates.Accumulator[] accumulators) {}

  private final List<Bound> keys;
  private final List<Aggregates.Aggregate> aggregates;
  private final boolean single;

  private Grouping(List<Bound> keys, List<Aggregates.Aggregate> aggregates, boolean single) {
    this.keys = keys;
    this.aggregates = aggregates;
    this.single = single;
  }

  /** Groups a SELECT's rows; from then on the binder sees groups. {@code null} if it has none. */
  static @Nullable Grouping bind(Query.Select select, List<Expr> outputs, ExpressionBinder binder) {
    List<Expr> calls = new ArrayList<>();
    outputs.forEach(expr -> Expressions.collect(expr, Aggregates::isAggregate, calls));
    Expr having = select.having();
    if (having != null) {
      Expressions.collect(having, Aggregates::isAggregate, calls);
    }
    if (calls.isEmpty() && select.groupBy().isEmpty() && having == null) {
      return null;
    }
    List<Aggregates.Aggregate> aggregates = new ArrayList<>();
    calls.forEach(call -> aggregates.add(Aggregates.bind((Expr.Call) call, binder)));
    List<Bound> keys = new ArrayList<>();
    Map<Integer, Integer> slots = new HashMap<>();
    Map<Expr, Bound> replaced = new HashMap<>();
    for (Expr key : select.groupBy()) {
      Bound bound = binder.bind(key);
      int slot = keys.size();
      keys.add(bound);
      Scope.Found found = key instanceof Expr.ColumnRef ref ? binder.scope().local(ref, 0) : null;
      if (found != null) {
        slots.put(found.index(), slot);
      } else {
        replaced.put(key, slot(bound, slot));
      }
    }
    binder.scope().groupBy(slots);
    replaced.forEach(binder::replace);
    for (int i = 0; i < calls.size(); i++) {
      Aggregates.Aggregate aggregate = aggregates.get(i);
      int slot = keys.size() + i;
      binder.replace(
          calls.get(i),
          new Bound(aggregate.type(), aggregate.isNullable(), frame -> frame.row[slot], false));
    }
    return new Grouping(keys, aggregates, select.groupBy().isEmpty());
  }

  private static Bound slot(Bound bound, int slot) {
    return new Bound(bound.type(), bound.nullable(), frame -> frame.row[slot], false);
  }

  int width() {
    return keys.size() + aggregates.size();
  }

  /** The grouped rows. */
  Rows over(Rows source) {
    return (outer, reverse) -> {
      Frame frame = new Frame(outer);
      Map<HashKey, Group> groups = new LinkedHashMap<>();
      if (single) {
        groups.put(HashKey.of(), start(new Object[0]));
      }
      RowCursor rows = source.open(outer, reverse);
      for (@Nullable Object @Nullable [] row = rows.next(); row != null; row = rows.next()) {
        frame.row = row;
        Group group = groupOf(frame, groups);
        for (int i = 0; i < aggregates.size(); i++) {
          aggregates.get(i).take(group.accumulators()[i], frame);
        }
      }
      Iterator<Group> iterator = groups.values().iterator();
      return () -> iterator.hasNext() ? result(iterator.next()) : null;
    };
  }

  private Group groupOf(Frame frame, Map<HashKey, Group> groups) {
    @Nullable Object[] values = new @Nullable Object[keys.size()];
    for (int i = 0; i < values.length; i++) {
      values[i] = keys.get(i).eval(frame);
    }
    return groups.computeIfAbsent(HashKey.of(values), key -> start(values));
  }

  private Group start(@Nullable Object[] values) {
    Aggregates.Accumulator[] accumulators = new Aggregates.Accumulator[aggregates.size()];
    for (int i = 0; i < accumulators.length; i++) {
      accumulators[i] = aggregates.get(i).start().get();
    }
    return new Group(values, accumulators);
  }

  private @Nullable Object[] result(Group group) {
    @Nullable Object[] row = java.util.Arrays.copyOf(group.keys(), width());
    for (int i = 0; i < group.accumulators().length; i++) {
      row[keys.size() + i] = group.accumulators()[i].result();
    }
    return row;
  }
}
