package io.strandline.checks.crash;

import io.strandline.change.ChangeBatch;
import io.strandline.change.SnapshotRows;
import io.strandline.lsn.Lsn;
import io.strandline.lsn.LsnRange;
import io.strandline.port.ChangeReader;
import io.strandline.port.ChangeSource;
import io.strandline.port.Frontier;
import io.strandline.port.MeasureRequest;
import io.strandline.port.Measurement;
import io.strandline.port.PollRequest;
import io.strandline.port.ReadRequest;
import io.strandline.port.ReadSession;
import io.strandline.port.SnapshotLayoutRequest;
import io.strandline.port.SnapshotReadRequest;
import io.strandline.port.SnapshotReader;
import io.strandline.port.SnapshotView;
import io.strandline.port.SnapshotViewRequest;
import io.strandline.port.SourcePoll;
import io.strandline.port.Tile;
import io.strandline.port.TileRequest;
import io.strandline.snapshot.SnapshotLayout;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** A real source that halts around its calls. */
record HaltingSource(ChangeSource source, HaltPoint halt) implements ChangeSource {

  @Override
  public SourcePoll poll(PollRequest request) {
    halt.reached(Phase.BEFORE_POLL);
    SourcePoll poll = source.poll(request);
    halt.reached(Phase.AFTER_POLL);
    return poll;
  }

  @Override
  public Frontier frontier() {
    return source.frontier();
  }

  @Override
  public long entries(LsnRange range, int most) {
    return source.entries(range, most);
  }

  @Override
  public Measurement measure(MeasureRequest request) {
    Measurement measured = source.measure(request);
    halt.reached(Phase.AFTER_MEASURE);
    return measured;
  }

  @Override
  public List<Tile> tiles(TileRequest request) {
    return source.tiles(request);
  }

  @Override
  public ChangeReader read(ReadRequest request) {
    halt.reached(Phase.BEFORE_READ);
    return new HaltingReader(source.read(request), halt);
  }

  @Override
  public SnapshotView view(SnapshotViewRequest request) {
    SnapshotView view = source.view(request);
    halt.reached(Phase.SNAPSHOT_VIEWED);
    return view;
  }

  @Override
  public SnapshotLayout layout(SnapshotLayoutRequest request) {
    return source.layout(request);
  }

  @Override
  public SnapshotReader read(SnapshotReadRequest request) {
    return new HaltingSnapshotReader(source.read(request), halt);
  }

  @Override
  public void close() {
    source.close();
  }

  private record HaltingReader(ChangeReader reader, HaltPoint halt) implements ChangeReader {

    @Override
    public ReadSession session() {
      return reader.session();
    }

    @Override
    public Optional<ChangeBatch> next() {
      halt.reached(Phase.BEFORE_FIRST_ROW);
      return reader.next();
    }

    @Override
    public Optional<Lsn> minLsnAfter() {
      Optional<Lsn> minLsn = reader.minLsnAfter();
      halt.reached(Phase.AFTER_LAST_ROW);
      return minLsn;
    }

    @Override
    public Duration waited() {
      return reader.waited();
    }

    @Override
    public void close() {
      reader.close();
    }
  }

  private record HaltingSnapshotReader(SnapshotReader reader, HaltPoint halt)
      implements SnapshotReader {

    @Override
    public ReadSession session() {
      return reader.session();
    }

    @Override
    public Optional<SnapshotRows> next() {
      halt.reached(Phase.SNAPSHOT_READING);
      return reader.next();
    }

    @Override
    public Optional<Lsn> minLsnAfter() {
      Optional<Lsn> minLsn = reader.minLsnAfter();
      halt.reached(Phase.SNAPSHOT_READ);
      return minLsn;
    }

    @Override
    public Duration waited() {
      return reader.waited();
    }

    @Override
    public void close() {
      reader.close();
    }
  }
}
