package io.strandline.verdict;

import java.time.Instant;
import java.util.Optional;

/** Whether a period of a table is final. */
public enum Finality {
  /** Nothing more will arrive for the period, and nothing of it is missing. */
  FINAL,
  /**
   * Nothing more will arrive for the period, but it begins before {@code lossless_since}: changes
   * of it may be lost, or are older than the stream.
   */
  FINAL_WITH_GAP,
  /** Changes of the period may still arrive. */
  OPEN;

  /**
   * The finality of the period from {@code start} until {@code end}.
   *
   * @param row the table's published verdict; empty if there is none
   * @param start inclusive, UTC
   * @param end exclusive, UTC, after {@code start}
   * @throws io.strandline.error.InvalidOptionsException as {@link Periods#verify}
   */
  public static Finality of(Optional<ControlRow> row, Instant start, Instant end) {
    Periods.verify(start, end);
    if (row.isEmpty()
        || row.get().finalizedUntil().isEmpty()
        || end.isAfter(row.get().finalizedUntil().get())) {
      return OPEN;
    }
    return start.isBefore(row.get().losslessSince()) ? FINAL_WITH_GAP : FINAL;
  }
}
