package io.strandline.sqlserver;

import io.strandline.change.SnapshotRows;
import io.strandline.lsn.Lsn;
import io.strandline.port.ReadSession;
import io.strandline.port.SnapshotReader;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.LongSupplier;

/** A running read of a table, whose rows come ahead through a bounded queue. */
final class SqlServerSnapshotReader implements SnapshotReader {

  private final SnapshotFeed feed;
  private final ReadAhead<SnapshotRows> ahead;
  private final Consumer<SqlServerSnapshotReader> onClose;
  private boolean ended;

  SqlServerSnapshotReader(
      SnapshotFeed feed,
      int depth,
      LongSupplier nanoTime,
      Consumer<SqlServerSnapshotReader> onClose) {
    this.feed = feed;
    this.onClose = onClose;
    this.ahead = ReadAhead.start(feed, depth, nanoTime);
  }

  @Override
  public ReadSession session() {
    return feed.session();
  }

  @Override
  public Optional<SnapshotRows> next() {
    Optional<SnapshotRows> rows = ahead.next();
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
