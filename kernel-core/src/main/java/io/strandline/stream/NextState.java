package io.strandline.stream;

import io.strandline.lsn.Lsn;
import io.strandline.plan.BatchPlan;
import io.strandline.state.LastBatch;
import io.strandline.state.StreamState;
import java.util.Optional;

/** Makes the state that a batch's commit carries. */
final class NextState {

  private NextState() {}

  static StreamState after(StreamState state, BatchPlan plan, LastBatch facts, String attempt) {
    return new StreamState(
        state.appId(),
        state.tableId(),
        state.generation(),
        state.batchId() + 1,
        attempt,
        plan.offset(),
        state.zone(),
        plan.clock().local(),
        plan.clock().offset(),
        plan.source().identity(),
        Optional.of(plan.end()),
        Lsn.max(state.highestMaxLsn(), plan.source().max()),
        plan.losslessSince(),
        state.snapshot(),
        Optional.of(facts));
  }
}
