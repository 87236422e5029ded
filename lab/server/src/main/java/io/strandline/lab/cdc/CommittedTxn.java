package io.strandline.lab.cdc;

import java.nio.ByteBuffer;
import java.time.Instant;
import java.time.LocalDateTime;
import java.util.List;

/**
 * A committed transaction in the log.
 *
 * @param beginTime server-local, a datetime
 * @param endTime server-local, a datetime
 * @param instant the commit in UTC
 */
record CommittedTxn(
    long id,
    Lsn beginLsn,
    Lsn commitLsn,
    LocalDateTime beginTime,
    LocalDateTime endTime,
    Instant instant,
    List<LogEntry> entries) {

  /** The transaction id as {@code lsn_time_mapping} shows it. */
  byte[] idBytes() {
    return ByteBuffer.allocate(6).putInt((int) id).putShort((short) 0).array();
  }
}
