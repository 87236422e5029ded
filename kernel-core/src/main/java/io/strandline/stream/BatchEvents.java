package io.strandline.stream;

import io.strandline.change.DdlChange;
import io.strandline.codec.FactsDetail;
import io.strandline.facts.Event;
import io.strandline.facts.FactsColumn;
import io.strandline.facts.FactsRow;
import io.strandline.lsn.Lsn;
import io.strandline.plan.BatchPlan;
import io.strandline.plan.BatchPlan.PlannedGap;
import io.strandline.plan.Gap;
import io.strandline.plan.LeftOut;
import io.strandline.plan.SchemaHistory.Switch;
import io.strandline.state.StreamState;
import io.strandline.time.CarriedClock;
import io.strandline.time.ClockRegression;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Makes the event rows of a batch. */
final class BatchEvents {

  private final StreamState state;
  private final BatchPlan plan;
  private final FactsRow identified;
  private final List<FactsRow> rows = new ArrayList<>();

  /**
   * Events of a planned batch.
   *
   * @param identified a row that names the batch
   */
  BatchEvents(StreamState state, BatchPlan plan, FactsRow identified) {
    this.state = state;
    this.plan = plan;
    this.identified = identified.with(FactsColumn.ROWS, 0L);
  }

  /**
   * All of them.
   *
   * @param moved what moved at the source, in words
   * @param replaced whether the table took the place of another of its name
   */
  List<FactsRow> rows(Optional<String> moved, boolean replaced) {
    moved.ifPresent(what -> rows.add(event(Event.SOURCE_MOVED, FactsDetail.change(what))));
    if (replaced) {
      rows.add(event(Event.TABLE_REPLACED, FactsDetail.change(StateEvents.ANOTHER_TABLE)));
    }
    plan.gaps().forEach(this::skipped);
    plan.schema().ddl().forEach(this::ddl);
    plan.schema().switches().forEach(this::switched);
    if (plan.schema().leftOut().isChanged()) {
      rows.add(leftOut(plan.schema().leftOut()));
    }
    plan.regressions().forEach(this::regression);
    return List.copyOf(rows);
  }

  private void skipped(PlannedGap planned) {
    Gap gap = planned.gap();
    FactsRow row =
        at(event(Event.DATA_SKIPPED, FactsDetail.skipped(gap)), gap.to(), planned.until())
            .with(FactsColumn.LOST_TO_TS, planned.until());
    rows.add(isStartTimed() ? row.with(FactsColumn.LOST_FROM_TS, state.offset().commitTs()) : row);
  }

  /**
   * Whether the offset's time is that of a commit at or below it. A table that was begun below
   * everything that the source still held has the time of a later one.
   */
  private boolean isStartTimed() {
    return state.batchId() > StreamState.CREATION
        || state.anchor().isPresent()
        || state.source().instances().stream()
            .anyMatch(seen -> !state.offset().lsn().next().isBefore(seen.firstStartLsn()));
  }

  private void ddl(DdlChange ddl) {
    Instant ts = CarriedClock.first(ddl.local(), state.zone()).commitTs();
    rows.add(at(event(Event.SCHEMA_CHANGE, FactsDetail.ddl(ddl)), ddl.lsn(), within(ts)));
  }

  private void switched(Switch change) {
    FactsRow row = event(Event.CAPTURE_INSTANCE_SWITCHED, FactsDetail.switched(change));
    rows.add(
        row.with(FactsColumn.MIN_LSN, change.start().toString())
            .with(FactsColumn.MAX_LSN, change.start().toString()));
  }

  private FactsRow leftOut(LeftOut columns) {
    String first = plan.range().first().toString();
    return event(Event.SCHEMA_CHANGE, FactsDetail.leftOut(columns))
        .with(FactsColumn.MIN_LSN, first)
        .with(FactsColumn.MAX_LSN, first);
  }

  private void regression(ClockRegression regression) {
    rows.add(
        at(
            event(Event.CLOCK_REGRESSION, FactsDetail.regression(regression)),
            regression.lsn(),
            regression.carried()));
  }

  /** A time that is not itself a commit's, held within the batch's. */
  private Instant within(Instant ts) {
    Instant end = plan.clock().commitTs();
    Instant start = state.offset().commitTs();
    if (ts.isBefore(start)) {
      return start;
    }
    return ts.isAfter(end) ? end : ts;
  }

  private static FactsRow at(FactsRow row, Lsn lsn, Instant ts) {
    return row.with(FactsColumn.MIN_LSN, lsn.toString())
        .with(FactsColumn.MAX_LSN, lsn.toString())
        .with(FactsColumn.MIN_COMMIT_TS, ts)
        .with(FactsColumn.MAX_COMMIT_TS, ts);
  }

  private FactsRow event(Event event, String detail) {
    return identified.with(FactsColumn.EVENT, event.text()).with(FactsColumn.DETAIL, detail);
  }
}
