package io.strandline.explain;

import java.util.Locale;

/** Why a period is not final, or final with a gap. */
public enum ReasonCode {
  /** The period, or the whole minute, hour or day that holds its end, is not over at the source. */
  PERIOD_NOT_OVER,
  /** Capture has never recorded a commit, or not yet the enabling of the instance. */
  CAPTURE_NEVER_RAN,
  /** Capture has recorded nothing for longer than its idle entries take. */
  CAPTURE_STALLED,
  /** Capture is behind, by less than a stall. */
  CAPTURE_BEHIND,
  /** Capture is up to date, and its next entry is due. */
  IDLE_WITHOUT_HEARTBEAT,
  /** The source has captured past the period, and the table has not read so far. */
  INGESTION_BEHIND,
  /** The table has read past the period, and its verdict is not published yet. */
  VERDICT_LATE,
  /** The captured columns no longer fit the table, or the stream stops at any change of them. */
  SCHEMA_CHANGE,
  /** Changes that the stream has not read are gone. */
  DATA_LOSS,
  /** The first load is not in yet, and no batch is committed before it. */
  OPEN_SNAPSHOT,
  /** The next call of ingest would stop with another error. */
  INGESTION_STOPPED,
  /** The source cannot be reached. */
  SOURCE_UNREACHABLE,
  /** The source was not asked. */
  SOURCE_NOT_ASKED,
  /** The table cannot be read. */
  TABLE_UNREADABLE,
  /** There is no table yet. */
  NO_TABLE,
  /** The published verdict is of another table that had this name. */
  ANOTHER_TABLE,
  /** Changes of the period are missing. */
  GAP,
  /** The period begins before the stream does. */
  BEFORE_STREAM,
  /** A gap ends after the period's start, but none overlaps it: nothing of it is missing. */
  GAP_ELSEWHERE,
  /** The facts do not tell whether something of the period is missing. */
  GAP_UNKNOWN;

  /** The value in documents. */
  public String text() {
    return name().toLowerCase(Locale.ROOT);
  }
}
