package io.strandline.lab.cdc;

import io.strandline.lab.sql.type.Compare;
import io.strandline.lab.store.ReadView;
import io.strandline.lab.store.RowCursor;
import io.strandline.lab.store.Seek;
import java.time.LocalDateTime;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/** {@code cdc.lsn_time_mapping}: commit LSNs and local commit times, found by either. */
public final class LsnTimeMapping {

  private static final Lsn HIGHEST = new Lsn(-1, 0xFFFF);

  /** A place in the order by time. */
  record TimeKey(LocalDateTime time, Lsn lsn) {}

  private final OrderedLog<LsnTimeEntry> log = new OrderedLog<>();
  private final ConcurrentSkipListMap<TimeKey, LsnTimeEntry> byTime =
      new ConcurrentSkipListMap<>(Comparator.comparing(TimeKey::time).thenComparing(TimeKey::lsn));
  private final LongAdder visited = new LongAdder();

  /** Rows in LSN order. */
  public RowCursor scan(ReadView view, Seek seek, boolean reverse) {
    LogScan<LsnTimeEntry> entries =
        new LogScan<>(log, view, seek, LsnTimeMapping::compareKey, reverse, visited);
    return () -> {
      LsnTimeEntry entry = entries.next();
      return entry == null ? null : row(entry);
    };
  }

  /** Rows in the order of their end times, then of LSNs. */
  public RowCursor scanByTime(ReadView view, Seek seek, boolean reverse) {
    return new TimeScan(byTime, log, view, seek, reverse, visited);
  }

  private static int compareKey(LsnTimeEntry entry, int column, Object value) {
    return column == 0
        ? ChangeRow.lsn(entry.startLsn(), value)
        : Compare.values(entry.endTime(), value);
  }

  static @Nullable Object[] row(LsnTimeEntry entry) {
    return new @Nullable Object[] {
      entry.startLsn().bytes(),
      entry.beginTime(),
      entry.endTime(),
      entry.tranId(),
      entry.beginLsn().bytes()
    };
  }

  /** How many rows all reads together have looked at. */
  public long visitedRows() {
    return visited.sum();
  }

  /** The highest LSN as of a commit number; {@code null} if there is no row. */
  public @Nullable Lsn max(long horizon) {
    OrderedLog.Extent<LsnTimeEntry> extent = log.at(horizon);
    return extent.end() == extent.first() ? null : extent.get(extent.end() - 1).startLsn();
  }

  /** The lowest LSN as of a commit number; {@code null} if there is no row. */
  public @Nullable Lsn min(long horizon) {
    OrderedLog.Extent<LsnTimeEntry> extent = log.at(horizon);
    return extent.end() == extent.first() ? null : extent.get(extent.first()).startLsn();
  }

  /** The latest end time of all rows; {@code null} if there is no row. */
  @Nullable LocalDateTime newestTime(long horizon) {
    Lsn max = max(horizon);
    for (TimeKey key : byTime.descendingKeySet()) {
      if (max != null && key.lsn().compareTo(max) <= 0) {
        return key.time();
      }
    }
    return null;
  }

  /** The row of exactly this LSN. */
  @Nullable LsnTimeEntry find(Lsn lsn, long horizon) {
    OrderedLog.Extent<LsnTimeEntry> extent = log.at(horizon);
    long position = extent.firstNotBelow(entry -> entry.startLsn().compareTo(lsn));
    if (position >= extent.end() || !extent.get(position).startLsn().equals(lsn)) {
      return null;
    }
    return extent.get(position);
  }

  /** {@code sys.fn_cdc_map_lsn_to_time}: NULL for an LSN without a row. */
  public @Nullable LocalDateTime timeOf(Lsn lsn, long horizon) {
    LsnTimeEntry entry = find(lsn, horizon);
    return entry == null ? null : entry.endTime();
  }

  /**
   * {@code sys.fn_cdc_map_time_to_lsn}: of rows that tie, "largest" takes the highest LSN and
   * "smallest" the lowest (documented).
   *
   * @param largest whether the last row before the time is asked for, else the first after it
   * @param orEqual whether a row at the time counts
   */
  public @Nullable Lsn lsnAt(LocalDateTime time, boolean largest, boolean orEqual, long horizon) {
    Lsn max = max(horizon);
    Lsn min = min(horizon);
    if (max == null || min == null) {
      return null;
    }
    boolean beforeTies = largest != orEqual;
    TimeKey edge = new TimeKey(time, beforeTies ? Lsn.ZERO : HIGHEST);
    Map<TimeKey, LsnTimeEntry> candidates =
        largest ? byTime.headMap(edge, true).descendingMap() : byTime.tailMap(edge, true);
    for (TimeKey key : candidates.keySet()) {
      if (key.lsn().compareTo(max) <= 0 && key.lsn().compareTo(min) >= 0) {
        return key.lsn();
      }
    }
    return null;
  }

  /** The lowest LSN among the rows with the same end time as {@code entry}. */
  Lsn lowestTie(LsnTimeEntry entry, long horizon) {
    Lsn lowest = lsnAt(entry.endTime(), false, true, horizon);
    return lowest == null ? entry.startLsn() : lowest;
  }

  void append(List<LsnTimeEntry> entries, long number, long oldestSnapshot) {
    for (LsnTimeEntry entry : entries) {
      byTime.put(new TimeKey(entry.endTime(), entry.startLsn()), entry);
    }
    log.append(entries, LogBlock::ofReferences, number, oldestSnapshot);
  }

  void deleteBelow(Lsn watermark, long number, long oldestSnapshot) {
    OrderedLog.Extent<LsnTimeEntry> extent = log.newest();
    long end = extent.firstNotBelow(entry -> entry.startLsn().compareTo(watermark));
    if (end == extent.first()) {
      return;
    }
    for (long position = extent.first(); position < end; position++) {
      LsnTimeEntry entry = extent.get(position);
      byTime.remove(new TimeKey(entry.endTime(), entry.startLsn()));
    }
    log.deleteBefore(end, number, oldestSnapshot);
  }

  void deleteAbove(Lsn lsn, long number, long oldestSnapshot) {
    OrderedLog.Extent<LsnTimeEntry> extent = log.newest();
    long first = extent.firstNotBelow(entry -> entry.startLsn().compareTo(lsn.increment()));
    for (long position = first; position < extent.end(); position++) {
      LsnTimeEntry entry = extent.get(position);
      byTime.remove(new TimeKey(entry.endTime(), entry.startLsn()));
    }
    log.deleteFrom(first, LogBlock::ofReferences, number, oldestSnapshot);
  }
}
