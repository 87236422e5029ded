package io.strandline.lab.sql.query;

import io.strandline.lab.sql.ast.Expr;
import io.strandline.lab.sql.type.Compare;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Sorts rows by expressions; equal rows keep their order. */
final class RowOrder {

  /** A row and the values it is sorted by. */
  record Keyed(@Nullable Object[] row, @Nullable Object[] keys) {}

  private final List<Bound> keys;
  private final boolean[] descending;

  RowOrder(List<Bound> keys, boolean[] descending) {
    this.keys = keys;
    this.descending = descending;
  }

  static RowOrder bind(List<Expr.OrderItem> items, ExpressionBinder binder) {
    List<Bound> keys = new ArrayList<>();
    boolean[] descending = new boolean[items.size()];
    for (Expr.OrderItem item : items) {
      descending[keys.size()] = item.descending();
      keys.add(binder.bind(item.expr()));
    }
    return new RowOrder(keys, descending);
  }

  @Nullable Object[] keysOf(Frame frame) {
    @Nullable Object[] values = new @Nullable Object[keys.size()];
    for (int i = 0; i < values.length; i++) {
      values[i] = keys.get(i).eval(frame);
    }
    return values;
  }

  List<Keyed> sort(List<@Nullable Object[]> rows, @Nullable Frame outer) {
    Frame frame = new Frame(outer);
    List<Keyed> keyed = new ArrayList<>(rows.size());
    for (@Nullable Object[] row : rows) {
      frame.row = row;
      keyed.add(new Keyed(row, keysOf(frame)));
    }
    keyed.sort(this::compare);
    return keyed;
  }

  int compare(Keyed left, Keyed right) {
    for (int i = 0; i < descending.length; i++) {
      int order = Compare.nullsFirst(left.keys()[i], right.keys()[i]);
      if (order != 0) {
        return descending[i] ? -order : order;
      }
    }
    return 0;
  }
}
