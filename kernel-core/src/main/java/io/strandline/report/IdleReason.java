package io.strandline.report;

/** Why a call committed nothing. */
public enum IdleReason {
  /** Everything captured is in the table. */
  CAUGHT_UP,
  /** Only commits of other tables or idle entries came, and they move no verdict yet. */
  NOTHING_NEW,
  /** {@code max_lsn} is NULL: capture has never recorded a commit; is SQL Server Agent running? */
  CAPTURE_NEVER_RAN,
  /**
   * Capture has not yet come to the instance's start, or the server tells no watermark ({@code
   * min_lsn} is zero or NULL): the enable is not processed yet, this login may not see the
   * instance, or there is no such instance.
   */
  ENABLE_NOT_CAPTURED,
  /**
   * Everything captured is in the table, but capture has recorded nothing for longer than its idle
   * entries take: is the capture job running?
   */
  CAPTURE_STALLED
}
