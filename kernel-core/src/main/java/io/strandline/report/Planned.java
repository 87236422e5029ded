package io.strandline.report;

import io.strandline.plan.PlanDocument;

/** What a call of {@code plan()} came to. Immutable. */
public sealed interface Planned {

  /**
   * There is a batch to write and commit; nothing of it is in the table yet.
   *
   * @param document names no secret, and no value of the source's rows
   */
  record Batch(PlanDocument document) implements Planned {}

  /**
   * There is no batch to execute elsewhere.
   *
   * @param report what the call found or did instead: idle, loaded, or done by another
   */
  record Nothing(IngestReport report) implements Planned {}
}
