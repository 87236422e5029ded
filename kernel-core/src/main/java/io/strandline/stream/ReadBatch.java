package io.strandline.stream;

import io.strandline.facts.FactsRow;
import io.strandline.plan.BatchPlan;
import io.strandline.plan.PlanDocument;
import io.strandline.state.LastBatch;
import io.strandline.state.StreamState;
import java.time.Instant;

/**
 * A batch whose rows are in files, not committed yet.
 *
 * @param state that it follows
 * @param plan of it
 * @param read what the read came to
 */
record ReadBatch(StreamState state, BatchPlan plan, Transferred read) {

  /**
   * The state that its commit carries.
   *
   * @param call what the call that planned knows of the batch's facts
   * @param now when the batch was read, by the reader's clock
   * @param attempt id of the commit
   */
  StreamState next(StreamTables tables, PlanDocument.Call call, Instant now, String attempt) {
    var effort =
        new BatchFacts.Effort(call.startedAt(), now, call.roundTrip(), read.waited(), read.files());
    FactsRow row =
        new BatchFacts(state, tables.bronze().name(), plan)
            .batch(read.tally(), effort, call.warnings());
    LastBatch last = tables.lastBatch(row, call.events());
    return NextState.after(state, plan, last, attempt);
  }
}
