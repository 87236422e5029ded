package io.strandline.lab.workload;

import java.time.Instant;
import java.util.List;

/**
 * A transaction to run.
 *
 * @param at when it ends, UTC
 * @param statements T-SQL in order, none of them empty
 * @param rows how many rows the statements change
 * @param rolledBack whether the runner executes the statements and rolls them back; what they
 *     change comes again in a later transaction
 */
public record WorkloadTransaction(
    Instant at, List<String> statements, int rows, boolean rolledBack) {

  /** Copies the list. */
  public WorkloadTransaction {
    statements = List.copyOf(statements);
  }
}
