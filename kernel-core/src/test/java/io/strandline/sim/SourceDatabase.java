package io.strandline.sim;

import io.strandline.lsn.Lsn;
import io.strandline.lsn.LsnRange;
import io.strandline.lsn.Lsns;
import io.strandline.sim.SourceCommit.Kind;
import io.strandline.time.MappedCommit;
import java.time.Duration;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;

/**
 * A database with change data capture: its log, what capture has recorded of it, and what cleanup
 * has left of that.
 *
 * <p>Capture records whole commits in LSN order and lags; an idle database gets an entry about
 * every 300 s (measured); cleanup moves a watermark first and deletes later (documented). Not
 * thread-safe.
 */
final class SourceDatabase {

  static final String NAME = "sales";
  static final String FOLLOWED = "dbo_orders";
  static final String OTHER = "dbo_stock";
  static final Duration IDLE_AFTER = Duration.ofSeconds(300);

  private final ServerTime time;
  private final List<SourceCommit> log = new ArrayList<>();
  private final NavigableMap<Lsn, LocalDateTime> mapping = new TreeMap<>();
  private final ChangeTable followed;
  private final ChangeTable other;
  private int captured;
  private long lastLsn = 0x2C_0000_01A8_0003L;

  SourceDatabase(ServerTime time) {
    this.time = time;
    this.other = new ChangeTable(OTHER, 1002, enable(), time.local());
    this.followed = new ChangeTable(FOLLOWED, 1001, enable(), time.local());
  }

  private Lsn enable() {
    return commit(Kind.ENABLE, 16, lsn -> List.of()).lsn();
  }

  ServerTime time() {
    return time;
  }

  ChangeTable followed() {
    return followed;
  }

  ChangeTable other() {
    return other;
  }

  /** Every commit there ever was, in LSN order. */
  List<SourceCommit> log() {
    return log;
  }

  /** The commits that capture has recorded, cleaned up or not. */
  List<SourceCommit> recorded() {
    return log.subList(0, captured);
  }

  /** Commits now; {@code gap} is the distance to the LSN before. */
  SourceCommit commit(Kind kind, int gap, Function<Lsn, List<SourceChange>> changes) {
    lastLsn += gap;
    Lsn lsn = Lsns.lsn(lastLsn);
    SourceCommit commit = new SourceCommit(kind, lsn, time.local(), changes.apply(lsn));
    log.add(commit);
    return commit;
  }

  /** Capture records at most so many commits at once; on an idle log, perhaps an idle entry. */
  void scan(int most) {
    if (captured == log.size() && isIdle()) {
      commit(Kind.IDLE, 16, lsn -> List.of());
    }
    for (int i = 0; i < most && captured < log.size(); i++) {
      SourceCommit commit = log.get(captured++);
      mapping.put(commit.lsn(), commit.local());
      followed.capture(commit);
      if (commit.lsn().equals(other.start())) {
        other.capture(commit);
      }
    }
  }

  private boolean isIdle() {
    return mapping.isEmpty()
        || !Duration.between(mapping.lastEntry().getValue(), time.local())
            .abs()
            .minus(IDLE_AFTER)
            .isNegative();
  }

  Optional<MappedCommit> max() {
    return mapped(mapping.lastEntry());
  }

  Optional<MappedCommit> atOrBelow(Lsn lsn) {
    return mapped(mapping.floorEntry(lsn));
  }

  Optional<MappedCommit> above(Lsn lsn) {
    return mapped(mapping.higherEntry(lsn));
  }

  Optional<LocalDateTime> local(Lsn lsn) {
    return Optional.ofNullable(mapping.get(lsn));
  }

  /** The mapping's rows in a range. */
  List<MappedCommit> mapped(LsnRange range) {
    return mapping.subMap(range.start(), false, range.end(), true).entrySet().stream()
        .map(entry -> new MappedCommit(entry.getKey(), entry.getValue()))
        .toList();
  }

  /**
   * Moves a watermark to a mapping row, or to the first row of the same local time (documented).
   */
  void moveWatermark(ChangeTable table, Lsn wanted) {
    LocalDateTime local = mapping.get(wanted);
    Lsn first =
        mapping.entrySet().stream()
            .filter(entry -> entry.getValue().equals(local))
            .map(Map.Entry::getKey)
            .findFirst()
            .orElseThrow();
    table.moveWatermark(first);
  }

  /** Deletes the mapping's rows below the lowest watermark of the database (measured). */
  void purgeMapping() {
    if (followed.minLsn().isPresent() && other.minLsn().isPresent()) {
      mapping.headMap(Lsn.min(followed.minLsn().get(), other.minLsn().get()), false).clear();
    }
  }

  private static Optional<MappedCommit> mapped(Map.Entry<Lsn, LocalDateTime> entry) {
    return Optional.ofNullable(entry).map(e -> new MappedCommit(e.getKey(), e.getValue()));
  }
}
