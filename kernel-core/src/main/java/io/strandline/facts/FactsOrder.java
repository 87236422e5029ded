package io.strandline.facts;

import java.time.Instant;
import java.util.Comparator;
import java.util.Optional;

/** The order of facts in time, and which kind a row is. */
public final class FactsOrder {

  /**
   * Newest first by {@code written_at}, then {@code batch_id}; a batch's row before its events'.
   */
  public static final Comparator<FactsRow> NEWEST_FIRST =
      Comparator.comparing(FactsOrder::writtenAt)
          .thenComparing(FactsOrder::batchId)
          .reversed()
          .thenComparing(FactsOrder::isEvent);

  private FactsOrder() {}

  /** Whether the row tells of an event rather than of a batch. */
  public static boolean isEvent(FactsRow row) {
    return row.get(FactsColumn.EVENT, String.class).isPresent();
  }

  /** The table's canonical name. */
  public static Optional<String> target(FactsRow row) {
    return row.get(FactsColumn.TARGET, String.class);
  }

  /** When the row was written; the smallest instant for NULL. */
  public static Instant writtenAt(FactsRow row) {
    return row.get(FactsColumn.WRITTEN_AT, Instant.class).orElse(Instant.MIN);
  }

  private static long batchId(FactsRow row) {
    return row.get(FactsColumn.BATCH_ID, Long.class).orElse(-1L);
  }
}
