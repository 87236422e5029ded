package io.strandline.stream;

import io.strandline.change.CaptureInstance;
import io.strandline.change.TableColumn;
import io.strandline.codec.FactsDetail;
import io.strandline.error.ConcurrentIngestException;
import io.strandline.error.DataLossException;
import io.strandline.facts.FactsRow;
import io.strandline.lsn.Lsn;
import io.strandline.lsn.LsnRange;
import io.strandline.option.BatchBounds;
import io.strandline.option.StreamOptions;
import io.strandline.plan.BatchPlan;
import io.strandline.plan.BatchPlanner;
import io.strandline.plan.ColumnSelection;
import io.strandline.plan.Pieces;
import io.strandline.plan.SourceCheck;
import io.strandline.plan.TargetColumns;
import io.strandline.port.BronzeHead;
import io.strandline.port.ChangeSource;
import io.strandline.port.InstanceView;
import io.strandline.port.SourcePoll;
import io.strandline.report.IdleReason;
import io.strandline.report.IngestReport;
import io.strandline.report.Planned;
import io.strandline.report.Progress;
import io.strandline.state.SnapshotState;
import io.strandline.state.StreamState;
import java.util.List;
import java.util.Optional;

/** One batch, in order; the numbers are the steps of docs/architecture.md. Not thread-safe. */
final class Ingestion {

  /** How often a call plans anew because others were first. */
  static final int MAX_ATTEMPTS = 25;

  private final ChangeSource source;
  private final StreamTables tables;
  private final StreamOptions options;
  private final Surroundings surroundings;
  private final Look look;

  Ingestion(
      ChangeSource source, StreamTables tables, StreamOptions options, Surroundings surroundings) {
    this.source = source;
    this.tables = tables;
    this.options = options;
    this.surroundings = surroundings;
    this.look = new Look(source, options, surroundings.clock());
  }

  /** Commits one batch, or says why there is none to commit. */
  IngestReport ingest(Progress progress) {
    Execution execution = new Execution(source, tables, options, surroundings);
    return repeated(progress, call -> attempt(call, execution));
  }

  /** Plans one batch for others to execute, or says what the call found or did instead. */
  Planned plan(Progress progress) {
    Documentation documentation = new Documentation(tables, surroundings.newId());
    return repeated(progress, call -> attempt(call, documentation));
  }

  /** Brings the source table's rows in unless they are, or says why it has to wait. */
  IngestReport snapshot(Progress progress) {
    return repeated(progress, this::attemptLoad);
  }

  /** One attempt; empty if the call has to begin anew. */
  private interface Attempt<T> {
    Optional<T> run(CallProgress call);
  }

  private <T> T repeated(Progress progress, Attempt<T> attempt) {
    CallProgress call = new CallProgress(tables, surroundings.clock().instant(), progress);
    for (int i = 0; i < MAX_ATTEMPTS; i++) {
      Optional<T> answer = attempt.run(call);
      if (answer.isPresent()) {
        return answer.get();
      }
    }
    throw new ConcurrentIngestException(
        "other callers of stream '"
            + options.appId()
            + "' were first "
            + call.conflicts()
            + " times, or cleanup overtook every plan",
        "call again, and run fewer callers of one stream at once: they do not make it faster");
  }

  private Optional<IngestReport> attemptLoad(CallProgress call) {
    Opening opening = open(call);
    if (!(opening.head() instanceof BronzeHead.Present table)) {
      return begin(call);
    }
    if (table.state().snapshot().filter(SnapshotState::done).isPresent()) {
      return Optional.of(call.loadedBefore(table.state()));
    }
    SourcePoll poll = look.poll(call, table.state());
    select(call, poll, Optional.of(table));
    Optional<String> moved = SourceCheck.verify(table.state(), poll);
    return new FirstLoad(source, tables, options, surroundings).load(call, table, poll, moved);
  }

  private Opening open(CallProgress call) {
    Opening opening = Opening.read(tables);
    opening.repairFacts(tables);
    call.opened(opening);
    return opening;
  }

