package io.strandline.lab.sql.query;

import io.strandline.lab.sql.type.HashKey;
import io.strandline.lab.store.RowCursor;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Computes a select list on rows, makes them distinct and sorts them. */
record Projection(
    Rows rows, Bound[] cells, boolean distinct, @Nullable RowOrder sort, boolean reverse) {

  RowCursor open(@Nullable Frame outer) {
    Frame frame = new Frame(outer);
    RowCursor unique = unsorted(outer, frame);
    if (sort == null) {
      return unique;
    }
    Iterator<RowOrder.Keyed> sorted = sorted(sort, unique, frame).iterator();
    return () -> sorted.hasNext() ? sorted.next().row() : null;
  }

  private RowCursor unsorted(@Nullable Frame outer, Frame frame) {
    RowCursor source = rows.open(outer, reverse);
    RowCursor projected =
        () -> {
          @Nullable Object @Nullable [] row = source.next();
          if (row == null) {
            return null;
          }
          frame.row = row;
          return cells(frame);
        };
    return distinct ? distinct(projected) : projected;
  }

  /** The order of the rows; there must be one. */
  RowOrder order() {
    return java.util.Objects.requireNonNull(sort, "rows without an order");
  }

  /** All rows in order, with their keys. */
  List<RowOrder.Keyed> sorted(@Nullable Frame outer) {
    Frame frame = new Frame(outer);
    return sorted(order(), unsorted(outer, frame), frame);
  }

  private @Nullable Object[] cells(Frame frame) {
    @Nullable Object[] out = new @Nullable Object[cells.length];
    for (int i = 0; i < out.length; i++) {
      out[i] = cells[i].eval(frame);
    }
    return out;
  }

  static RowCursor distinct(RowCursor rows) {
    Set<HashKey> seen = new HashSet<>();
    return () -> {
      @Nullable Object @Nullable [] row = rows.next();
      while (row != null && !seen.add(HashKey.of(row))) {
        row = rows.next();
      }
      return row;
    };
  }

  /** Sort keys are computed on the source's row, which the frame still holds. */
  private static List<RowOrder.Keyed> sorted(RowOrder order, RowCursor rows, Frame frame) {
    List<RowOrder.Keyed> all = new ArrayList<>();
    for (@Nullable Object @Nullable [] row = rows.next(); row != null; row = rows.next()) {
      all.add(new RowOrder.Keyed(row, order.keysOf(frame)));
    }
    all.sort(order::compare);
    return all;
  }
}
