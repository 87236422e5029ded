package io.strandline.stream;

import io.strandline.change.TableColumn;
import io.strandline.error.DataLossException;
import io.strandline.error.InvalidOptionsException;
import io.strandline.lsn.Lsn;
import io.strandline.lsn.Offset;
import io.strandline.option.Option;
import io.strandline.option.StartingPoint;
import io.strandline.option.StreamOptions;
import io.strandline.plan.ClockCheck;
import io.strandline.plan.ColumnSelection;
import io.strandline.plan.InstanceOrder;
import io.strandline.plan.SchemaPlan;
import io.strandline.plan.SourceCheck;
import io.strandline.port.ChangeSource;
import io.strandline.port.InstanceView;
import io.strandline.port.PollRequest;
import io.strandline.port.SourcePoll;
import io.strandline.report.IdleReason;
import io.strandline.state.SnapshotState;
import io.strandline.state.StreamState;
import io.strandline.time.CarriedClock;
import io.strandline.time.MappedCommit;
import java.time.ZoneId;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * Makes a stream's tables where there are none, once the source can say where to begin and the
 * first batch passes its checks: a call that fails for the source leaves no tables behind.
 */
final class TableCreation {

  /** Checks the batch after a state; throws what its plan throws. */
  interface FirstBatch {
    void verify(StreamState state, SourcePoll poll, List<TableColumn> columns);
  }

  private static final String NO_TABLE = "";

  private final ChangeSource source;
  private final StreamTables tables;
  private final StreamOptions options;

  TableCreation(ChangeSource source, StreamTables tables, StreamOptions options) {
    this.source = source;
    this.tables = tables;
    this.options = options;
  }

  /**
   * Creates the tables, or says what the source has to do first; then nothing was written. Empty if
   * the tables are there now, or if the source has to be looked at again.
   *
   * @param poll at {@link Lsn#ZERO}
   * @param attempt random id of the creation
   * @param firstBatch called unless everything captured counts as processed
   */
  Optional<IdleReason> create(SourcePoll poll, String attempt, FirstBatch firstBatch) {
    SourceCheck.listed(options.captureInstance(), poll);
    List<TableColumn> columns = columns(poll);
    InstanceView oldest = poll.instances().get(0);
    ZoneId zone = ClockCheck.zone(poll.clock(), Optional.empty());
    if (poll.max().isEmpty()) {
      return Optional.of(IdleReason.CAPTURE_NEVER_RAN);
    }
    if (oldest.minLsn().isEmpty()) {
      return Optional.of(IdleReason.ENABLE_NOT_CAPTURED);
    }
    Lsn max = poll.max().get().lsn();
    Lsn start = start(max, oldest.minLsn().get());
    if (start.isAfter(max)) {
      // No commit time is known there yet, so nothing could say from where on the history is whole.
      refuseAhead(max);
      return Optional.of(IdleReason.ENABLE_NOT_CAPTURED);
    }
    SourcePoll there =
        InstanceOrder.of(
            source.poll(new PollRequest(options.captureInstance(), List.of(), start)),
            Optional.empty());
    Optional<MappedCommit> first = there.atOrBelow().or(there::above);
    if (first.isEmpty()) {
      return Optional.of(IdleReason.CAPTURE_NEVER_RAN);
    }
    CarriedClock clock = CarriedClock.first(first.get().local(), zone);
    Function<String, StreamState> initial =
        tableId -> initial(tableId, attempt, start, there, clock, zone);
    if (there.max().filter(newest -> newest.lsn().isAfter(start)).isPresent()) {
      try {
        SourceCheck.listed(options.captureInstance(), there);
        firstBatch.verify(initial.apply(NO_TABLE), there, columns);
      } catch (DataLossException e) {
        if (!(options.start() instanceof StartingPoint.After)
            || !options.policy().failOnDataLoss()) {
          // Cleanup has moved on since the start was chosen: the caller looks again.
          return Optional.empty();
        }
        throw e;
      }
    }
    tables.createShared();
    tables.bronze().create(columns, initial);
    return Optional.empty();
  }

  /** The columns of all instances, so that a newer one finds its own when it takes over. */
  private List<TableColumn> columns(SourcePoll poll) {
    ColumnSelection selection = new ColumnSelection(options.columns());
    List<SchemaPlan.Selected> all =
        poll.instances().stream()
            .map(InstanceView::instance)
            .map(instance -> new SchemaPlan.Selected(instance, selection.columns(instance)))
            .toList();
    return SchemaPlan.of(List.of(), false, all).captured();
  }

  private void refuseAhead(Lsn max) {
    if (options.start() instanceof StartingPoint.After after) {
      throw new InvalidOptionsException(
          Option.STARTING_LSN.javaName()
              + " "
              + after.processed()
              + " is above "
              + max
              + ", the newest commit that capture has recorded",
          "name the LSN of a commit that was processed, or earliest, or latest; nothing was written");
    }
  }

  private Lsn start(Lsn max, Lsn oldest) {
    if (options.start() instanceof StartingPoint.After after) {
      return after.processed();
    }
    Lsn beforeOldest = oldest.previous();
    return options.policy().bootstrap() || options.start() instanceof StartingPoint.Latest
        ? Lsn.max(max, beforeOldest)
        : beforeOldest;
  }

  private StreamState initial(
      String tableId, String attempt, Lsn start, SourcePoll poll, CarriedClock clock, ZoneId zone) {
    return new StreamState(
        options.appId(),
        tableId,
        0,
        StreamState.CREATION,
        attempt,
        new Offset(start, clock.commitTs()),
        zone,
        clock.local(),
        clock.offset(),
        SourceCheck.identity(Optional.empty(), poll),
        poll.atOrBelow(),
        poll.max().map(MappedCommit::lsn).orElse(Lsn.ZERO),
        clock.commitTs(),
        options.policy().bootstrap() ? Optional.of(open(start)) : Optional.empty(),
        Optional.empty());
  }

  private static SnapshotState open(Lsn start) {
    return new SnapshotState(start, SnapshotState.Mode.FULL, SnapshotState.Kind.BOOTSTRAP, false);
  }
}