  private <T> Optional<T> attempt(CallProgress call, BatchUse<T> use) {
    // 1. Verdict, facts, state, and what the last batch's caller left out.
    Opening opening = open(call);
    if (!(opening.head() instanceof BronzeHead.Present table)) {
      return begin(call).map(use::without);
    }
    StreamState state = table.state();
    // 2. One look at the source.
    SourcePoll poll = look.poll(call, state);
    select(call, poll, Optional.of(table));
    Optional<String> moved = SourceCheck.verify(state, poll);
    if (state.snapshot().filter(snapshot -> !snapshot.done()).isPresent()) {
      return new FirstLoad(source, tables, options, surroundings)
          .load(call, table, poll, moved)
          .map(use::without);
    }
    // 3. Nothing captured since.
    Optional<IdleReason> idle = idle(state, poll);
    if (idle.isPresent()) {
      return Optional.of(use.without(call.idle(state, idle.get())));
    }
    try {
      return batch(call, table, poll, moved, use);
    } catch (DataLossException e) {
      // Another caller may have committed these changes before cleanup took them.
      if (!call.isOvertaken(state)) {
        refuse(e);
        return Optional.empty();
      }
      call.conflicted();
      return call.doneByAnother(poll.max().orElseThrow().lsn()).map(use::without);
    }
  }

  /** Cleanup that comes in between is skipped by a plan made after it, if the options say so. */
  private void refuse(DataLossException loss) {
    if (options.policy().failOnDataLoss()) {
      throw loss;
    }
  }

  private <T> Optional<T> batch(
      CallProgress call,
      BronzeHead.Present table,
      SourcePoll poll,
      Optional<String> moved,
      BatchUse<T> use) {
    StreamState state = table.state();
    // 4. and 5. How far the batch reaches, and its checks.
    BatchBounds bounds = options.bounds().withMaxRows(call.maxRows(options.bounds().maxRows()));
    BatchPlan plan =
        planning()
            .plan(
                state,
                poll,
                new TargetColumns(
                    table.captured(), table.allowsWidening(), FactsDetail.leftOut(state)),
                schema -> tables.bronze().checkColumns(table, schema.captured()),
                bounds);
    List<FactsRow> events =
        new BatchEvents(
                state, plan, new BatchFacts(state, tables.bronze().name(), plan).identified())
            .rows(moved, call.replacesAnotherTable(state));
    // 6. A range without rows, not worth a commit.
    if (plan.rows() == 0
        && !BatchPlanner.isWorthACommit(state, poll, plan, events.size(), options)) {
      return Optional.of(use.without(call.idle(state, IdleReason.NOTHING_NEW)));
    }
    call.planned(plan);
    // 7. to 12. Read, write, commit, facts, verdict: here, or by others.
    return use.of(call, table, plan, events);
  }

  private Planning planning() {
    return new Planning(source, options);
  }

  private Optional<IngestReport> begin(CallProgress call) {
    SourcePoll poll = look.poll(call, Optional.empty(), Lsn.ZERO);
    select(call, poll, Optional.empty());
    TableCreation creation = new TableCreation(source, tables, options);
    return creation
        .create(poll, surroundings.newId(), this::verifyFirst)
        .map(call::idleWithoutTable);
  }

  /**
   * Refuses names of columns that a stream cannot begin or go on with; warns of what may matter.
   */
  private void select(CallProgress call, SourcePoll poll, Optional<BronzeHead.Present> table) {
    ColumnSelection selection = new ColumnSelection(options.columns());
    List<CaptureInstance> instances =
        poll.instances().stream().map(InstanceView::instance).toList();
    if (table.isPresent()) {
      selection.verifyNames(instances, table.get().captured()).forEach(call::warnOnce);
    } else {
      selection.verifyNames(instances);
    }
    instances.forEach(instance -> selection.warnings(instance).forEach(call::warnOnce));
  }

  private void verifyFirst(StreamState state, SourcePoll poll, List<TableColumn> columns) {
    planning()
        .plan(
            state,
            poll,
            new TargetColumns(columns, false, List.of()),
            schema -> {},
            options.bounds());
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
}
