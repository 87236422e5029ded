package io.strandline.port;

import io.strandline.lsn.LsnRange;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * Asks how far a batch can reach.
 *
 * @param range not empty; ends at {@code max_lsn} or before
 * @param pieces the parts of the range that are read, in LSN order; one or two, since a table has
 *     at most two instances (documented)
 * @param maxRows the most change rows wanted, at least 1; the first commit with rows is taken whole
 *     even if it has more
 * @param maxCommits the most commits with change rows wanted, at least 1
 * @param clampAbove commits whose local time is later than the server's local clock plus this are
 *     left out of the steps back and told apart; empty if none is
 */
public record MeasureRequest(
    LsnRange range,
    List<Piece> pieces,
    long maxRows,
    long maxCommits,
    Optional<Duration> clampAbove) {

  public MeasureRequest {
    pieces = List.copyOf(pieces);
    if (pieces.isEmpty() || pieces.size() > 2 || maxRows < 1 || maxCommits < 1) {
      throw new IllegalArgumentException(
          pieces.size() + " pieces, " + maxRows + " rows, " + maxCommits + " commits");
    }
  }

  /** Of a range that one instance holds, bounded by rows only. */
  public static MeasureRequest of(String captureInstance, LsnRange range, long maxRows) {
    return new MeasureRequest(
        range,
        List.of(new Piece(captureInstance, range)),
        maxRows,
        Long.MAX_VALUE,
        Optional.empty());
  }
}
