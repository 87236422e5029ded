package io.strandline.stream;

import io.strandline.facts.FactsRow;
import io.strandline.plan.BatchPlan;
import io.strandline.plan.PlanDocument;
import io.strandline.port.BronzeHead;
import io.strandline.report.IngestReport;
import io.strandline.report.Planned;
import java.util.List;
import java.util.Optional;

/**
 * Writes a planned batch down, for other processes to execute.
 *
 * @param id of the plan
 */
record Documentation(StreamTables tables, String id) implements BatchUse<Planned> {

  @Override
  public Planned without(IngestReport report) {
    return new Planned.Nothing(report);
  }

  @Override
  public Optional<Planned> of(
      CallProgress call, BronzeHead.Present table, BatchPlan plan, List<FactsRow> events) {
    return Optional.of(
        new Planned.Batch(
            PlanDocument.of(
                id,
                tables.bronze().name(),
                table.state(),
                plan,
                new PlanDocument.Call(
                    call.startedAt(), call.roundTrip(), call.warnings(), events))));
  }
}
