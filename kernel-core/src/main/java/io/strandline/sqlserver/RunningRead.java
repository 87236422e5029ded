package io.strandline.sqlserver;

import io.strandline.lsn.Lsn;
import io.strandline.port.ReadSession;
import io.strandline.port.SessionReader;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.LongSupplier;

/** A running read, whose rows come ahead through a bounded queue. */
final class RunningRead<T> implements SessionReader<T> {

  /** Where the rows of a session come from. */
  interface Feed<T> extends ReadAhead.Feed<T> {

    /** What the session saw before its first row. */
    ReadSession session();

    /** The watermark after the last row; empty for unknown. */
    Optional<Lsn> minLsnAfter();
  }

  private final Feed<T> feed;
  private final ReadAhead<T> ahead;
  private final Consumer<RunningRead<T>> onClose;
  private boolean ended;

  RunningRead(Feed<T> feed, int depth, LongSupplier nanoTime, Consumer<RunningRead<T>> onClose) {
    this.feed = feed;
    this.onClose = onClose;
    this.ahead = ReadAhead.start(feed, depth, nanoTime);
  }

  @Override
  public ReadSession session() {
    return feed.session();
  }

  @Override
  public Optional<T> next() {
    Optional<T> rows = ahead.next();
    ended = rows.isEmpty();
    return rows;
  }

  @Override
  public Optional<Lsn> minLsnAfter() {
    if (!ended) {
      throw new IllegalStateException("rows are left to be read");
    }
    return feed.minLsnAfter();
  }

  @Override
  public Duration waited() {
    return ahead.waited();
  }

  /** Begins to end the read; {@link #close} waits for it. */
  void stop() {
    ahead.stop();
  }

  @Override
  public void close() {
    ahead.close();
    onClose.accept(this);
  }
}
