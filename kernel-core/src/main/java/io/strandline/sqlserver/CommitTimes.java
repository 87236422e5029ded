package io.strandline.sqlserver;

import io.strandline.lsn.Lsn;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.Arrays;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * The commit times of a range as a stream in LSN order, drawn only as far as the rows have come.
 * Not thread-safe.
 */
final class CommitTimes {

  private static final int NANOS_PER_MILLI = 1_000_000;

  private final ResultSet rows;
  private byte @Nullable [] lsn;
  private boolean ended;

  /** The times of a result set of LSN and {@code tran_end_time}. */
  CommitTimes(ResultSet rows) {
    this.rows = rows;
  }

  /**
   * The local commit time of a commit in milliseconds since 1970; none before it may be asked for
   * later.
   *
   * @return empty if the time mapping has no row of the commit
   */
  OptionalLong at(byte[] commit) throws SQLException {
    while (!ended && (lsn == null || Arrays.compareUnsigned(lsn, commit) < 0)) {
      advance();
    }
    if (lsn == null || !Arrays.equals(lsn, commit)) {
      return OptionalLong.empty();
    }
    LocalDateTime local = rows.getObject(2, LocalDateTime.class);
    return local == null ? OptionalLong.empty() : OptionalLong.of(millis(local));
  }

  private void advance() throws SQLException {
    if (rows.next()) {
      lsn = Lsn.of(rows.getBytes(1)).toBytes();
    } else {
      ended = true;
      lsn = null;
    }
  }

  private static long millis(LocalDateTime local) {
    LocalDateTime rounded = rounded(local);
    return rounded.toEpochSecond(ZoneOffset.UTC) * 1_000 + rounded.getNano() / NANOS_PER_MILLI;
  }

  /** A {@code datetime} at its three digits, whatever fraction of 1/300 s the driver kept. */
  static LocalDateTime rounded(LocalDateTime value) {
    int off = value.getNano() % NANOS_PER_MILLI;
    return off >= NANOS_PER_MILLI / 2
        ? value.plusNanos(NANOS_PER_MILLI - off)
        : value.minusNanos(off);
  }
}
