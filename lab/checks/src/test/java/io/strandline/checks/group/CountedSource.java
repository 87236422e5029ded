package io.strandline.checks.group;

import io.strandline.change.ChangeBatch;
import io.strandline.change.SnapshotRows;
import io.strandline.check.PassingSource;
import io.strandline.lsn.LsnRange;
import io.strandline.port.ChangeSource;
import io.strandline.port.Frontier;
import io.strandline.port.MeasureRequest;
import io.strandline.port.Measurement;
import io.strandline.port.PollRequest;
import io.strandline.port.ReadRequest;
import io.strandline.port.SessionReader;
import io.strandline.port.SnapshotLayoutRequest;
import io.strandline.port.SnapshotReadRequest;
import io.strandline.port.SnapshotView;
import io.strandline.port.SnapshotViewRequest;
import io.strandline.port.SourcePoll;
import io.strandline.port.Tile;
import io.strandline.port.TileRequest;
import io.strandline.snapshot.SnapshotLayout;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;

/** A real source that counts the connections in use: two a reader of changes, one a call. */
final class CountedSource extends PassingSource {

  private final AtomicInteger used = new AtomicInteger();
  private final AtomicInteger most = new AtomicInteger();

  CountedSource(ChangeSource source) {
    super(source);
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
    return within(() -> super.poll(request));
  }

  @Override
  public Frontier frontier() {
    return within(super::frontier);
  }

  @Override
  public long entries(LsnRange range, int most) {
    return within(() -> super.entries(range, most));
  }

  @Override
  public Measurement measure(MeasureRequest request) {
    return within(() -> super.measure(request));
  }

  @Override
  public List<Tile> tiles(TileRequest request) {
    return within(() -> super.tiles(request));
  }

  @Override
  public SnapshotView view(SnapshotViewRequest request) {
    return within(() -> super.view(request));
  }

  @Override
  public SnapshotLayout layout(SnapshotLayoutRequest request) {
    return within(() -> super.layout(request));
  }

  @Override
  public SessionReader<ChangeBatch> read(ReadRequest request) {
    take(2);
    return new Counted<>(super.read(request), 2);
  }

  @Override
  public SessionReader<SnapshotRows> read(SnapshotReadRequest request) {
    take(1);
    return new Counted<>(super.read(request), 1);
  }

  private final class Counted<T> extends Reader<T> {

    private final int connections;
    private final AtomicBoolean open = new AtomicBoolean(true);

    Counted(SessionReader<T> reader, int connections) {
      super(reader);
      this.connections = connections;
    }

    @Override
    public void close() {
      super.close();
      if (open.compareAndSet(true, false)) {
        used.addAndGet(-connections);
      }
    }
  }
}
