package io.strandline.sqlserver;

import io.strandline.change.CaptureInstance;
import io.strandline.change.SnapshotRows;
import io.strandline.port.SessionReader;
import io.strandline.port.SnapshotLayoutRequest;
import io.strandline.port.SnapshotReadRequest;
import io.strandline.port.SnapshotView;
import io.strandline.port.SnapshotViewRequest;
import io.strandline.snapshot.SnapshotKey;
import io.strandline.snapshot.SnapshotLayout;
import io.strandline.snapshot.SnapshotReads;
import io.strandline.snapshot.SnapshotTable;
import io.strandline.sqlserver.SqlServerErrors.Context;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongSupplier;

/** The calls that see a source table itself. Thread-safe. */
final class SnapshotCalls implements AutoCloseable {

  private final SqlServerConfig config;
  private final Sessions sessions;
  private final Calls calls;
  private final Retry retry;
  private final LongSupplier nanoTime;
  private final Set<RunningRead<SnapshotRows>> readers = ConcurrentHashMap.newKeySet();
  private volatile boolean closed;

  SnapshotCalls(
      SqlServerConfig config, Sessions sessions, Calls calls, Retry retry, LongSupplier nanoTime) {
    this.config = config;
    this.sessions = sessions;
    this.calls = calls;
    this.retry = retry;
    this.nanoTime = nanoTime;
  }

  SnapshotView view(SnapshotViewRequest request) {
    CaptureInstance instance = request.instance();
    List<String> columns =
        request.wanted().stream().map(column -> Statements.quote(column.name())).toList();
    String table =
        Statements.quote(instance.sourceSchema()) + "." + Statements.quote(instance.sourceTable());
    SnapshotErrors errors = errors(instance.name(), table, columns, Optional.empty());
    SnapshotViewCall view = new SnapshotViewCall(request, errors);
    return call(running -> sessions.pooled(running, view::run), errors);
  }

  SnapshotLayout layout(SnapshotLayoutRequest request) {
    SnapshotTable table = request.table();
    if (table.key() instanceof SnapshotKey.None none) {
      return SnapshotLayout.single(none.reason());
    }
    if (request.ranges() == 1) {
      return SnapshotLayout.single("one range was asked for");
    }
    SnapshotKey.Usable key = (SnapshotKey.Usable) table.key();
    return call(running -> layout(running, request, key), errors(table, request.reads()));
  }

  private SnapshotLayout layout(
      Calls.Running running, SnapshotLayoutRequest request, SnapshotKey.Usable key)
      throws SQLException {
    Connection connection = sessions.own(running);
    try {
      SnapshotOpening.prepare(connection, request.reads());
      return new SnapshotLayoutCall(connection, request).run(key);
    } finally {
      ChangeFeed.abort(connection);
    }
  }

  SessionReader<SnapshotRows> read(SnapshotReadRequest request) {
    SnapshotErrors errors = errors(request.table(), request.reads());
    SnapshotOpening opening = new SnapshotOpening(request, config.fetch(), errors);
    SnapshotFeed feed = call(running -> opening.open(sessions, running), errors);
    RunningRead<SnapshotRows> reader =
        new RunningRead<>(feed, config.fetch().queueDepth(), nanoTime, readers::remove);
    readers.add(reader);
    if (closed) {
      reader.close();
      throw SqlServerErrors.closed(null);
    }
    return reader;
  }

  private <T> T call(Calls.Task<T> task, SnapshotErrors errors) {
    return retry.call(
        () -> calls.run(task),
        error -> closed ? SqlServerErrors.closed(error) : errors.translate(error));
  }

  private SnapshotErrors errors(SnapshotTable table, SnapshotReads reads) {
    List<String> columns =
        table.columns().stream().map(column -> Statements.quote(column.column().name())).toList();
    return errors(
        table.captureInstance(), SnapshotStatements.name(table), columns, reads.lockTimeout());
  }

  private SnapshotErrors errors(
      String instance, String table, List<String> columns, Optional<Duration> lockTimeout) {
    Context context = new Context(config.place(), config.login(), instance, true);
    return new SnapshotErrors(context, table, columns, lockTimeout);
  }

  /** Begins to end reads that run; {@link #close} waits for them. */
  void stop() {
    closed = true;
    readers.forEach(RunningRead::stop);
  }

  /** Ends reads that run, which then fail as cancelled. */
  @Override
  public void close() {
    closed = true;
    readers.forEach(RunningRead::close);
  }
}
