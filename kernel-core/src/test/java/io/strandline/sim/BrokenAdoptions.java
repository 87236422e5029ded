package io.strandline.sim;

import io.strandline.facts.FactsColumn;
import io.strandline.facts.FactsRow;
import io.strandline.state.LastBatch;
import io.strandline.time.CarriedClock;
import java.time.Duration;
import java.util.Optional;

/** What becomes of the product if an adoption leaves out one of its cares. */
final class BrokenAdoptions {

  private BrokenAdoptions() {}

  /** The stream goes on from a time before the verdict. */
  static Substitute belowTheVerdict() {
    return BrokenCommits.states(
        (base, next) ->
            AdoptionOracle.isAdoption(next)
                ? BrokenCommits.copy(
                    next,
                    next.lastBatch(),
                    next.losslessSince(),
                    new CarriedClock(
                        next.offset().commitTs().minus(Duration.ofDays(1)),
                        next.local(),
                        next.utcOffset()))
                : next);
  }

  /** What the table may lack is told without its bounds. */
  static Substitute gapNotRecorded() {
    return BrokenCommits.states(
        (base, next) ->
            AdoptionOracle.isAdoption(next)
                ? BrokenCommits.copy(
                    next,
                    next.lastBatch().map(BrokenAdoptions::withoutGap),
                    next.losslessSince(),
                    next.clock())
                : next);
  }

  private static LastBatch withoutGap(LastBatch last) {
    return new LastBatch(
        Optional.empty(),
        last.events().stream().map(BrokenAdoptions::withoutGap).toList(),
        last.more());
  }

  private static FactsRow withoutGap(FactsRow row) {
    FactsRow without = FactsRow.empty();
    for (var entry : row.values().entrySet()) {
      FactsColumn column = entry.getKey();
      if (column != FactsColumn.LOST_FROM_TS && column != FactsColumn.LOST_TO_TS) {
        without = without.with(column, entry.getValue());
      }
    }
    return without;
  }
}
