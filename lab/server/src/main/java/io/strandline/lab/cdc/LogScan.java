package io.strandline.lab.cdc;

import io.strandline.lab.store.ReadView;
import io.strandline.lab.store.Seek;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.ToIntFunction;
import org.jspecify.annotations.Nullable;

/**
 * Reads a key range of an {@link OrderedLog} as a statement sees it.
 *
 * <p>A reader that takes no snapshot looks again before every row: rows published meanwhile come
 * too, rows that cleanup deletes ahead of it do not.
 */
final class LogScan<T> {

  /** Compares a column of an item's key with a value. */
  interface KeyColumns<T> {
    int compare(T item, int column, Object value);
  }

  private final OrderedLog<T> log;
  private final ReadView view;
  private final Seek seek;
  private final KeyColumns<T> key;
  private final boolean reverse;
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
      LongAdder visited) {
    this.log = log;
    this.view = view;
    this.seek = seek;
    this.key = key;
    this.reverse = reverse;
    this.visited = visited;
    this.extent = current();
    this.next = reverse ? end(extent) - 1 : start(extent);
    this.limit = reverse ? start(extent) : end(extent);
  }

  private OrderedLog.Extent<T> current() {
    return view.mode() == ReadView.Mode.DIRTY ? log.newest() : log.at(view.horizon());
  }

  private long start(OrderedLog.Extent<T> in) {
    Seek.Edge from = seek.from();
    return from == null ? in.first() : in.firstNotBelow(side(from));
  }

  private long end(OrderedLog.Extent<T> in) {
    Seek.Edge to = seek.to();
    return to == null ? in.end() : Math.max(start(in), in.firstNotBelow(side(to)));
  }

  /** Negative for items before the edge, positive for those after it. */
  private ToIntFunction<T> side(Seek.Edge edge) {
    return item -> {
      for (int i = 0; i < edge.values().size(); i++) {
        int order = key.compare(item, i, edge.values().get(i));
        if (order != 0) {
          return order;
        }
      }
      return edge.after() ? -1 : 1;
    };
  }

  /** The next item; {@code null} at the end. */
  @Nullable T next() {
    refresh();
    boolean done = reverse ? next < limit : next >= limit;
    if (done) {
      return null;
    }
    visited.increment();
    T item = extent.get(next);
    next += reverse ? -1 : 1;
    return item;
  }

  private void refresh() {
    if (view.mode() == ReadView.Mode.SNAPSHOT || log.newest() == extent) {
      return;
    }
    OrderedLog.Extent<T> now = current();
    // Replaced items are of another shape than the reader asked for: it goes on with the old ones,
    // as if the change had waited for it.
    if (now == extent || now.generation() != extent.generation()) {
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
