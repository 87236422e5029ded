package io.strandline.checks.crash;

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
  public SessionReader<ChangeBatch> read(ReadRequest request) {
    halt.reached(Phase.BEFORE_READ);
    return new HaltingReader<>(
        source.read(request), halt, Phase.BEFORE_FIRST_ROW, Phase.AFTER_LAST_ROW);
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
  public SessionReader<SnapshotRows> read(SnapshotReadRequest request) {
    return new HaltingReader<>(
        source.read(request), halt, Phase.SNAPSHOT_READING, Phase.SNAPSHOT_READ);
  }

  @Override
  public void close() {
    source.close();
  }

  private record HaltingReader<T>(
      SessionReader<T> reader, HaltPoint halt, Phase reading, Phase afterLastRow)
      implements SessionReader<T> {

    @Override
    public ReadSession session() {
      return reader.session();
    }

    @Override
    public Optional<T> next() {
      halt.reached(reading);
      return reader.next();
    }

    @Override
    public Optional<Lsn> minLsnAfter() {
      Optional<Lsn> minLsn = reader.minLsnAfter();
      halt.reached(afterLastRow);
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
