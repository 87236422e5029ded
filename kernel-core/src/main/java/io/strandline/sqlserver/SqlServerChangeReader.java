package io.strandline.sqlserver;

import io.strandline.change.ChangeBatch;
import io.strandline.lsn.Lsn;
import io.strandline.port.ChangeReader;
import io.strandline.port.ReadSession;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.LongSupplier;

/** A running read, whose rows come ahead through a bounded queue. */
final class SqlServerChangeReader implements ChangeReader {

  private final ChangeFeed feed;
  private final ReadAhead<ChangeBatch> ahead;
  private final Consumer<SqlServerChangeReader> onClose;
  private boolean ended;

  SqlServerChangeReader(
      ChangeFeed feed, int depth, LongSupplier nanoTime, Consumer<SqlServerChangeReader> onClose) {
    this.feed = feed;
    this.onClose = onClose;
    this.ahead = ReadAhead.start(feed, depth, nanoTime);
  }

  @Override
  public ReadSession session() {
    return feed.session();
  }

  @Override
  public Optional<ChangeBatch> next() {
    Optional<ChangeBatch> batch = ahead.next();
    ended = batch.isEmpty();
    return batch;
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
