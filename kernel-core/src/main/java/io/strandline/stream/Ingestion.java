package io.strandline.stream;

import io.strandline.change.TableColumn;
import io.strandline.error.CommitUnknownException;
import io.strandline.error.ConcurrentIngestException;
import io.strandline.error.DataLossException;
import io.strandline.error.StrandlineException;
import io.strandline.facts.FactsRow;
import io.strandline.lsn.Lsn;
import io.strandline.lsn.LsnRange;
import io.strandline.option.BatchBounds;
import io.strandline.option.StreamOptions;
import io.strandline.plan.BatchPlan;
import io.strandline.plan.BatchPlanner;
import io.strandline.plan.ClockCheck;
import io.strandline.plan.Pieces;
import io.strandline.plan.SourceCheck;
import io.strandline.plan.TargetColumns;
import io.strandline.port.BronzeHead;
import io.strandline.port.BronzeTable;
import io.strandline.port.ChangeSource;
import io.strandline.port.CommitOutcome;
import io.strandline.port.PollRequest;
import io.strandline.port.SourcePoll;
import io.strandline.port.WrittenFiles;
import io.strandline.report.IdleReason;
import io.strandline.report.IngestReport;
import io.strandline.report.Progress;
import io.strandline.state.LastBatch;
import io.strandline.state.StreamState;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** One batch, in order; the numbers are the steps of docs/architecture.md. Not thread-safe. */
final class Ingestion {

  /** How often a call plans anew because others were first. */
  static final int MAX_ATTEMPTS = 25;

  private final ChangeSource source;
  private final StreamTables tables;
  private final StreamOptions options;
  private final Surroundings surroundings;
  private @Nullable DataLossException lastLoss;

  Ingestion(
      ChangeSource source, StreamTables tables, StreamOptions options, Surroundings surroundings) {
    this.source = source;
    this.tables = tables;
    this.options = options;
    this.surroundings = surroundings;
  }

