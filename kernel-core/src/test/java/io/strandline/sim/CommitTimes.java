package io.strandline.sim;

import io.strandline.lsn.Lsn;
import io.strandline.lsn.LsnRange;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The commit times that a stream must give: worked out anew over every recorded commit, whoever's
 * it is, from the stream's first on.
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
    return copy;
  }

  /** The highest time so far. */
  Instant highest() {
    return highest;
  }

  LocalDateTime lastLocal() {
    return lastLocal;
  }

  /**
   * Goes on over the commits of a range that was planned when the server's clock showed a time.
   *
   * @return the commits that fell below their predecessors while those had not
   */
  List<Lsn> advance(List<SourceCommit> recorded, LsnRange range, Instant serverUtc) {
    List<Lsn> regressions = new ArrayList<>();
    for (SourceCommit commit : recorded) {
      if (range.contains(commit.lsn())) {
        Instant own = commit.local().toInstant(reading(commit.local(), serverUtc));
        boolean falls = own.isBefore(highest);
        if (falls) {
          clamped++;
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
    }
    return regressions;
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

  Instant of(Lsn commit) {
    return times.get(commit);
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
