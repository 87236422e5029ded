package io.strandline.lab.sql.query;

import io.strandline.lab.session.SqlException;
import io.strandline.lab.sql.ast.Expr;
import io.strandline.lab.sql.type.HashKey;
import io.strandline.lab.sql.type.SqlErrors;
import io.strandline.lab.store.RowCursor;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Computes window functions: each is appended to the rows it is computed on. */
final class Windows {

  private record Window(WindowFunction function, List<Bound> partition, RowOrder order) {}

  private final List<Window> windows = new ArrayList<>();
  private final int width;

  private Windows(int width) {
    this.width = width;
  }

  /** Binds the windows among a SELECT's outputs; {@code null} if there are none. */
  static @Nullable Windows bind(List<Expr> outputs, int width, ExpressionBinder binder) {
    List<Expr> calls = new ArrayList<>();
    outputs.forEach(
        expr ->
            Expressions.collect(
                expr, e -> e instanceof Expr.Call call && call.over() != null, calls));
    if (calls.isEmpty()) {
      return null;
    }
    Windows windows = new Windows(width);
    List<Bound> slots = new ArrayList<>();
    for (Expr expr : calls) {
      slots.add(windows.add((Expr.Call) expr, binder));
    }
    for (int i = 0; i < calls.size(); i++) {
      binder.replace(calls.get(i), slots.get(i));
    }
    return windows;
  }

  private Bound add(Expr.Call call, ExpressionBinder binder) {
    Expr.Over over = call.over();
    if (over == null) {
      throw SqlErrors.syntax(call.name());
    }
    WindowFunction function = WindowFunction.bind(call, over, binder);
    if (over.orderBy().isEmpty() && function.needsOrder()) {
      throw SqlException.of(
          4112,
          15,
          1,
          "The function '" + call.name() + "' must have an OVER clause with ORDER BY.");
    }
    int slot = width + windows.size();
    windows.add(
        new Window(
            function,
            over.partitionBy().stream().map(binder::bind).toList(),
            RowOrder.bind(over.orderBy(), binder)));
    return new Bound(function.type(), function.nullable(), frame -> frame.row[slot], false);
  }

  int width() {
    return width + windows.size();
  }

  Rows over(Rows source) {
    return (outer, reverse) -> {
      List<@Nullable Object[]> all = new ArrayList<>();
      RowCursor rows = source.open(outer, reverse);
      for (@Nullable Object @Nullable [] row = rows.next(); row != null; row = rows.next()) {
        all.add(Arrays.copyOf(Arrays.copyOf(row, width), width()));
      }
      List<@Nullable Object[]> ordered = all;
      for (int i = 0; i < windows.size(); i++) {
        ordered = compute(windows.get(i), width + i, ordered, outer);
      }
      Iterator<@Nullable Object[]> iterator = ordered.iterator();
      return () -> iterator.hasNext() ? iterator.next() : null;
    };
  }

  private static List<@Nullable Object[]> compute(
      Window window, int slot, List<@Nullable Object[]> rows, @Nullable Frame outer) {
    Frame frame = new Frame(outer);
    Map<HashKey, List<@Nullable Object[]>> partitions = new LinkedHashMap<>();
    for (@Nullable Object[] row : rows) {
      frame.row = row;
      @Nullable Object[] key = new @Nullable Object[window.partition().size()];
      for (int i = 0; i < key.length; i++) {
        key[i] = window.partition().get(i).eval(frame);
      }
      partitions.computeIfAbsent(HashKey.of(key), k -> new ArrayList<>()).add(row);
    }
    List<@Nullable Object[]> ordered = new ArrayList<>(rows.size());
    for (List<@Nullable Object[]> partition : partitions.values()) {
      List<RowOrder.Keyed> keyed = window.order().sort(partition, outer);
      window.function().compute(keyed, slot, frame);
      keyed.forEach(entry -> ordered.add(entry.row()));
    }
    return ordered;
  }
}