  /** Commits one batch, or says why there is none to commit. */
  IngestReport ingest(Progress progress) {
    CallProgress call = new CallProgress(tables, surroundings.clock().instant(), progress);
    for (int attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
      Optional<IngestReport> report = attempt(call);
      if (report.isPresent()) {
        return report.get();
      }
    }
    if (lastLoss != null && call.conflicts() == 0) {
      throw lastLoss;
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
    SourcePoll poll = poll(call, state.source().names(), state.offset().lsn());
    SourceCheck.listed(options.captureInstance(), poll);
    Optional<String> moved = SourceCheck.verify(state, poll);
    ClockCheck.zone(poll.clock(), Optional.of(state));
    // 3. Nothing captured since.
    Optional<IdleReason> idle = idle(state, poll);
    if (idle.isPresent()) {
      return Optional.of(call.idle(state, idle.get()));
    }
    try {
      return batch(call, table, poll, moved);
    } catch (DataLossException e) {
      // Another caller may have committed these changes before cleanup took them.
      if (!call.isOvertaken(state)) {
        return afterLoss(e);
      }
      call.conflicted();
      return call.doneByAnother(poll.max().orElseThrow().lsn());
    }
  }

  /** Cleanup that comes in between is skipped by a plan made after it. */
  private Optional<IngestReport> afterLoss(DataLossException loss) {
    lastLoss = loss;
    if (options.policy().failOnDataLoss()) {
      throw loss;
    }
    return Optional.empty();
  }

  private Optional<IngestReport> batch(
      CallProgress call, BronzeHead.Present table, SourcePoll poll, Optional<String> moved) {
    StreamState state = table.state();
    // 4. and 5. How far the batch reaches, and its checks.
    BatchBounds bounds = options.bounds().withMaxRows(call.maxRows(options.bounds().maxRows()));
    BatchPlan plan =
        planning()
            .plan(
                state,
                poll,
                new TargetColumns(table.captured(), table.allowsWidening()),
                schema -> tables.bronze().checkColumns(table, schema.captured()),
                bounds);
    BatchFacts facts = new BatchFacts(state, tables.bronze().name(), plan);
    List<FactsRow> events =
        new BatchEvents(state, plan, facts.identified())
            .rows(moved, call.replacesAnotherTable(state));
    // 6. A range without rows, not worth a commit.
    if (plan.rows() == 0
        && !BatchPlanner.isWorthACommit(state, poll, plan, events.size(), options)) {
      return Optional.of(call.idle(state, IdleReason.NOTHING_NEW));
    }
    call.planned(plan);
    // 7. and 8. Read, write, and the guard after the read.
    SplitReads.Result read = read(call, table, plan);
    WrittenFiles files = tables.bronze().joined(read.files());
    var effort =
        new BatchFacts.Effort(
            call.startedAt(),
            surroundings.clock().instant(),
            call.roundTrip(),
            read.waited(),
            files);
    FactsRow row = facts.batch(read.tally(), effort, call.warnings());
    StreamState next = next(state, plan, row, events, files);
    // 9. to 12. Commit, facts, verdict, maintenance.
    return commit(call, table, files, next, plan);
  }

  private StreamState next(
      StreamState state, BatchPlan plan, FactsRow row, List<FactsRow> events, WrittenFiles files) {
    try {
      LastBatch last = tables.lastBatch(row, events);
      return NextState.after(state, plan, last, surroundings.newId());
    } catch (StrandlineException e) {
      tables.bronze().discard(files);
      throw e;
    }
  }

  private SplitReads.Result read(CallProgress call, BronzeHead.Present table, BatchPlan plan) {
    if (plan.rows() == 0) {
      return new SplitReads.Result(List.of(), new BatchTally(), Duration.ZERO);
    }
    Transfer transfer = new Transfer(source, tables.bronze(), table, plan);
    return new SplitReads(transfer, tables.bronze(), surroundings.threads())
        .run(plan.splits(), options.bounds().partitions(), call.listener());
  }

  private Planning planning() {
    return new Planning(source, options);
  }

  private Optional<IngestReport> begin(CallProgress call) {
    SourcePoll poll = poll(call, List.of(), Lsn.ZERO);
    TableCreation creation = new TableCreation(source, tables, options);
    return creation
        .create(poll, surroundings.newId(), this::verifyFirst)
        .map(call::idleWithoutTable);
  }

  private void verifyFirst(StreamState state, SourcePoll poll, List<TableColumn> columns) {
    planning().plan(state, poll, new TargetColumns(columns, false), schema -> {}, options.bounds());
  }

  private SourcePoll poll(CallProgress call, List<String> known, Lsn position) {
    InstantSource clock = surroundings.clock();
    Instant before = clock.instant();
    SourcePoll poll = source.poll(new PollRequest(options.captureInstance(), known, position));
    Instant after = clock.instant();
    call.polled(poll, Duration.between(before, after));
    ClockCheck.verifyServer(poll.clock().utc(), after, options.clocks().maxDisagreement());
    return poll;
  }

  private static Optional<IdleReason> idle(StreamState state, SourcePoll poll) {
    if (poll.max().isEmpty()) {
      return Optional.of(IdleReason.CAPTURE_NEVER_RAN);
    }
    Lsn max = poll.max().get().lsn();
    if (max.isBefore(state.offset().lsn())) {
      return Optional.of(IdleReason.ENABLE_NOT_CAPTURED);
    }
    if (max.equals(state.offset().lsn())) {
      return Optional.of(
          CaptureLag.isStalled(state, poll) ? IdleReason.CAPTURE_STALLED : IdleReason.CAUGHT_UP);
    }
    boolean unknown =
        Pieces.cut(
                new LsnRange(state.offset().lsn(), max),
                poll.instances(),
                Optional.of(state.source()))
            .stream()
            .anyMatch(
                piece -> poll.instance(piece.captureInstance()).orElseThrow().minLsn().isEmpty());
    return unknown ? Optional.of(IdleReason.ENABLE_NOT_CAPTURED) : Optional.empty();
  }

  private Optional<IngestReport> commit(
      CallProgress call,
      BronzeHead.Present table,
      WrittenFiles files,
      StreamState next,
      BatchPlan plan) {
    CommitOutcome outcome = tryCommit(table, plan, files, next);
    boolean committed =
        outcome instanceof CommitOutcome.Committed
            || outcome instanceof CommitOutcome.Unknown unknown
                && happened(table, next, unknown.cause());
    if (committed) {
      return Optional.of(call.committed(next, plan.range()));
    }
    tables.bronze().discard(files);
    call.conflicted();
    return call.doneByAnother(plan.range().end());
  }

  private CommitOutcome tryCommit(
      BronzeHead.Present table, BatchPlan plan, WrittenFiles files, StreamState next) {
    try {
      return tables.bronze().commit(table, plan.captured(), files, next);
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
