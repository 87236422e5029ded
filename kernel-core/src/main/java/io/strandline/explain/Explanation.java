package io.strandline.explain;

import io.strandline.verdict.Finality;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * Why a period of a table is or is not final. Immutable.
 *
 * @param table canonical name of the bronze table
 * @param start of the period, inclusive, UTC
 * @param end of the period, exclusive, UTC
 * @param finality what the published verdict says, as {@code isFinal} does
 * @param finalizedUntil the published verdict as far as the table confirms it, UTC; empty before
 *     the first, or if it is of another table
 * @param losslessSince the history has no gap from there on, UTC; empty likewise
 * @param reasons the most important first; empty if the period is final without a gap
 * @param sentence all of it in one sentence for a person
 */
public record Explanation(
    String table,
    Instant start,
    Instant end,
    Finality finality,
    Optional<Instant> finalizedUntil,
    Optional<Instant> losslessSince,
    List<Reason> reasons,
    String sentence) {

  public Explanation {
    reasons = List.copyOf(reasons);
  }
}
