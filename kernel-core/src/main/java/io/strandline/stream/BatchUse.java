package io.strandline.stream;

import io.strandline.facts.FactsRow;
import io.strandline.plan.BatchPlan;
import io.strandline.port.BronzeHead;
import io.strandline.report.IngestReport;
import java.util.List;
import java.util.Optional;

/**
 * What is made of a planned batch, or of the report where there is none.
 *
 * @param <T> what comes of it
 */
interface BatchUse<T> {

  /** There is no batch. */
  T without(IngestReport report);

  /**
   * Uses a batch; empty if the call has to begin anew.
   *
   * @param table that it was planned on
   * @param events the batch's event rows
   */
  Optional<T> of(
      CallProgress call, BronzeHead.Present table, BatchPlan plan, List<FactsRow> events);
}
