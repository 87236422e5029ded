package io.strandline.stream;

import io.strandline.change.ChangeBatch;
import io.strandline.change.SnapshotRows;
import io.strandline.error.CancelledException;
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
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * A source of which several streams together use so many connections at most: each call takes a
 * permit, and a reader as many as it holds connections, until it is closed. No call is made while a
 * reader is held by the same thread, so waiting for permits always ends.
 */
final class BudgetedSource implements ChangeSource {

  /** The rows come on one connection, their commit times on another. */
  private static final int OF_CHANGES = 2;

  private static final int OF_A_TABLE = 1;

  private final ChangeSource source;
  private final Semaphore permits;
  private final SharedLooks.Member looks;

  /**
   * A source within a budget.
   *
   * @param permits the connections that are free, shared with other sources of the group; fair
   * @param looks the member's part in the round's shared look
   */
  BudgetedSource(ChangeSource source, Semaphore permits, SharedLooks.Member looks) {
    this.source = source;
    this.permits = permits;
    this.looks = looks;
  }

  @Override
  public SourcePoll poll(PollRequest request) {
    return looks.poll(request, () -> within(() -> source.poll(request)));
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
    return held(OF_CHANGES, permit -> new Permitted<>(source.read(request), permit));
  }

  @Override
  public SessionReader<SnapshotRows> read(SnapshotReadRequest request) {
    return held(OF_A_TABLE, permit -> new Permitted<>(source.read(request), permit));
  }

  private <T> T within(Supplier<T> call) {
    acquire(1);
    try {
      return call.get();
    } finally {
      permits.release();
    }
  }

  private <T> T held(int connections, Function<Permit, T> open) {
    acquire(connections);
    Permit permit = new Permit(connections);
    boolean opened = false;
    try {
      T reader = open.apply(permit);
      opened = true;
      return reader;
    } finally {
      if (!opened) {
        permit.release();
      }
    }
  }

  private void acquire(int connections) {
    try {
      permits.acquire(connections);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new CancelledException("the call was interrupted", "call again", e);
    }
  }

  /** What a reader holds, given back once. */
  private final class Permit {

    private final AtomicBoolean held = new AtomicBoolean(true);
    private final int connections;

    Permit(int connections) {
      this.connections = connections;
    }

    void release() {
      if (held.compareAndSet(true, false)) {
        permits.release(connections);
      }
    }
  }

  /** A reader that gives its permit back. */
  private record Permitted<T>(SessionReader<T> reader, Permit permit) implements SessionReader<T> {

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
      try {
        reader.close();
      } finally {
        permit.release();
      }
    }
  }

  /** The source is the streams' own, and stays open. */
  @Override
  public void close() {}
}
