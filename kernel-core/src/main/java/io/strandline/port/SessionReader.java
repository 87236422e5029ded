package io.strandline.port;

import io.strandline.lsn.Lsn;
import java.time.Duration;
import java.util.Optional;

/**
 * The rows of one range on a connection of its own. Not thread-safe.
 *
 * <p>Changes come in (commit LSN, command id, seqval, operation) order, rows of a table in none.
 *
 * @param <T> rows in columns
 */
public interface SessionReader<T> extends AutoCloseable {

  /**
   * What the session saw before its first row. A snapshot stamped with an LSN is whole only if
   * {@code maxLsn} is at or above the stamp: below it the session is on a replica that lags.
   */
  ReadSession session();

  /** The next rows; empty after the last. */
  Optional<T> next();

  /**
   * The instance's retention watermark on the same session, asked after the last row; empty for
   * unknown. A stream can start at a snapshot's stamp only if it is at or below the stamp's
   * successor.
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
