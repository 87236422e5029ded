package io.strandline.time;

import java.time.Duration;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.zone.ZoneOffsetTransition;

/**
 * Turns local commit times, given in LSN order, into UTC instants that never go back.
 *
 * <p>An instant is the exact conversion of the local time or the highest instant so far, whichever
 * is later. A local hour that the zone repeats has two readings. The second is taken when the
 * carried commit is already past the change, or when the local clock went back by at least half the
 * zone's shift since the carried commit and the reading is not later than the server's own UTC
 * clock; else the first, so that an instant errs early and the verdict late. A local time that the
 * zone skips takes the earlier reading. Not thread-safe.
 */
public final class CommitClock {

  private final ZoneId zone;
  private final Instant serverUtc;
  private CarriedClock carried;
  private Instant own;
  private Instant latest;

  /**
   * A clock that goes on from {@code start}.
   *
   * @param zone of the server's local clock
   * @param start the reading of the last commit before the first given
   * @param serverUtc the server's UTC clock when the commits were listed
   */
  public CommitClock(ZoneId zone, CarriedClock start, Instant serverUtc) {
    this.zone = zone;
    this.serverUtc = serverUtc;
    this.carried = start;
    this.own = start.commitTs();
    this.latest = own;
  }

  /** The commit time of the next commit. */
  public Instant advance(LocalDateTime local) {
    CarriedClock read = read(local);
    own = read.commitTs();
    latest = latest(local);
    Instant commitTs = own.isBefore(carried.commitTs()) ? carried.commitTs() : own;
    carried = new CarriedClock(commitTs, local, read.offset());
    return commitTs;
  }

  /** The reading of the last commit given. */
  public CarriedClock carried() {
    return carried;
  }

  /** The last commit's own time, before it was raised to the carried one. */
  public Instant own() {
    return own;
  }

  /**
   * The latest that the last commit's own time can have been: the second reading of an hour that
   * the zone repeats, if the server's clock had reached it.
   */
  public Instant latest() {
    return latest;
  }

  private Instant latest(LocalDateTime local) {
    ZoneOffsetTransition change = zone.getRules().getTransition(local);
    if (change == null || !change.isOverlap()) {
      return own;
    }
    Instant second = local.toInstant(change.getOffsetAfter());
    return second.isAfter(serverUtc) ? own : second;
  }

  /** Whether the last commit's own time was below the highest before it. */
  public boolean clamped() {
    return own.isBefore(carried.commitTs());
  }

  private CarriedClock read(LocalDateTime local) {
    ZoneOffsetTransition change = zone.getRules().getTransition(local);
    boolean second = change != null && change.isOverlap() && isSecondReading(local, change);
    return second
        ? new CarriedClock(local.toInstant(change.getOffsetAfter()), local, change.getOffsetAfter())
        : CarriedClock.first(local, zone);
  }

  private boolean isSecondReading(LocalDateTime local, ZoneOffsetTransition change) {
    if (!carried.commitTs().isBefore(change.getInstant())) {
      return true;
    }
    Duration shift = change.getDuration().abs();
    Duration wentBack = Duration.between(local, carried.local());
    boolean repeated = wentBack.multipliedBy(2).compareTo(shift) >= 0;
    boolean possible = !local.toInstant(change.getOffsetAfter()).isAfter(serverUtc);
    return repeated && possible;
  }
}
