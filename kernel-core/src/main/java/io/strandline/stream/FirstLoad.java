package io.strandline.stream;

import io.strandline.error.SourceChangedException;
import io.strandline.lsn.Lsn;
import io.strandline.lsn.LsnRange;
import io.strandline.option.StreamOptions;
import io.strandline.plan.ClockCheck;
import io.strandline.plan.ColumnSelection;
import io.strandline.plan.RetentionGuard;
import io.strandline.plan.SchemaPlan;
import io.strandline.port.BronzeHead;
import io.strandline.port.ChangeSource;
import io.strandline.port.InstanceView;
import io.strandline.port.SnapshotLayoutRequest;
import io.strandline.port.SnapshotReadRequest;
import io.strandline.port.SnapshotView;
import io.strandline.port.SnapshotViewRequest;
import io.strandline.port.SourcePoll;
import io.strandline.report.IdleReason;
import io.strandline.report.IngestReport;
import io.strandline.snapshot.SnapshotLayout;
import io.strandline.state.StreamState;
import io.strandline.time.CarriedClock;
import io.strandline.time.MappedCommit;
import java.util.List;
import java.util.Optional;

/**
 * Brings the rows of the source table into bronze, in one commit that also sets the position.
 *
 * <p>The stamp is recorded before the read: what is committed at or below it is in the rows, and
 * what is committed during the read comes again as changes after it.
 */
final class FirstLoad {

  private final ChangeSource source;
  private final StreamTables tables;
  private final StreamOptions options;
  private final Surroundings surroundings;

  FirstLoad(
      ChangeSource source, StreamTables tables, StreamOptions options, Surroundings surroundings) {
    this.source = source;
    this.tables = tables;
    this.options = options;
    this.surroundings = surroundings;
  }

  /**
   * Loads, or says why it has to wait; empty if another caller was first.
   *
   * @param moved what moved at the source, in words
   */
  Optional<IngestReport> load(
      CallProgress call, BronzeHead.Present table, SourcePoll poll, Optional<String> moved) {
    StreamState state = table.state();
    Optional<IdleReason> wait = waits(state, poll);
    if (wait.isPresent()) {
      return Optional.of(call.idle(state, wait.get()));
    }
    InstanceView newest = newest(poll, poll.max().orElseThrow().lsn());
    MappedCommit stamp = poll.max().orElseThrow();
    if (state.lastBatch().isEmpty()) {
      ClockCheck.verifyStart(
          CarriedClock.first(stamp.local(), state.zone()).commitTs(),
          poll.clock().utc(),
          options.clocks().maxSkew());
    }
    SchemaPlan schema = schema(table, newest);
    SnapshotView view =
        source.view(new SnapshotViewRequest(newest.instance(), schema.of(newest.instance())));
    verify(view, poll, newest);
    Transferred read = read(call, table, view, new Stamped(stamp, state, newest, schema));
    LoadedState next =
        new LoadedState(
            state, poll, stamp, tables.bronze().name(), moved, call.replacesAnotherTable(state));
    StreamState after =
        next.after(call.startedAt(), surroundings.clock().instant(), read, surroundings.newId());
    if (new Commit(tables.bronze()).happens(table, schema.captured(), read.files(), after)) {
      return Optional.of(call.loaded(after));
    }
    call.conflicted();
    return Optional.empty();
  }

  /**
   * What all rows of a load share.
   *
   * @param stamp the commit recorded before the read
   * @param instance whose columns are read
   */
  record Stamped(MappedCommit stamp, StreamState state, InstanceView instance, SchemaPlan schema) {}

  private static Optional<IdleReason> waits(StreamState state, SourcePoll poll) {
    if (poll.max().isEmpty()) {
      return Optional.of(IdleReason.CAPTURE_NEVER_RAN);
    }
    Lsn max = poll.max().get().lsn();
    // A watermark above max_lsn is of an instance that capture came to between the two.
    boolean captured =
        newest(poll, max).minLsn().filter(min -> !min.isAfter(max.next())).isPresent();
    return captured && !max.isBefore(state.offset().lsn())
        ? Optional.empty()
        : Optional.of(IdleReason.ENABLE_NOT_CAPTURED);
  }

  /** The newest instance that holds what comes after the stamp. */
  private static InstanceView newest(SourcePoll poll, Lsn max) {
    InstanceView found = poll.instances().get(0);
    for (InstanceView view : poll.instances()) {
      if (view.minLsn().filter(min -> !min.isAfter(max.next())).isPresent()) {
        found = view;
      }
    }
    return found;
  }

  private SchemaPlan schema(BronzeHead.Present table, InstanceView newest) {
    ColumnSelection selection = new ColumnSelection(options.columns());
    selection.verifyTaken(newest.instance(), table.captured());
    var selected = new SchemaPlan.Selected(newest.instance(), selection.columns(newest.instance()));
    SchemaPlan schema = SchemaPlan.of(table.captured(), table.allowsWidening(), List.of(selected));
    tables.bronze().checkColumns(table, schema.captured());
    return schema;
  }

  private static void verify(SnapshotView view, SourcePoll poll, InstanceView newest) {
    boolean same =
        view.database().equals(poll.database())
            && view.brokerGuid().equals(poll.brokerGuid())
            && view.table().objectId() == newest.instance().sourceObjectId();
    if (!same) {
      throw new SourceChangedException(
          "the table looked at is object "
              + view.table().objectId()
              + " in database '"
              + view.database()
              + "' and the instance follows object "
              + newest.instance().sourceObjectId()
              + " in '"
              + poll.database()
              + "'",
          "connect to one server only and call again");
    }
  }

  /** The stream can start after the stamp only if its first change is still there. */
  static void verifyStamp(String instance, Lsn stamp, Optional<Lsn> minLsn) {
    RetentionGuard.verify(instance, new LsnRange(stamp, stamp.next()), minLsn);
  }

  private Transferred read(
      CallProgress call, BronzeHead.Present table, SnapshotView view, Stamped stamped) {
    int partitions = options.bounds().partitions();
    SnapshotLayout layout =
        source.layout(
            new SnapshotLayoutRequest(
                view.table(),
                partitions,
                options.bounds().leastSplitRows(),
                view.rowEstimate(),
                options.snapshotReads()));
    SnapshotTransfer transfer =
        new SnapshotTransfer(source, tables.bronze(), table, stamped, surroundings.rereads());
    List<ParallelReads.Read> reads =
        layout.ranges().stream()
            .<ParallelReads.Read>map(
                range ->
                    listener ->
                        transfer.run(
                            new SnapshotReadRequest(view.table(), range, options.snapshotReads()),
                            view,
                            listener))
            .toList();
    return new ParallelReads(tables.bronze(), surroundings.threads())
        .run(
            reads,
            partitions,
            new Meter(surroundings.clock(), view.rowEstimate(), call.listener()));
  }
}
