package io.strandline.sqlserver;

import io.strandline.change.ChangeBatch;
import io.strandline.change.SnapshotRows;
import io.strandline.lsn.LsnRange;
import io.strandline.port.ChangeSource;
import io.strandline.port.Frontier;
import io.strandline.port.MeasureRequest;
import io.strandline.port.Measurement;
import io.strandline.port.Piece;
import io.strandline.port.PollRequest;
import io.strandline.port.ReadRequest;
import io.strandline.port.ServerInspector;
import io.strandline.port.ServerView;
import io.strandline.port.SessionReader;
import io.strandline.port.SnapshotLayoutRequest;
import io.strandline.port.SnapshotReadRequest;
import io.strandline.port.SnapshotSource;
import io.strandline.port.SnapshotView;
import io.strandline.port.SnapshotViewRequest;
import io.strandline.port.SourcePoll;
import io.strandline.port.Tile;
import io.strandline.port.TileRequest;
import io.strandline.snapshot.SnapshotLayout;
import io.strandline.sqlserver.SqlServerErrors.Context;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A SQL Server database with change data capture, through the Microsoft JDBC driver.
 *
 * <p>A poll and a measurement are one statement each, on connections that are pooled for a minute;
 * a read of changes holds two connections of its own, a read of a table and the cutting of one hold
 * one. Nothing is written and no transaction is begun. Calls are made again after connection
 * losses, timeouts and deadlocks, as {@link RetryPolicy} says; a read whose rows are already being
 * drawn is not: it fails, and the caller starts it again. Thread-safe.
 */
public final class SqlServerSource implements ChangeSource, SnapshotSource, ServerInspector {

  private static final Logger LOG = LoggerFactory.getLogger(SqlServerSource.class);

  private final SqlServerConfig config;
  private final Sessions sessions;
  private final PollCall pollCall;
  private final Calls calls = new Calls();
  private final CountDownLatch closing;
  private final Retry retry;
  private final SnapshotCalls snapshots;
  private final LongSupplier nanoTime;
  private final Set<RunningRead<ChangeBatch>> readers = ConcurrentHashMap.newKeySet();
  private volatile boolean closed;

  private SqlServerSource(
      SqlServerConfig config, CountDownLatch closing, Retry retry, LongSupplier nanoTime) {
    this.config = config;
    this.sessions = new Sessions(config);
    this.closing = closing;
    this.retry = retry;
    this.nanoTime = nanoTime;
    this.snapshots = new SnapshotCalls(config, sessions, calls, retry, nanoTime);
    this.pollCall = new PollCall(config.zone(), config.place(), config.warnings());
  }

  /** A source that connects when it is first called. */
  public static SqlServerSource open(SqlServerConfig config) {
    config.warnings().forEach(warning -> LOG.warn("{}: {}", config.place(), warning));
    CountDownLatch closing = new CountDownLatch(1);
    Retry retry =
        new Retry(
            config.retry(),
            time -> {
              if (closing.await(time.toMillis(), TimeUnit.MILLISECONDS)) {
                throw SqlServerErrors.closed(null);
              }
            },
            () -> ThreadLocalRandom.current().nextLong());
    return new SqlServerSource(config, closing, retry, System::nanoTime);
  }

  @Override
  public SourcePoll poll(PollRequest request) {
    return call(
        running -> sessions.pooled(running, connection -> pollCall.run(connection, request)),
        context(request.captureInstance(), false));
  }

  @Override
  public Frontier frontier() {
    return call(running -> sessions.pooled(running, pollCall::frontier), context("(any)", false));
  }

  @Override
  public long entries(LsnRange range, int most) {
    return call(
        running -> sessions.pooled(running, connection -> EntriesCall.run(connection, range, most)),
        context("(any)", false));
  }

  @Override
  public Measurement measure(MeasureRequest request) {
    return call(
        running ->
            sessions.pooled(
                running, connection -> MeasureCall.run(connection, request, config.place())),
        context(request.pieces()));
  }

  @Override
  public List<Tile> tiles(TileRequest request) {
    return call(
        running ->
            sessions.pooled(
                running, connection -> TilesCall.run(connection, request, config.place())),
        context(request.piece().captureInstance(), true));
  }

  @Override
  public SessionReader<ChangeBatch> read(ReadRequest request) {
    Context context = context(request.instance().name(), true);
    ReadOpening opening = new ReadOpening(request, config.fetch(), context);
    ChangeFeed feed = call(running -> opening.open(sessions, running), context);
    RunningRead<ChangeBatch> reader =
        new RunningRead<>(feed, config.fetch().queueDepth(), nanoTime, readers::remove);
    readers.add(reader);
    if (closed) {
      reader.close();
      throw SqlServerErrors.closed(null);
    }
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

  @Override
  public ServerView inspect(String captureInstance, Optional<Integer> tableId) {
    return call(
        running ->
            sessions.pooled(
                running, connection -> InspectCall.run(connection, captureInstance, tableId)),
        context(captureInstance, false));
  }

  private <T> T call(Calls.Task<T> task, Context context) {
    return retry.call(
        () -> calls.run(task),
        error ->
            closed ? SqlServerErrors.closed(error) : SqlServerErrors.translate(error, context));
  }

  private Context context(List<Piece> pieces) {
    List<String> names = pieces.stream().map(Piece::captureInstance).toList();
    return new Context(
        config.place(), config.login(), names.get(0), true, names.subList(1, names.size()));
  }

  private Context context(String instance, boolean readsChanges) {
    return new Context(config.place(), config.login(), instance, readsChanges);
  }

  /** Ends calls and reads that run, which then fail as cancelled, within 2 seconds. */
  @Override
  public void close() {
    closed = true;
    closing.countDown();
    calls.close();
    snapshots.stop();
    readers.forEach(RunningRead::stop);
    readers.forEach(RunningRead::close);
    snapshots.close();
    sessions.close();
  }
}
