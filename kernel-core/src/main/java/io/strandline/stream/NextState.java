package io.strandline.stream;

import io.strandline.facts.FactsRow;
import io.strandline.lsn.Lsn;
import io.strandline.plan.BatchPlan;
import io.strandline.plan.SourceCheck;
import io.strandline.port.SourcePoll;
import io.strandline.state.LastBatch;
import io.strandline.state.StreamState;
import java.util.List;
import java.util.Optional;

/** Makes the state that a batch's commit carries. */
final class NextState {

  private NextState() {}

  static StreamState after(
      StreamState state,
      SourcePoll poll,
      BatchPlan plan,
      FactsRow batch,
      List<FactsRow> events,
      String attempt) {
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
        SourceCheck.identity(Optional.of(state.source()), poll),
        Optional.of(plan.end()),
        Lsn.max(state.highestMaxLsn(), poll.max().orElseThrow().lsn()),
        state.losslessSince(),
        Optional.of(new LastBatch(batch, events)));
  }
}
