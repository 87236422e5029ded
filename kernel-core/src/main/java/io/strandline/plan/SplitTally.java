package io.strandline.plan;

import io.strandline.lsn.Lsn;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * What was counted of a split's rows.
 *
 * @param byOperation rows by {@code _operation}, 0 to 4
 * @param bytes of the rows as held in memory
 * @param first commit of the first row; empty without rows
 * @param last commit of the last row
 * @param firstTs commit time of the first row, UTC
 * @param lastTs commit time of the last row, UTC
 */
public record SplitTally(
    List<Long> byOperation,
    long bytes,
    Optional<Lsn> first,
    Optional<Lsn> last,
    Optional<Instant> firstTs,
    Optional<Instant> lastTs) {

  public SplitTally {
    byOperation = List.copyOf(byOperation);
  }

  /** All rows. */
  public long rows() {
    return byOperation.stream().mapToLong(Long::longValue).sum();
  }
}
