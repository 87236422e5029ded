package io.strandline.port;

import io.strandline.lsn.LsnRange;

/**
 * A capture instance and the commits that are read from it: where two instances hold a range, each
 * commit is in one piece only.
 *
 * @param captureInstance name of the instance
 * @param range not empty
 */
public record Piece(String captureInstance, LsnRange range) {

  public Piece {
    if (range.isEmpty()) {
      throw new IllegalArgumentException("an empty piece of " + captureInstance);
    }
  }
}
