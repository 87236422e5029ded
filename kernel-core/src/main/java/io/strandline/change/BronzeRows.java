package io.strandline.change;

/**
 * Change rows with their monotone commit times, ready for bronze.
 *
 * @param changes the rows
 * @param commitTs {@code _commit_ts}: microseconds since 1970-01-01T00:00Z, a value a row
 */
public record BronzeRows(ChangeBatch changes, LongVector commitTs) {

  public BronzeRows {
    if (commitTs.size() != changes.rows()) {
      throw new IllegalArgumentException(
          commitTs.size() + " commit times for " + changes.rows() + " rows");
    }
  }
}
