package io.strandline.sim;

import io.strandline.change.ChangeBatch;
import io.strandline.change.SnapshotRows;
import io.strandline.error.CaptureInstanceNotFoundException;
import io.strandline.lsn.Lsn;
import io.strandline.lsn.LsnRange;
import io.strandline.port.ChangeSource;
import io.strandline.port.Frontier;
import io.strandline.port.InstanceView;
import io.strandline.port.MeasureRequest;
import io.strandline.port.Measurement;
import io.strandline.port.Piece;
import io.strandline.port.PollRequest;
import io.strandline.port.ReadRequest;
import io.strandline.port.ServerClock;
import io.strandline.port.SessionReader;
import io.strandline.port.SnapshotLayoutRequest;
import io.strandline.port.SnapshotReadRequest;
import io.strandline.port.SnapshotView;
import io.strandline.port.SnapshotViewRequest;
import io.strandline.port.SourcePoll;
import io.strandline.port.Tile;
import io.strandline.port.TileRequest;
import io.strandline.snapshot.SnapshotLayout;
import io.strandline.time.CommitsAhead;
import io.strandline.time.MappedCommit;
import io.strandline.time.StepBack;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** One simulated process's connections to a {@link SourceDatabase}. */
final class SimSource implements ChangeSource {

  /** Stands for a commit time that the mapping no longer holds; no batch may be made of it. */
  static final LocalDateTime LOST = LocalDateTime.parse("1900-01-01T00:00");

  private final SourceDatabase database;
  private final Gate gate;
  private final SimSnapshots snapshots;

  SimSource(SourceDatabase database, Gate gate) {
    this.database = database;
    this.gate = gate;
    this.snapshots = new SimSnapshots(database, gate);
  }

  @Override
  public SourcePoll poll(PollRequest request) {
    return gate.call(PortCall.POLL, () -> look(request));
  }

  @Override
  public Frontier frontier() {
    return gate.call(
        PortCall.POLL,
        () -> {
          Optional<MappedCommit> max = database.max();
          ServerTime time = database.time();
          return new Frontier(
              max,
              new ServerClock(time.utc(), time.offset(), Optional.of(time.told())),
              database.names().database(),
              database.names().brokerGuid(),
              false);
        });
  }

  @Override
  public long entries(LsnRange range, int most) {
    return gate.call(PortCall.MEASURE, () -> Math.min(most, database.mapped(range).size()));
  }

  private SourcePoll look(PollRequest request) {
    Optional<MappedCommit> newest = database.max();
    boolean replica = newest.isPresent() && gate.pollsLaggingReplica();
    Optional<MappedCommit> max = replica ? behind(newest.get()) : newest;
    gate.during(PortCall.POLL);
    ServerTime time = database.time();
    SourcePoll poll =
        new SourcePoll(
            max,
            new ServerClock(time.utc(), time.offset(), Optional.of(time.told())),
            database.names().server(),
            database.names().database(),
            database.names().brokerGuid(),
            replica,
            database.atOrBelow(request.position()).filter(c -> !replica || isUpTo(c, max)),
            database.above(request.position()).filter(c -> !replica || isUpTo(c, max)),
            views(request),
            List.of());
    gate.polled(request, poll);
    return poll;
  }

  /** What a replica that is a few commits late has as its newest. */
  private Optional<MappedCommit> behind(MappedCommit newest) {
    Optional<MappedCommit> max = Optional.of(newest);
    for (int i = 0; i < 3 && max.isPresent(); i++) {
      max = database.atOrBelow(max.get().lsn().previous());
    }
    return max;
  }

  private static boolean isUpTo(MappedCommit commit, Optional<MappedCommit> max) {
    return max.isPresent() && !commit.lsn().isAfter(max.get().lsn());
  }

  /** Finds the table as the port says: by the name, by known names, by its default name. */
  private List<InstanceView> views(PollRequest request) {
    boolean found =
        database.instance(request.captureInstance()).isPresent()
            || request.known().stream().anyMatch(name -> database.instance(name).isPresent())
            || request.captureInstance().equals(SourceDatabase.FOLLOWED);
    return found
        ? database.instances().stream()
            .sorted(
                Comparator.comparing(ChangeTable::created)
                    .thenComparing(table -> table.minLsn().orElse(table.start()))
                    .thenComparing(ChangeTable::name))
            .map(table -> view(table, request.position()))
            .toList()
        : List.of();
  }

  private InstanceView view(ChangeTable table, Lsn position) {
    return new InstanceView(
        table.catalogRow(),
        table.minLsn(),
        table.minLsn().flatMap(database::local),
        table.ddl().stream().filter(change -> change.lsn().isAfter(position)).toList());
  }

  @Override
  public Measurement measure(MeasureRequest request) {
    return gate.call(PortCall.MEASURE, () -> count(request));
  }

