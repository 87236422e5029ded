package io.strandline.port;

import io.strandline.snapshot.SnapshotReads;
import io.strandline.snapshot.SnapshotTable;
import java.util.OptionalLong;

/**
 * Asks for the ranges of a table.
 *
 * @param table as a view named it
 * @param ranges how many are wanted, 1 to {@value #MOST_RANGES}; there may be fewer, and at most
 *     twice as many
 * @param leastRows rows below which no table is cut further, at least 1
 * @param rowEstimate the view's
 * @param reads how the statements that count see the table
 */
public record SnapshotLayoutRequest(
    SnapshotTable table,
    int ranges,
    long leastRows,
    OptionalLong rowEstimate,
    SnapshotReads reads) {

  /** Most ranges that can be asked for. */
  public static final int MOST_RANGES = 1_024;

  /** Rows of a range below which parallel reads gain nothing. */
  public static final long LEAST_ROWS = 50_000;

  public SnapshotLayoutRequest {
    if (ranges < 1 || ranges > MOST_RANGES || leastRows < 1) {
      throw new IllegalArgumentException(ranges + " ranges of at least " + leastRows + " rows");
    }
  }
}
