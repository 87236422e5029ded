package io.strandline.port;

import io.strandline.change.ChangeBatch;
import io.strandline.lsn.Lsn;
import java.time.Duration;
import java.util.Optional;

/**
 * The change rows of one range on a connection of its own, in (commit LSN, command id, seqval,
 * operation) order. Not thread-safe.
 */
public interface ChangeReader extends AutoCloseable {

  /** What the session saw before its first row. */
  ReadSession session();

  /** The next rows; empty after the last. */
  Optional<ChangeBatch> next();

  /**
   * The instance's retention watermark on the same session, asked after the last row; empty for
   * unknown.
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
