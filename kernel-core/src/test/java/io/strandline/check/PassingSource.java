package io.strandline.check;

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

/** Passes every call on, for substitutes that change one. */
public class PassingSource implements ChangeSource {

  private final ChangeSource source;

  protected PassingSource(ChangeSource source) {
    this.source = source;
  }

  @Override
  public SourcePoll poll(PollRequest request) {
    return source.poll(request);
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
    return source.measure(request);
  }

  @Override
  public List<Tile> tiles(TileRequest request) {
    return source.tiles(request);
  }

  @Override
  public SessionReader<ChangeBatch> read(ReadRequest request) {
    return source.read(request);
  }

  @Override
  public SnapshotView view(SnapshotViewRequest request) {
    return source.view(request);
  }

  @Override
  public SnapshotLayout layout(SnapshotLayoutRequest request) {
    return source.layout(request);
  }

  @Override
  public SessionReader<SnapshotRows> read(SnapshotReadRequest request) {
    return source.read(request);
  }

  @Override
  public void close() {
    source.close();
  }

  /** Passes every call of a reader on. */
  public static class Reader<T> implements SessionReader<T> {

    private final SessionReader<T> reader;

    protected Reader(SessionReader<T> reader) {
      this.reader = reader;
    }

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
    }
  }
}
