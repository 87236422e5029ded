package io.strandline.sim;

import io.strandline.lsn.Lsn;
import io.strandline.time.MappedCommit;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The commit times that a stream must give: worked out anew over every mapped commit, whoever's it
 * is, from the stream's first on.
 */
final class CommitTimes {

  private final ZoneId zone;
  private final Map<Lsn, Instant> times = new HashMap<>();
  private Instant highest;
  private LocalDateTime lastLocal;
  private boolean lastClamped;
  private int clamped;
  private int secondReadings;
  private int firstReadings;

  /** Times after a first commit that has this local time. */
  CommitTimes(ZoneId zone, LocalDateTime first) {
    this.zone = zone;
    this.lastLocal = first;
    this.highest = first.toInstant(zone.getRules().getValidOffsets(first).get(0));
  }

  /** Times that go on from here without moving these. */
  CommitTimes copy() {
    CommitTimes copy = new CommitTimes(zone, lastLocal);
    copy.highest = highest;
    copy.lastClamped = lastClamped;
    return copy;
  }

  /**
   * What a range of commits met.
   *
   * @param regressions those that fell below their predecessors while the one before had not
   * @param fallen all that fell, with their own times
   * @param ahead those that were ahead of the server's clock
   * @param deepest how far the clock went back between two of them at most
   */
  record Walk(
      List<Lsn> regressions,
      Map<Lsn, Instant> fallen,
      List<MappedCommit> ahead,
      Duration deepest) {}

  /** The highest time so far. */
  Instant highest() {
    return highest;
  }

  LocalDateTime lastLocal() {
    return lastLocal;
  }

  /**
   * Goes on over commits of a range that was planned when the server's clock showed a time.
   *
   * @param above commits later than this local time are ahead, and take the time before them
   */
  Walk advance(List<MappedCommit> commits, Optional<LocalDateTime> above, Instant serverUtc) {
    List<Lsn> regressions = new ArrayList<>();
    Map<Lsn, Instant> fallen = new LinkedHashMap<>();
    List<MappedCommit> ahead = new ArrayList<>();
    Duration deepest = Duration.ZERO;
    for (MappedCommit commit : commits) {
      if (above.isPresent() && commit.local().isAfter(above.get())) {
        ahead.add(commit);
        times.put(commit.lsn(), highest);
        lastClamped |=
            commit.local().toInstant(zone.getRules().getOffset(commit.local())).isBefore(highest);
        continue;
      }
      Instant own = commit.local().toInstant(reading(commit.local(), serverUtc));
      boolean falls = own.isBefore(highest);
      if (falls) {
        clamped++;
        fallen.put(commit.lsn(), own);
        Duration depth = Duration.between(latest(commit.local(), own, serverUtc), highest);
        if (commit.local().isBefore(lastLocal) && depth.compareTo(deepest) > 0) {
          deepest = depth;
        }
      } else {
        highest = own;
      }
      if (falls && !lastClamped) {
        regressions.add(commit.lsn());
      }
      lastClamped = falls;
      times.put(commit.lsn(), highest);
      lastLocal = commit.local();
    }
    return new Walk(regressions, fallen, ahead, deepest);
  }

  private Instant latest(LocalDateTime local, Instant own, Instant serverUtc) {
    return zone.getRules().getValidOffsets(local).stream()
        .map(local::toInstant)
        .filter(reading -> !reading.isAfter(serverUtc))
        .reduce(own, (a, b) -> a.isAfter(b) ? a : b);
  }

  private ZoneOffset reading(LocalDateTime local, Instant serverUtc) {
    List<ZoneOffset> readings = zone.getRules().getValidOffsets(local);
    if (readings.size() == 1) {
      return readings.get(0);
    }
    Violation.unless(readings.size() == 2, "simulator", "%s does not exist in %s", local, zone);
    Instant first = local.toInstant(readings.get(0));
    Instant second = local.toInstant(readings.get(1));
    Instant change = zone.getRules().nextTransition(first).getInstant();
    long shift = Duration.between(first, second).toSeconds();
    boolean past = !highest.isBefore(change);
    boolean back = Duration.between(local, lastLocal).toMillis() >= shift * 500;
    if (past || back && !second.isAfter(serverUtc)) {
      secondReadings++;
      return readings.get(1);
    }
    firstReadings++;
    return readings.get(0);
  }

  /** The time of a commit; empty if it was never mapped in a range. */
  Optional<Instant> of(Lsn commit) {
    return Optional.ofNullable(times.get(commit));
  }

  /** How many commits took a later time than their own. */
  int clamped() {
    return clamped;
  }

  int secondReadings() {
    return secondReadings;
  }

  int firstReadings() {
    return firstReadings;
  }
}
