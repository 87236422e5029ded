package io.strandline.facts;

import java.time.Instant;
import java.util.Locale;

/** The columns of the facts table, in order; every one is nullable. */
public enum FactsColumn {
  /** The Delta table's id. */
  TABLE_ID(String.class),
  APP_ID(String.class),
  /** The table's canonical name. */
  TARGET(String.class),
  GENERATION(Integer.class),
  /** NULL on a snapshot's or {@code adopt}'s event. */
  BATCH_ID(Long.class),
  /** NULL on a batch's row. */
  EVENT(String.class),
  ROWS(Long.class),
  INSERTS(Long.class),
  /** Rows of operation 4. */
  UPDATES(Long.class),
  DELETES(Long.class),
  /** Smallest commit LSN with a row of the batch. */
  MIN_LSN(String.class),
  MAX_LSN(String.class),
  /** The batch's end offset, at or above {@link #MAX_LSN}. */
  END_LSN(String.class),
  MIN_COMMIT_TS(Instant.class),
  MAX_COMMIT_TS(Instant.class),
  END_COMMIT_TS(Instant.class),
  /** Commit time of the last offset before a gap. */
  LOST_FROM_TS(Instant.class),
  /** Commit time at which a gap ends. */
  LOST_TO_TS(Instant.class),
  /** JSON. */
  DETAIL(String.class),
  /** Commit time of {@code max_lsn} when the batch was planned. */
  SOURCE_MAX_COMMIT_TS(Instant.class),
  /** The server's UTC clock less {@link #SOURCE_MAX_COMMIT_TS}. */
  CAPTURE_LAG_SECONDS(Double.class),
  /** {@link #SOURCE_MAX_COMMIT_TS} less {@link #END_COMMIT_TS}. */
  INGESTION_LAG_SECONDS(Double.class),
  /** Commit time of the retention watermark. */
  RETENTION_WATERMARK_TS(Instant.class),
  /** {@link #END_COMMIT_TS} less {@link #RETENTION_WATERMARK_TS}. */
  RETENTION_HEADROOM_HOURS(Double.class),
  /** Start of the call, the reader's clock. */
  STARTED_AT(Instant.class),
  /** When this row was written, the reader's clock. */
  WRITTEN_AT(Instant.class),
  /** From the start of the call to the commit. */
  DURATION_MS(Long.class),
  /** Round trip of the planning statement. */
  SOURCE_RTT_MS(Long.class),
  /** Time spent waiting for rows of the source. */
  SOURCE_WAIT_MS(Long.class),
  /** Megabytes (10^6 bytes) of rows as held in memory. */
  READ_MB(Double.class),
  /** Megabytes (10^6 bytes) of data files. */
  WRITTEN_MB(Double.class),
  FILES(Integer.class);

  private final Class<?> type;

  FactsColumn(Class<?> type) {
    this.type = type;
  }

  /** The class of the column's values: String, Integer, Long, Double or Instant. */
  public Class<?> type() {
    return type;
  }

  /** The column's name in tables and JSON. */
  public String columnName() {
    return name().toLowerCase(Locale.ROOT);
  }
}
