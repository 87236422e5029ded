package io.strandline.stream;

import io.strandline.error.CommitUnknownException;
import io.strandline.error.ConcurrentIngestException;
import io.strandline.error.DataLossException;
import io.strandline.error.StrandlineException;
import io.strandline.lsn.Lsn;
import io.strandline.lsn.LsnRange;
import io.strandline.option.StreamOptions;
import io.strandline.plan.BatchPlan;
import io.strandline.plan.BatchPlanner;
import io.strandline.plan.ClockCheck;
import io.strandline.plan.ColumnSelection;
import io.strandline.plan.RetentionGuard;
import io.strandline.plan.SchemaCheck;
import io.strandline.plan.SourceCheck;
import io.strandline.port.BronzeHead;
import io.strandline.port.BronzeTable;
import io.strandline.port.ChangeSource;
import io.strandline.port.CommitOutcome;
import io.strandline.port.InstanceView;
import io.strandline.port.MeasureRequest;
import io.strandline.port.Measurement;
import io.strandline.port.PollRequest;
import io.strandline.port.SourcePoll;
import io.strandline.port.WrittenFiles;
import io.strandline.report.IdleReason;
import io.strandline.report.IngestReport;
import io.strandline.report.Progress;
import io.strandline.state.StreamState;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Optional;
import java.util.function.Supplier;

/** One batch, in order; the numbers are the steps of docs/architecture.md. Not thread-safe. */
final class Ingestion {

  /** How often a call plans anew because others were first. */
  static final int MAX_ATTEMPTS = 25;

  private final ChangeSource source;
  private final StreamTables tables;
  private final StreamOptions options;
  private final InstantSource clock;
  private final Supplier<String> attemptIds;

  Ingestion(
      ChangeSource source,
      StreamTables tables,
      StreamOptions options,
      InstantSource clock,
      Supplier<String> attemptIds) {
    this.source = source;
    this.tables = tables;
    this.options = options;
    this.clock = clock;
    this.attemptIds = attemptIds;
  }

  /** Commits one batch, or says why there is none to commit. */
  IngestReport ingest(Progress progress) {
    CallProgress call = new CallProgress(tables, clock.instant(), progress);
    for (int attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
      Optional<IngestReport> report = attempt(call);
      if (report.isPresent()) {
        return report.get();
      }
    }
    throw new ConcurrentIngestException(
        "other callers of stream '"
            + options.appId()
            + "' were first "
            + call.conflicts()
            + " times",
        "call again, and run fewer callers of one stream at once: they do not make it faster");
  }

  /** One attempt; empty if another caller was first and the call has to plan anew. */
  private Optional<IngestReport> attempt(CallProgress call) {
    // 1. Verdict, facts, state, and what the last batch's caller left out.
    Opening opening = Opening.read(tables);
    opening.repairFacts(tables);
    call.opened(opening);
    if (!(opening.head() instanceof BronzeHead.Present table)) {
      return begin(call);
    }
    StreamState state = table.state();
    // 2. One look at the source.
    SourcePoll poll = poll(call, state.offset().lsn());
    InstanceView view = selected(call, SourceCheck.instance(options.captureInstance(), poll));
    Optional<String> moved = SourceCheck.verify(state, poll);
    ClockCheck.zone(poll.clock(), Optional.of(state));
    SchemaCheck.verify(
        view.instance().name(), SchemaCheck.target(view.instance()), table.captured());
    // 3. Nothing captured since.
    Optional<IdleReason> idle = idle(state, poll, view);
    if (idle.isPresent()) {
      return Optional.of(call.idle(state, idle.get()));
    }
    try {
      return batch(call, table, poll, view, moved);
    } catch (DataLossException e) {
      // Another caller may have committed these changes before cleanup took them.
      if (!call.isOvertaken(state)) {
        throw e;
      }
      call.conflicted();
      return call.doneByAnother(poll.max().orElseThrow().lsn());
    }
  }

  private Optional<IngestReport> batch(
      CallProgress call,
      BronzeHead.Present table,
      SourcePoll poll,
      InstanceView view,
      Optional<String> moved) {
    StreamState state = table.state();
    // 4. and 5. How far the batch reaches, and its checks.
    BatchPlan plan = plan(state, poll, view, call.maxRows(options.maxRowsPerBatch()));
    boolean replaced = call.replacesAnotherTable(state);
    BatchFacts facts = new BatchFacts(state, tables.bronze().name(), poll, plan);
    var events = facts.events(moved, replaced);
    // 6. A range without rows, not worth a commit.
    if (plan.rows() == 0
        && !BatchPlanner.isWorthACommit(state, poll, plan, events.size(), options)) {
      return Optional.of(call.idle(state, IdleReason.NOTHING_NEW));
    }
    // 7. and 8. Read, write, and the guard after the read.
    BatchTally tally = new BatchTally();
    Transfer transfer = new Transfer(source, tables.bronze(), table, poll, plan);
    WrittenFiles files =
        plan.rows() == 0 ? tables.bronze().noFiles() : transfer.run(tally, call.listener());
    var effort =
        new BatchFacts.Effort(
            call.startedAt(), clock.instant(), call.roundTrip(), transfer.waited(), files);
    StreamState next =
        NextState.after(state, poll, plan, facts.batch(tally, effort), events, attemptIds.get());
    // 9. to 12. Commit, facts, verdict, maintenance.
    return commit(call, table, files, next, plan.range());
  }

