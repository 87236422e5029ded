package io.strandline.sim;

import io.strandline.change.BytesVector;
import io.strandline.change.ChangeBatch;
import io.strandline.change.IntVector;
import io.strandline.change.LongVector;
import io.strandline.change.TableColumn;
import io.strandline.change.Vector;
import io.strandline.lsn.Lsn;
import io.strandline.lsn.LsnRange;
import io.strandline.plan.TypeFit;
import io.strandline.port.ReadRequest;
import io.strandline.port.ReadSession;
import io.strandline.port.SessionReader;
import java.time.Duration;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A reading session that sees deletions as they happen: rows that cleanup removes before they are
 * reached are silently not there, as in SQL Server (measured).
 */
final class SimReader implements SessionReader<ChangeBatch> {

  private static final int ROWS_A_BATCH = 3;

  private final SourceDatabase database;
  private final ChangeTable table;
  private final Gate gate;
  private final LsnRange visible;
  private final ReadSession session;
  private final List<TableColumn> wanted;
  private final List<Optional<SourceColumn>> sources;
  private Optional<SourceChange> last = Optional.empty();
  private boolean ended;

  SimReader(SourceDatabase database, ChangeTable table, ReadRequest request, Gate gate) {
    this.database = database;
    this.table = table;
    this.gate = gate;
    Optional<Lsn> max = database.max().map(commit -> commit.lsn());
    LsnRange range = request.range();
    if (gate.readsLaggingReplica()) {
      max = max.map(lsn -> Lsn.max(range.start(), Lsn.min(lsn, range.end()).previous()));
    }
    this.visible = range.until(Lsn.max(range.start(), Lsn.min(range.end(), max.orElse(Lsn.ZERO))));
    this.wanted = request.wanted();
    this.sources = wanted.stream().map(column -> table.column(column.name())).toList();
    SourceNames names = database.names();
    this.session = new ReadSession(names.database(), names.brokerGuid(), max, natural());
  }

  /** The wanted columns that are there, with the types that they have now. */
  private List<TableColumn> natural() {
    return sources.stream()
        .flatMap(Optional::stream)
        .map(column -> new TableColumn(column.name(), column.type()))
        .toList();
  }

  @Override
  public ReadSession session() {
    return session;
  }

  @Override
  public Optional<ChangeBatch> next() {
    return gate.call(PortCall.NEXT, this::fetch);
  }

  private Optional<ChangeBatch> fetch() {
    if (table.isDisabled()) {
      throw SimSource.gone(table.name());
    }
    List<SourceChange> rows = new ArrayList<>();
    for (SourceChange row : table.rows(visible)) {
      if (rows.size() < ROWS_A_BATCH && isAfterLast(row)) {
        rows.add(row);
      }
    }
    if (rows.isEmpty()) {
      ended = true;
      return Optional.empty();
    }
    last = Optional.of(rows.get(rows.size() - 1));
    rows.removeIf(row -> database.local(row.startLsn()).isEmpty());
    return rows.isEmpty() ? fetch() : Optional.of(batch(rows));
  }

  private boolean isAfterLast(SourceChange row) {
    if (last.isEmpty()) {
      return true;
    }
    int byLsn = row.startLsn().compareTo(last.get().startLsn());
    int byCommand = Integer.compare(row.commandId(), last.get().commandId());
    int byOperation = Integer.compare(row.operation().code(), last.get().operation().code());
    int bySeqval = row.seqval().compareTo(last.get().seqval());
    if (byLsn != 0) {
      return byLsn > 0;
    }
    if (byCommand != 0) {
      return byCommand > 0;
    }
    return bySeqval != 0 ? bySeqval > 0 : byOperation > 0;
  }

  private ChangeBatch batch(List<SourceChange> rows) {
    BytesVector.Builder startLsn = new BytesVector.Builder(rows.size());
    BytesVector.Builder seqval = new BytesVector.Builder(rows.size());
    IntVector.Builder operation = new IntVector.Builder(rows.size());
    IntVector.Builder commandId = new IntVector.Builder(rows.size());
    LongVector.Builder commitLocal = new LongVector.Builder(rows.size());
    for (SourceChange row : rows) {
      startLsn.add(row.startLsn().toBytes());
      seqval.add(row.seqval().toBytes());
      operation.add(row.operation().code());
      commandId.add(row.commandId());
      LocalDateTime local = database.local(row.startLsn()).orElseThrow();
      commitLocal.add(local.toInstant(ZoneOffset.UTC).toEpochMilli());
    }
    List<Vector> captured = new ArrayList<>();
    for (int i = 0; i < wanted.size(); i++) {
      captured.add(vector(rows, sources.get(i), wanted.get(i)));
    }
    return new ChangeBatch(
        rows.size(),
        startLsn.build(),
        seqval.build(),
        operation.build(),
        commandId.build(),
        commitLocal.build(),
        captured);
  }

  /** A column's values; garbage, here NULL, where the wanted type does not hold the column's. */
  private static Vector vector(
      List<SourceChange> rows, Optional<SourceColumn> source, TableColumn column) {
    boolean holds = source.filter(s -> TypeFit.fits(s.type(), column.type())).isPresent();
    List<Optional<Object>> values =
        rows.stream().map(row -> source.filter(s -> holds).flatMap(s -> value(row, s))).toList();
    return SimVectors.of(column.type().kind(), values);
  }

  private static Optional<Object> value(SourceChange row, SourceColumn column) {
    return Optional.ofNullable(row.values().get(column.id()));
  }

  @Override
  public Optional<Lsn> minLsnAfter() {
    if (!ended) {
      throw new IllegalStateException("rows remain to be read");
    }
    return gate.call(
        PortCall.MIN_LSN_AFTER, () -> database.instance(table.name()).flatMap(ChangeTable::minLsn));
  }

  @Override
  public Duration waited() {
    return Duration.ZERO;
  }

  @Override
  public void close() {
    gate.readerClosed();
    gate.run(PortCall.CLOSE_READER, () -> {});
  }
}
