package io.strandline.port;

import io.strandline.change.SnapshotRows;
import io.strandline.lsn.Lsn;
import java.time.Duration;
import java.util.Optional;

/** The rows of one range of a table on a connection of its own, in no order. Not thread-safe. */
public interface SnapshotReader extends AutoCloseable {

  /**
   * What the session saw before its first row. A snapshot stamped with an LSN is whole only if
   * {@code maxLsn} is at or above the stamp: below it the session is on a replica that lags.
   */
  ReadSession session();

  /** The next rows; empty after the last. */
  Optional<SnapshotRows> next();

  /**
   * The instance's retention watermark on the same session, asked after the last row; empty for
   * unknown. The stream can start at the stamp only if it is at or below the stamp's successor.
   *
   * @throws IllegalStateException before {@link #next} was empty
   */
  Optional<Lsn> minLsnAfter();

  /** How long callers of {@link #next} waited for the source so far. */
  Duration waited();

  /** Ends the read and leaves no open transaction behind. Never throws. */
  @Override
  void close();
}
