package io.strandline.stream;

import io.strandline.error.StrandlineException;
import io.strandline.lsn.Lsn;
import io.strandline.lsn.LsnRange;
import io.strandline.plan.BatchPlan;
import io.strandline.plan.SchemaWarnings;
import io.strandline.port.BronzeHead;
import io.strandline.port.SourcePoll;
import io.strandline.report.IdleReason;
import io.strandline.report.IngestReport;
import io.strandline.report.Progress;
import io.strandline.report.StreamStatus;
import io.strandline.state.StreamState;
import io.strandline.verdict.ControlRow;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What a call has learnt and done so far, from which its report is made. Not thread-safe. */
final class CallProgress {

  private static final Logger LOG = LoggerFactory.getLogger(CallProgress.class);

  private static final long SMALLEST_BATCH = 1_000;

  private final StreamTables tables;
  private final Instant startedAt;
  private final Progress listener;
  private final List<String> warnings = new ArrayList<>();
  private Optional<ControlRow> published = Optional.empty();
  private Duration roundTrip = Duration.ZERO;
  private int conflicts;
  private boolean verdictPending;
  private @Nullable SourcePoll poll;

  CallProgress(StreamTables tables, Instant startedAt, Progress listener) {
    this.listener = listener;
    this.tables = tables;
    this.startedAt = startedAt;
  }

  Instant startedAt() {
    return startedAt;
  }

  Progress listener() {
    return listener;
  }

  Duration roundTrip() {
    return roundTrip;
  }

  int conflicts() {
    return conflicts;
  }

  /** The tables were read; publishes the verdict that the last batch's caller may have left out. */
  void opened(Opening opening) {
    published = opening.published();
    verdictPending = false;
    if (!(opening.head() instanceof BronzeHead.Present table)) {
      return;
    }
    StreamState state = table.state();
    published = tables.replaceOthers(state, published);
    if (state.batchId() > StreamState.CREATION) {
      publish(state);
    }
  }

  /** Whether the first batch of a table comes after another table of its name had a verdict. */
  boolean replacesAnotherTable(StreamState state) {
    return StateEvents.replacesAnotherTable(state, published);
  }

  void polled(SourcePoll seen, Duration took) {
    poll = seen;
    roundTrip = took;
  }

  /**
   * The most rows of the next attempt: half as many after each conflict, since a caller with a
   * large batch would lose every race against callers with small ones.
   */
  long maxRows(long wanted) {
    return Math.min(wanted, Math.max(SMALLEST_BATCH, wanted >> conflicts));
  }

  /** A batch is about to be read; tells what of its plan a person should look at. */
  void planned(BatchPlan plan) {
    plan.gaps()
        .forEach(
            planned ->
                warn(
                    planned.gap().captureInstance()
                        + ": skips the changes from "
                        + planned.gap().from()
                        + " to "
                        + planned.gap().to()
                        + ", which are gone: "
                        + planned.gap().cause()));
    SchemaWarnings.of(plan.schema()).forEach(this::warn);
    plan.warnings().forEach(this::warn);
  }

  /** What a person should look at, so far. */
  List<String> warnings() {
    return List.copyOf(warnings);
  }

  void conflicted() {
    conflicts++;
  }

  IngestReport idle(StreamState state, IdleReason reason) {
    return new IngestReport.Idle(status(Optional.of(state)), reason);
  }

  IngestReport idleWithoutTable(IdleReason reason) {
    return new IngestReport.Idle(status(Optional.empty()), reason);
  }

  /**
   * The batch is in; facts and verdict follow, and a failure of theirs is left to the next call.
   */
  IngestReport committed(StreamState state, LsnRange range) {
    follow(state);
    return new IngestReport.Committed(
        status(Optional.of(state)), state.batchId(), range, state.lastBatch().orElseThrow());
  }

  /** The batch is in since an earlier call of its plan's commit. */
  IngestReport committedBefore(StreamState state, LsnRange range) {
    return new IngestReport.Committed(
        status(Optional.of(state)), state.batchId(), range, state.lastBatch().orElseThrow());
  }

  private void follow(StreamState state) {
    try {
      tables.appendFacts(state);
    } catch (StrandlineException e) {
      warn("facts of commit " + state.batchId() + " are not written yet: " + e.getMessage());
    }
    publish(state);
    tables.bronze().maintain();
  }

  /** The load is in; facts and verdict follow as for a batch. */
  IngestReport loaded(StreamState state) {
    follow(state);
    return new IngestReport.Loaded(
        status(Optional.of(state)), state.snapshot().orElseThrow(), state.lastBatch());
  }

  /** The load is in since an earlier call. */
  IngestReport loadedBefore(StreamState state) {
    return new IngestReport.Loaded(
        status(Optional.of(state)), state.snapshot().orElseThrow(), Optional.empty());
  }

  /** Whether another caller has committed a batch since {@code state} was read. */
  boolean isOvertaken(StreamState state) {
    return tables.bronze().head() instanceof BronzeHead.Present table
        && table.state().batchId() > state.batchId();
  }

  /** The report if another caller has got at least as far as {@code end}; empty if not. */
  Optional<IngestReport> doneByAnother(Lsn end) {
    if (tables.bronze().head() instanceof BronzeHead.Present table
        && !table.state().offset().lsn().isBefore(end)) {
      published = tables.control().read(tables.bronze().name());
      return Optional.of(new IngestReport.DoneByAnother(status(Optional.of(table.state()))));
    }
    return Optional.empty();
  }

  private void publish(StreamState state) {
    try {
      published = Optional.of(tables.publish(state, published));
    } catch (StrandlineException e) {
      verdictPending = true;
      warn("the verdict of batch " + state.batchId() + " is not published yet: " + e.getMessage());
    }
  }

  /** Warns of what every attempt of the call finds again. */
  void warnOnce(String warning) {
    if (!warnings.contains(warning)) {
      warn(warning);
    }
  }

  private void warn(String warning) {
    if (!warnings.contains(warning)) {
      LOG.warn("{}: {}", tables.appId(), warning);
      warnings.add(warning);
    }
  }

  private StreamStatus status(Optional<StreamState> state) {
    Optional<ControlRow> own =
        published.filter(
            row -> state.filter(there -> there.tableId().equals(row.tableId())).isPresent());
    Optional<SourcePoll> seen = Optional.ofNullable(poll);
    return new StreamStatus(
        tables.bronze().name(),
        tables.appId(),
        state.map(StreamState::offset),
        own.flatMap(ControlRow::finalizedUntil),
        tables.granularity(),
        verdictPending,
        seen.flatMap(SourcePoll::max).map(max -> max.lsn()),
        seen.flatMap(CaptureLag::seconds),
        conflicts,
        warnings);
  }
}
