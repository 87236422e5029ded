package io.strandline.lab.cdc;

import io.strandline.lab.store.ReadView;
import io.strandline.lab.store.RowCursor;
import io.strandline.lab.store.Seek;
import java.time.LocalDateTime;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.ConcurrentNavigableMap;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/** Reads a range of the mapping in the order of end times. */
final class TimeScan implements RowCursor {

  private static final Lsn HIGHEST = new Lsn(-1, 0xFFFF);
  private static final boolean[] ASCENDING = {false, false};

  private final OrderedLog<LsnTimeEntry> log;
  private final ReadView view;
  private final LongAdder visited;
  private final Iterator<LsnTimeEntry> entries;

  TimeScan(
      ConcurrentNavigableMap<LsnTimeMapping.TimeKey, LsnTimeEntry> byTime,
      OrderedLog<LsnTimeEntry> log,
      ReadView view,
      Seek seek,
      boolean reverse,
      LongAdder visited) {
    this.log = log;
    this.view = view;
    this.visited = visited;
    Seek.Edge from = seek.from();
    Seek.Edge to = seek.to();
    if (seek.isEmpty(ASCENDING)) {
      this.entries = Collections.emptyIterator();
      return;
    }
    ConcurrentNavigableMap<LsnTimeMapping.TimeKey, LsnTimeEntry> range = byTime;
    if (from != null) {
      range = range.tailMap(place(from), !from.after());
    }
    if (to != null) {
      range = range.headMap(place(to), to.after());
    }
    this.entries = (reverse ? range.descendingMap() : range).values().iterator();
  }

  /** The lowest or highest place that an edge's values leave open. */
  private static LsnTimeMapping.TimeKey place(Seek.Edge edge) {
    List<Object> values = edge.values();
    Lsn lsn = edge.after() ? HIGHEST : Lsn.ZERO;
    return new LsnTimeMapping.TimeKey(
        (LocalDateTime) values.get(0), values.size() > 1 ? Lsn.of((byte[]) values.get(1)) : lsn);
  }

  @Override
  public @Nullable Object @Nullable [] next() {
    while (entries.hasNext()) {
      LsnTimeEntry entry = entries.next();
      visited.increment();
      if (isVisible(entry.startLsn())) {
        return LsnTimeMapping.row(entry);
      }
    }
    return null;
  }

  private boolean isVisible(Lsn lsn) {
    OrderedLog.Extent<LsnTimeEntry> extent =
        view.mode() == ReadView.Mode.DIRTY ? log.newest() : log.at(view.horizon());
    return extent.first() < extent.end()
        && extent.get(extent.first()).startLsn().compareTo(lsn) <= 0
        && extent.get(extent.end() - 1).startLsn().compareTo(lsn) >= 0;
  }
}
