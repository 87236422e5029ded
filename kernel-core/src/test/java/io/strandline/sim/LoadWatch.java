package io.strandline.sim;

import io.strandline.lsn.Lsn;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** What one load saw of the source while it read. */
final class LoadWatch {

  private final Set<Integer> columns;
  private final List<Optional<Lsn>> watermarks = new ArrayList<>();
  private int entries;

  /**
   * A load that begins.
   *
   * @param columns ids of those that the source table has
   */
  LoadWatch(Set<Integer> columns) {
    this.columns = Set.copyOf(columns);
  }

  /** A session has read its last row, or has asked for the watermark after it. */
  void sessionEnded(int logEntries, Optional<Lsn> watermark) {
    entries = Math.max(entries, logEntries);
    watermarks.add(watermark);
  }

  boolean had(int column) {
    return columns.contains(column);
  }

  /** How many entries the log had when the last session had read its last row. */
  int entries() {
    return entries;
  }

  /** Whether the first change after a stamp was there whenever a session had read its rows. */
  boolean held(Lsn stamp) {
    return !watermarks.isEmpty()
        && watermarks.stream()
            .allMatch(seen -> seen.filter(min -> !min.isAfter(stamp.next())).isPresent());
  }
}
