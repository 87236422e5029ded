package io.strandline.stream;

import io.strandline.codec.FactsDetail;
import io.strandline.error.NotReadyException;
import io.strandline.error.SourceChangedException;
import io.strandline.error.StrandlineException;
import io.strandline.facts.Event;
import io.strandline.facts.FactsColumn;
import io.strandline.facts.FactsRow;
import io.strandline.lsn.Lsn;
import io.strandline.lsn.Offset;
import io.strandline.plan.SourceCheck;
import io.strandline.port.SourcePoll;
import io.strandline.report.Adoptable;
import io.strandline.state.LastBatch;
import io.strandline.state.StreamState;
import io.strandline.time.CarriedClock;
import io.strandline.time.IdleEntries;
import io.strandline.time.MappedCommit;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.util.List;
import java.util.Optional;

/**
 * The state that an adoption's commit carries.
 *
 * @param state before it, with the id that the table has now
 * @param highest the highest offset known of the table
 * @param batch the newest batch known of it
 * @param poll at {@code highest}
 * @param zone of the server's clock
 * @param latest a commit time after it is ahead of the server's clock, UTC
 * @param replaced whether the table took the place of another of its name
 */
record AdoptedState(
    StreamState state,
    Offset highest,
    long batch,
    SourcePoll poll,
    ZoneId zone,
    Instant latest,
    boolean replaced) {

  private static final String WAIT =
      "see that SQL Server Agent and the capture job run (EXEC sys.sp_cdc_start_job @job_type ="
          + " N'capture';) and call again when capture has caught up";

  private static final String ANEW =
      "; if max_lsn is still below then, load the table anew into another target (bootstrap=true)";

  StreamState after(AdoptedChanges changes, String target, String attempt) {
    Lsn max = poll.max().map(MappedCommit::lsn).orElse(Lsn.ZERO);
    if (max.isBefore(highest.lsn())) {
      throw below();
    }
    CarriedClock clock = clock(changes);
    Offset offset = new Offset(highest.lsn(), clock.commitTs());
    boolean mayLack = changes.includes(Adoptable.SOURCE) || changes.includes(Adoptable.TARGET);
    Instant lossless =
        mayLack ? latest(offset.commitTs(), state.losslessSince()) : state.losslessSince();
    return new StreamState(
        state.appId(),
        state.tableId(),
        state.generation(),
        batch + 1,
        attempt,
        offset,
        zone,
        clock.local(),
        clock.offset(),
        changes.includes(Adoptable.SOURCE)
            ? SourceCheck.identity(Optional.empty(), poll)
            : SourceCheck.unread(state.source(), poll),
        poll.atOrBelow(),
        max,
        lossless,
        state.snapshot(),
        Optional.of(LastBatch.events(events(event(changes, target, offset, lossless), target))));
  }

  /**
   * The error of a source that has not come to the highest LSN. A replica, and a capture that is
   * silent, may come to it yet; where capture is up to date, the log itself ends below.
   */
  private StrandlineException below() {
    String table =
        ", below "
            + highest.lsn()
            + ", to which the table has read: a stream never continues below its highest LSN";
    if (poll.max().isEmpty()) {
      return new NotReadyException(
          "max_lsn of the source is NULL, for capture has never recorded a commit there" + table,
          WAIT + ANEW);
    }
    MappedCommit newest = poll.max().get();
    String what = "max_lsn of the source is " + newest.lsn() + table;
    if (poll.readOnlyReplica()) {
      return new NotReadyException(
          what + "; it is a read-only replica, which may be behind",
          "call again later, or connect to the primary");
    }
    Instant recorded = CarriedClock.first(newest.local(), zone).commitTs();
    Duration silence = Duration.between(recorded, poll.clock().utc());
    return silence.compareTo(IdleEntries.STALL) > 0
        ? new SourceChangedException(
            what + "; capture has recorded nothing since " + recorded + ", so it may be behind",
            WAIT + ANEW)
        : new SourceChangedException(
            what + "; capture is up to date (" + recorded + "), so the source's own log ends below",
            "load the table anew into another target (bootstrap=true)");
  }

  /** The adoption's own event, and what else a first commit has to tell. */
  private List<FactsRow> events(FactsRow adopted, String target) {
    return replaced
        ? List.of(
            adopted,
            new StateEvents(state, target).change(Event.TABLE_REPLACED, StateEvents.ANOTHER_TABLE))
        : List.of(adopted);
  }

  /**
   * The clock at the offset as the source of now tells it, never below what was carried. A time
   * ahead of the server's clock is the old zone's or a wrong clock's and raises nothing.
   */
  private CarriedClock clock(AdoptedChanges changes) {
    boolean same = !changes.includes(Adoptable.SOURCE) && !changes.includes(Adoptable.ZONE);
    if (same && highest.equals(state.offset())) {
      return state.clock();
    }
    Instant carried = latest(state.clock().commitTs(), highest.commitTs());
    Optional<CarriedClock> read =
        poll.atOrBelow()
            .map(commit -> CarriedClock.first(commit.local(), zone))
            .filter(clock -> !clock.commitTs().isAfter(latest));
    return read.map(
            clock ->
                new CarriedClock(latest(clock.commitTs(), carried), clock.local(), clock.offset()))
        .orElseGet(
            () ->
                new CarriedClock(
                    carried,
                    LocalDateTime.ofInstant(carried, zone),
                    zone.getRules().getOffset(carried)));
  }

  private static Instant latest(Instant a, Instant b) {
    return a.isAfter(b) ? a : b;
  }

  private FactsRow event(AdoptedChanges changes, String target, Offset offset, Instant lossless) {
    FactsRow row =
        new StateEvents(state, target).identified(Event.ADOPTED).with(FactsColumn.ROWS, 0L);
    row =
        row.with(FactsColumn.MIN_LSN, offset.lsn().toString())
            .with(FactsColumn.MAX_LSN, offset.lsn().toString())
            .with(FactsColumn.END_LSN, offset.lsn().toString())
            .with(FactsColumn.END_COMMIT_TS, offset.commitTs())
            .with(
                FactsColumn.DETAIL,
                FactsDetail.adopted(changes.names(), String.join("; ", changes.words())));
    boolean gap = lossless.isAfter(state.losslessSince());
    return gap
        ? row.with(FactsColumn.LOST_FROM_TS, lostFrom(changes))
            .with(FactsColumn.LOST_TO_TS, lossless)
        : row;
  }

  /** Where what may be missing begins: the table's own offset, or nobody knows. */
  private Instant lostFrom(AdoptedChanges changes) {
    boolean behind = highest.lsn().isAfter(state.offset().lsn());
    return behind && !changes.includes(Adoptable.SOURCE)
        ? state.offset().commitTs()
        : state.losslessSince();
  }
}
