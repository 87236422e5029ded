package io.strandline.lab.cdc;

import io.strandline.lab.store.ReadView;
import io.strandline.lab.store.RowCursor;
import io.strandline.lab.store.Seek;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Function;
import java.util.function.ToIntFunction;
import org.jspecify.annotations.Nullable;

/**
 * Reads a key range of an {@link OrderedLog} as a statement sees it.
 *
 * <p>A reader that takes no snapshot looks again before every row: rows published meanwhile come
 * too, rows that cleanup deletes ahead of it do not.
 */
final class LogScan<T> implements RowCursor {

  /** Compares a column of an item's key with a value. */
  interface KeyColumns<T> {
    int compare(T item, int column, Object value);
  }

  private final OrderedLog<T> log;
  private final ReadView view;
  private final Seek seek;
  private final KeyColumns<T> key;
  private final boolean reverse;
  private final Function<T, @Nullable Object[]> row;
  private final LongAdder visited;

  private OrderedLog.Extent<T> extent;
  private long next;
  private long limit;

  LogScan(
      OrderedLog<T> log,
      ReadView view,
      Seek seek,
      KeyColumns<T> key,
      boolean reverse,
      Function<T, @Nullable Object[]> row,
      LongAdder visited) {
    this.log = log;
    this.view = view;
    this.seek = seek;
    this.key = key;
    this.reverse = reverse;
    this.row = row;
    this.visited = visited;
    this.extent = current();
    this.next = reverse ? end(extent) - 1 : start(extent);
    this.limit = reverse ? start(extent) : end(extent);
  }

  private OrderedLog.Extent<T> current() {
    return view.mode() == ReadView.Mode.DIRTY ? log.newest() : log.at(view.horizon());
  }

  private long start(OrderedLog.Extent<T> in) {
    return in.firstNotBelow(belowLow());
  }

  private long end(OrderedLog.Extent<T> in) {
    return in.firstNotBelow(aboveHigh());
  }

  private int comparePrefix(T item) {
    for (int i = 0; i < seek.prefix().size(); i++) {
      int order = key.compare(item, i, seek.prefix().get(i));
      if (order != 0) {
        return order;
      }
    }
    return 0;
  }

  private ToIntFunction<T> belowLow() {
    Seek.Bound low = seek.low();
    int column = seek.prefix().size();
    return item -> {
      int order = comparePrefix(item);
      if (order != 0 || low == null) {
        return order < 0 ? -1 : 1;
      }
      int bound = key.compare(item, column, low.value());
      return bound < 0 || bound == 0 && !low.inclusive() ? -1 : 1;
    };
  }

  private ToIntFunction<T> aboveHigh() {
    Seek.Bound high = seek.high();
    int column = seek.prefix().size();
    return item -> {
      int order = comparePrefix(item);
      if (order != 0 || high == null) {
        return order <= 0 ? -1 : 1;
      }
      int bound = key.compare(item, column, high.value());
      return bound < 0 || bound == 0 && high.inclusive() ? -1 : 1;
    };
  }

  @Override
  public @Nullable Object @Nullable [] next() {
    refresh();
    boolean done = reverse ? next < limit : next >= limit;
    if (done) {
      return null;
    }
    visited.increment();
    T item = extent.get(next);
    next += reverse ? -1 : 1;
    return row.apply(item);
  }

  private void refresh() {
    if (view.mode() == ReadView.Mode.SNAPSHOT || log.newest() == extent) {
      return;
    }
    OrderedLog.Extent<T> now = current();
    if (now == extent) {
      return;
    }
    extent = now;
    if (reverse) {
      next = Math.min(next, now.end() - 1);
      limit = start(now);
    } else {
      next = Math.max(next, now.first());
      limit = end(now);
    }
  }
}
