package io.strandline.checks.group;

import io.strandline.change.ChangeBatch;
import io.strandline.change.SnapshotRows;
import io.strandline.lsn.Lsn;
import io.strandline.lsn.LsnRange;
import io.strandline.port.ChangeSource;
import io.strandline.port.Frontier;
import io.strandline.port.MeasureRequest;
import io.strandline.port.Measurement;
import io.strandline.port.PollRequest;
import io.strandline.port.ReadRequest;
import io.strandline.port.ReadSession;
import io.strandline.port.SessionReader;
import io.strandline.port.SnapshotLayoutRequest;
import io.strandline.port.SnapshotReadRequest;
import io.strandline.port.SnapshotView;
import io.strandline.port.SnapshotViewRequest;
import io.strandline.port.SourcePoll;
import io.strandline.port.Tile;
import io.strandline.port.TileRequest;
import io.strandline.snapshot.SnapshotLayout;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;

/** A real source that counts the connections in use: two a reader of changes, one a call. */
final class CountedSource implements ChangeSource {

  private final ChangeSource source;
  private final AtomicInteger used = new AtomicInteger();
  private final AtomicInteger most = new AtomicInteger();

  CountedSource(ChangeSource source) {
    this.source = source;
  }

  /** The most connections that were in use at once. */
  int most() {
    return most.get();
  }

  private void take(int connections) {
    most.accumulateAndGet(used.addAndGet(connections), Math::max);
  }

  private <T> T within(Supplier<T> call) {
    take(1);
    try {
      return call.get();
    } finally {
      used.decrementAndGet();
    }
  }

  @Override
  public SourcePoll poll(PollRequest request) {
    return within(() -> source.poll(request));
  }

  @Override
  public Frontier frontier() {
    return within(source::frontier);
  }

  @Override
  public long entries(LsnRange range, int most) {
    return within(() -> source.entries(range, most));
  }

  @Override
  public Measurement measure(MeasureRequest request) {
    return within(() -> source.measure(request));
  }

  @Override
  public List<Tile> tiles(TileRequest request) {
    return within(() -> source.tiles(request));
  }

  @Override
  public SnapshotView view(SnapshotViewRequest request) {
    return within(() -> source.view(request));
  }

  @Override
  public SnapshotLayout layout(SnapshotLayoutRequest request) {
    return within(() -> source.layout(request));
  }

  @Override
  public SessionReader<ChangeBatch> read(ReadRequest request) {
    take(2);
    return new Counted<>(source.read(request), 2, used, new AtomicBoolean());
  }

  @Override
  public SessionReader<SnapshotRows> read(SnapshotReadRequest request) {
    take(1);
    return new Counted<>(source.read(request), 1, used, new AtomicBoolean());
  }

  @Override
  public void close() {
    source.close();
  }

  private record Counted<T>(
      SessionReader<T> reader, int connections, AtomicInteger used, AtomicBoolean closed)
      implements SessionReader<T> {

    @Override
    public ReadSession session() {
      return reader.session();
    }

    @Override
    public Optional<T> next() {
      return reader.next();
    }

    @Override
    public Optional<Lsn> minLsnAfter() {
      return reader.minLsnAfter();
    }

    @Override
    public Duration waited() {
      return reader.waited();
    }

    @Override
    public void close() {
      reader.close();
      if (closed.compareAndSet(false, true)) {
        used.addAndGet(-connections);
      }
    }
  }
}
