package io.strandline.stream;

import io.strandline.facts.Event;
import io.strandline.facts.FactsColumn;
import io.strandline.facts.FactsRow;
import io.strandline.lsn.Lsn;
import io.strandline.lsn.Offset;
import io.strandline.plan.SourceCheck;
import io.strandline.port.SourcePoll;
import io.strandline.state.LastBatch;
import io.strandline.state.SnapshotState;
import io.strandline.state.StreamState;
import io.strandline.time.CarriedClock;
import io.strandline.time.MappedCommit;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The state that a load's commit carries: a stream without batches goes on from the stamp; one with
 * batches stays where it is, so that no change between is left out.
 *
 * @param target the table's name
 * @param moved what moved at the source, in words
 * @param replaced whether the table took the place of another of its name
 */
record LoadedState(
    StreamState state,
    SourcePoll poll,
    MappedCommit stamp,
    String target,
    Optional<String> moved,
    boolean replaced) {

  private static final double MEGABYTE = 1e6;

  StreamState after(Instant startedAt, Instant now, Transferred read, String attempt) {
    boolean first = state.lastBatch().isEmpty();
    CarriedClock clock = first ? CarriedClock.first(stamp.local(), state.zone()) : state.clock();
    Lsn max = poll.max().map(MappedCommit::lsn).orElse(Lsn.ZERO);
    return new StreamState(
        state.appId(),
        state.tableId(),
        state.generation(),
        state.batchId() + 1,
        attempt,
        first ? new Offset(stamp.lsn(), clock.commitTs()) : state.offset(),
        state.zone(),
        clock.local(),
        clock.offset(),
        SourceCheck.unread(state.source(), poll),
        first ? Optional.of(stamp) : state.anchor(),
        Lsn.max(state.highestMaxLsn(), max),
        first ? clock.commitTs() : state.losslessSince(),
        Optional.of(
            new SnapshotState(
                stamp.lsn(),
                SnapshotState.Mode.FULL,
                state.snapshot().map(SnapshotState::kind).orElse(SnapshotState.Kind.BOOTSTRAP),
                true)),
        Optional.of(LastBatch.events(events(loaded(startedAt, now, read)))));
  }

  /** The load's own event, and what else a first commit has to tell. */
  private List<FactsRow> events(FactsRow loaded) {
    List<FactsRow> events = new ArrayList<>(List.of(loaded));
    StateEvents rows = new StateEvents(state, target);
    moved.ifPresent(what -> events.add(rows.change(Event.SOURCE_MOVED, what)));
    if (replaced) {
      events.add(rows.change(Event.TABLE_REPLACED, StateEvents.ANOTHER_TABLE));
    }
    return events;
  }

  private FactsRow loaded(Instant startedAt, Instant now, Transferred read) {
    String lsn = stamp.lsn().toString();
    Instant ts = CarriedClock.first(stamp.local(), state.zone()).commitTs();
    FactsRow row =
        new StateEvents(state, target)
            .identified(Event.BOOTSTRAP)
            .with(FactsColumn.ROWS, read.tally().rows())
            .with(FactsColumn.MIN_LSN, lsn)
            .with(FactsColumn.MAX_LSN, lsn)
            .with(FactsColumn.END_LSN, lsn)
            .with(FactsColumn.MIN_COMMIT_TS, ts)
            .with(FactsColumn.MAX_COMMIT_TS, ts)
            .with(FactsColumn.END_COMMIT_TS, ts);
    return row.with(FactsColumn.STARTED_AT, startedAt)
        .with(FactsColumn.DURATION_MS, Duration.between(startedAt, now).toMillis())
        .with(FactsColumn.SOURCE_WAIT_MS, read.waited().toMillis())
        .with(FactsColumn.READ_MB, read.tally().megabytes())
        .with(FactsColumn.WRITTEN_MB, read.files().bytes() / MEGABYTE)
        .with(FactsColumn.FILES, read.files().files());
  }
}