  private Optional<IngestReport> begin(CallProgress call) {
    SourcePoll poll = poll(call, Lsn.ZERO);
    TableCreation creation = new TableCreation(source, tables, options);
    return creation
        .create(poll, attemptIds.get(), view -> selected(call, view), this::verifyFirst)
        .map(call::idleWithoutTable);
  }

  /** The view with the columns that are taken. */
  private InstanceView selected(CallProgress call, InstanceView view) {
    ColumnSelection selection = ColumnSelection.of(view.instance(), options.columns());
    selection.warnings().forEach(call::warnOnce);
    return new InstanceView(
        selection.reading(view.instance()), view.minLsn(), view.watermarkLocal());
  }

  private void verifyFirst(StreamState state, SourcePoll poll, InstanceView view) {
    plan(state, poll, view, options.maxRowsPerBatch());
  }

  private SourcePoll poll(CallProgress call, Lsn position) {
    Instant before = clock.instant();
    SourcePoll poll = source.poll(new PollRequest(options.captureInstance(), position));
    Instant after = clock.instant();
    call.polled(poll, Duration.between(before, after));
    ClockCheck.verifyServer(poll.clock().utc(), after, options.maxClockDisagreement());
    return poll;
  }

  private static Optional<IdleReason> idle(StreamState state, SourcePoll poll, InstanceView view) {
    if (poll.max().isEmpty()) {
      return Optional.of(IdleReason.CAPTURE_NEVER_RAN);
    }
    if (view.minLsn().isEmpty()) {
      return Optional.of(IdleReason.ENABLE_NOT_CAPTURED);
    }
    Lsn max = poll.max().get().lsn();
    if (max.isBefore(state.offset().lsn())) {
      return Optional.of(IdleReason.ENABLE_NOT_CAPTURED);
    }
    if (max.equals(state.offset().lsn())) {
      return Optional.of(
          CaptureLag.isStalled(state, poll) ? IdleReason.CAPTURE_STALLED : IdleReason.CAUGHT_UP);
    }
    return Optional.empty();
  }

  private BatchPlan plan(StreamState state, SourcePoll poll, InstanceView view, long maxRows) {
    LsnRange captured = new LsnRange(state.offset().lsn(), poll.max().orElseThrow().lsn());
    String instance = view.instance().name();
    RetentionGuard.verify(instance, captured, view.minLsn());
    Measurement measured = source.measure(new MeasureRequest(instance, captured, maxRows));
    return BatchPlanner.plan(state, poll, view, measured, options);
  }

  private Optional<IngestReport> commit(
      CallProgress call,
      BronzeHead.Present table,
      WrittenFiles files,
      StreamState next,
      LsnRange range) {
    CommitOutcome outcome = tryCommit(table, files, next);
    boolean committed =
        outcome instanceof CommitOutcome.Committed
            || outcome instanceof CommitOutcome.Unknown unknown
                && happened(table, next, unknown.cause());
    if (committed) {
      return Optional.of(call.committed(next, range));
    }
    tables.bronze().discard(files);
    call.conflicted();
    return call.doneByAnother(range.end());
  }

  private CommitOutcome tryCommit(BronzeHead.Present table, WrittenFiles files, StreamState next) {
    try {
      return tables.bronze().commit(table, files, next);
    } catch (StrandlineException e) {
      tables.bronze().discard(files);
      throw e;
    }
  }

  /** What the log says of an attempt whose outcome is unknown. */
  private boolean happened(BronzeHead.Present table, StreamState next, RuntimeException cause) {
    BronzeTable.Fate fate;
    try {
      fate = tables.bronze().fateOf(table, next);
    } catch (StrandlineException e) {
      cause.addSuppressed(e);
      fate = BronzeTable.Fate.OPEN;
    }
    if (fate == BronzeTable.Fate.OPEN) {
      throw new CommitUnknownException(
          "batch " + next.batchId() + " may or may not be committed: " + cause.getMessage(),
          "call again: the next call reads the table's state and goes on from there",
          cause);
    }
    return fate == BronzeTable.Fate.COMMITTED;
  }
}