  private Measurement count(MeasureRequest request) {
    Lsn end = cut(request);
    MappedCommit last = new MappedCommit(end, database.local(end).orElse(LOST));
    LsnRange batch = request.range().until(end);
    Optional<LocalDateTime> above =
        request.clampAbove().map(most -> database.time().local().plus(most));
    List<StepBack> steps = stepsBack(batch, above);
    Optional<CommitsAhead> ahead = above.flatMap(most -> ahead(batch, most));
    gate.measured(
        new Gate.Measured(
            above,
            database.mapped(request.range()),
            database.atOrBelow(request.range().start()).isPresent()));
    List<Long> rows =
        request.pieces().stream().map(piece -> rows(piece, end).size()).map(Long::valueOf).toList();
    gate.during(PortCall.MEASURE);
    List<Measurement.Count> counts = new ArrayList<>();
    for (int i = 0; i < rows.size(); i++) {
      String name = request.pieces().get(i).captureInstance();
      Optional<Lsn> min = database.instance(name).flatMap(ChangeTable::minLsn);
      counts.add(new Measurement.Count(rows.get(i), min));
    }
    return new Measurement(counts, last, steps, ahead);
  }

  private List<SourceChange> rows(Piece piece, Lsn end) {
    return end.isAfter(piece.range().start())
        ? table(piece.captureInstance())
            .rows(piece.range().until(Lsn.min(end, piece.range().end())))
        : List.of();
  }

  /** The last commit whose rows still fit. */
  private Lsn cut(MeasureRequest request) {
    Map<Lsn, Long> commits = new TreeMap<>();
    for (Piece piece : request.pieces()) {
      rows(piece, piece.range().end()).forEach(row -> commits.merge(row.startLsn(), 1L, Long::sum));
    }
    long rows = 0;
    long count = 0;
    Lsn last = request.range().start();
    for (Map.Entry<Lsn, Long> commit : commits.entrySet()) {
      rows += commit.getValue();
      count++;
      if (count > 1 && (rows > request.maxRows() || count > request.maxCommits())) {
        return last;
      }
      last = commit.getKey();
    }
    List<MappedCommit> mapped = database.mapped(request.range());
    return mapped.isEmpty() ? request.range().end() : mapped.get(mapped.size() - 1).lsn();
  }

  private List<StepBack> stepsBack(LsnRange range, Optional<LocalDateTime> above) {
    List<StepBack> steps = new ArrayList<>();
    Optional<MappedCommit> before = database.atOrBelow(range.start());
    for (MappedCommit commit : database.mapped(range)) {
      if (!isBelow(commit, above)) {
        continue;
      }
      if (before.isPresent() && commit.local().isBefore(before.get().local())) {
        steps.add(
            new StepBack(before.get().lsn(), commit.lsn(), before.get().local(), commit.local()));
      }
      before = Optional.of(commit);
    }
    return steps;
  }

  private static boolean isBelow(MappedCommit commit, Optional<LocalDateTime> above) {
    return above.isEmpty() || !commit.local().isAfter(above.get());
  }

  private Optional<CommitsAhead> ahead(LsnRange range, LocalDateTime above) {
    List<MappedCommit> ahead =
        database.mapped(range).stream().filter(commit -> commit.local().isAfter(above)).toList();
    return ahead.isEmpty()
        ? Optional.empty()
        : Optional.of(
            new CommitsAhead(above, ahead.size(), ahead.get(0), beforeAhead(range, above)));
  }

  private List<MappedCommit> beforeAhead(LsnRange range, LocalDateTime above) {
    List<MappedCommit> all = database.mapped(range);
    List<MappedCommit> before = new ArrayList<>();
    for (int i = 1; i < all.size(); i++) {
      if (all.get(i).local().isAfter(above) && !all.get(i - 1).local().isAfter(above)) {
        before.add(all.get(i - 1));
      }
    }
    return before;
  }

  @Override
  public List<Tile> tiles(TileRequest request) {
    return gate.call(PortCall.TILES, () -> cut(request));
  }

  private List<Tile> cut(TileRequest request) {
    List<SourceChange> rows = rows(request.piece(), request.piece().range().end());
    long most = (rows.size() + request.tiles() - 1) / request.tiles();
    List<Tile> tiles = new ArrayList<>();
    long count = 0;
    for (int i = 0; i < rows.size(); i++) {
      count++;
      Lsn lsn = rows.get(i).startLsn();
      boolean last = i == rows.size() - 1 || !rows.get(i + 1).startLsn().equals(lsn);
      if (last && (count >= most || i == rows.size() - 1)) {
        tiles.add(new Tile(new MappedCommit(lsn, database.local(lsn).orElse(LOST)), count));
        count = 0;
      }
    }
    return tiles;
  }

  @Override
  public SessionReader<ChangeBatch> read(ReadRequest request) {
    SessionReader<ChangeBatch> reader =
        gate.call(
            PortCall.READ,
            () -> new SimReader(database, table(request.instance().name()), request, gate));
    gate.readerOpened();
    return reader;
  }

  @Override
  public SnapshotView view(SnapshotViewRequest request) {
    return snapshots.view(request);
  }

  @Override
  public SnapshotLayout layout(SnapshotLayoutRequest request) {
    return snapshots.layout(request);
  }

  @Override
  public SessionReader<SnapshotRows> read(SnapshotReadRequest request) {
    return snapshots.read(request);
  }

  private ChangeTable table(String captureInstance) {
    return database.instance(captureInstance).orElseThrow(() -> gone(captureInstance));
  }

  static CaptureInstanceNotFoundException gone(String captureInstance) {
    return new CaptureInstanceNotFoundException(
        "no capture instance " + captureInstance, "enable it");
  }

  @Override
  public void close() {}
}
