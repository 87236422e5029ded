package io.strandline.sim;

import io.strandline.change.SnapshotRows;
import io.strandline.change.TableColumn;
import io.strandline.change.Vector;
import io.strandline.lsn.Lsn;
import io.strandline.port.ReadSession;
import io.strandline.port.SessionReader;
import io.strandline.port.SnapshotReadRequest;
import io.strandline.snapshot.KeyBound;
import io.strandline.snapshot.KeyRange;
import io.strandline.snapshot.SnapshotColumn;
import io.strandline.snapshot.SnapshotColumn.Origin;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;

/**
 * A read under READ COMMITTED in key order: each few rows are those of a moment of their own, what
 * capture has not recorded yet included.
 */
final class SimSnapshotReader implements SessionReader<SnapshotRows> {

  private static final int ROWS_A_BATCH = 3;

  private final SourceDatabase database;
  private final SnapshotReadRequest request;
  private final Gate gate;
  private final ReadSession session;
  private final Optional<Lsn> lagsAt;
  private Optional<Long> last = Optional.empty();
  private boolean ended;

  SimSnapshotReader(
      SourceDatabase database, SnapshotReadRequest request, List<TableColumn> columns, Gate gate) {
    this.database = database;
    this.request = request;
    this.gate = gate;
    Optional<Lsn> max = database.max().map(commit -> commit.lsn());
    if (gate.readsLaggingReplica()) {
      max = max.flatMap(lsn -> database.atOrBelow(lsn.previous())).map(commit -> commit.lsn());
      this.lagsAt = Optional.of(max.orElse(Lsn.ZERO));
    } else {
      this.lagsAt = Optional.empty();
    }
    SourceNames names = database.names();
    this.session = new ReadSession(names.database(), names.brokerGuid(), max, columns);
  }

  @Override
  public ReadSession session() {
    return session;
  }

  @Override
  public Optional<SnapshotRows> next() {
    return gate.call(PortCall.SNAPSHOT_NEXT, this::fetch);
  }

  private Optional<SnapshotRows> fetch() {
    int entries = lagsAt.map(database::entriesUpTo).orElse(database.log().size());
    NavigableMap<Long, Map<Integer, Object>> rows =
        inRange(database.image(entries).rows(), request.range());
    if (last.isPresent()) {
      rows = rows.tailMap(last.get(), false);
    }
    List<Long> keys = rows.keySet().stream().limit(ROWS_A_BATCH).toList();
    if (keys.isEmpty()) {
      ended = true;
      gate.loadRead(database.log().size(), watermark());
      return Optional.empty();
    }
    last = Optional.of(keys.get(keys.size() - 1));
    return Optional.of(batch(keys.stream().map(rows::get).toList(), request.table().columns()));
  }

  /** The rows whose keys are in a range. */
  static NavigableMap<Long, Map<Integer, Object>> inRange(
      NavigableMap<Long, Map<Integer, Object>> rows, KeyRange range) {
    NavigableMap<Long, Map<Integer, Object>> from =
        range.from().map(bound -> rows.tailMap(key(bound), true)).orElse(rows);
    return range.to().map(bound -> from.headMap(key(bound), false)).orElse(from);
  }

  private static Long key(KeyBound bound) {
    return Long.valueOf(bound.values().get(0));
  }

  /** Rows as a reader delivers them. */
  static SnapshotRows batch(Collection<Map<Integer, Object>> rows, List<SnapshotColumn> columns) {
    List<Vector> captured = new ArrayList<>();
    for (SnapshotColumn column : columns) {
      List<Optional<Object>> values =
          rows.stream()
              .map(row -> Optional.ofNullable(row.get(column.columnId())))
              .map(value -> value.filter(v -> column.origin() == Origin.TABLE))
              .toList();
      captured.add(SimVectors.of(column.column().type().kind(), values));
    }
    return new SnapshotRows(rows.size(), captured);
  }

  private Optional<Lsn> watermark() {
    return database.instance(request.table().captureInstance()).flatMap(ChangeTable::minLsn);
  }

  @Override
  public Optional<Lsn> minLsnAfter() {
    if (!ended) {
      throw new IllegalStateException("rows remain to be read");
    }
    return gate.call(
        PortCall.STAMP_AFTER,
        () -> {
          gate.loadRead(0, watermark());
          return watermark();
        });
  }

  @Override
  public Duration waited() {
    return Duration.ZERO;
  }

  @Override
  public void close() {
    gate.readerClosed();
    gate.run(PortCall.CLOSE_SNAPSHOT, () -> {});
  }
}
