package io.strandline.sim;

import io.strandline.change.BytesVector;
import io.strandline.change.ChangeBatch;
import io.strandline.change.IntVector;
import io.strandline.change.LongVector;
import io.strandline.change.TableColumn;
import io.strandline.lsn.Lsn;
import io.strandline.lsn.LsnRange;
import io.strandline.port.ChangeReader;
import io.strandline.port.ReadRequest;
import io.strandline.port.ReadSession;
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
final class SimReader implements ChangeReader {

  private static final int ROWS_A_BATCH = 3;

  private final SourceDatabase database;
  private final ChangeTable table;
  private final Gate gate;
  private final LsnRange visible;
  private final ReadSession session;
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
    List<TableColumn> columns = request.wanted();
    this.session =
        new ReadSession(SourceDatabase.NAME, Optional.of(SimSource.BROKER_GUID), max, columns);
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
    IntVector.Builder id = new IntVector.Builder(rows.size());
    BytesVector.Builder note = new BytesVector.Builder(rows.size());
    for (SourceChange row : rows) {
      startLsn.add(row.startLsn().toBytes());
      seqval.add(row.seqval().toBytes());
      operation.add(row.operation().code());
      commandId.add(row.commandId());
      LocalDateTime local = database.local(row.startLsn()).orElseThrow();
      commitLocal.add(local.toInstant(ZoneOffset.UTC).toEpochMilli());
      id.add(row.id());
      row.text().ifPresentOrElse(note::add, note::addNull);
    }
    return new ChangeBatch(
        rows.size(),
        startLsn.build(),
        seqval.build(),
        operation.build(),
        commandId.build(),
        commitLocal.build(),
        List.of(id.build(), note.build()));
  }

  @Override
  public Optional<Lsn> minLsnAfter() {
    if (!ended) {
      throw new IllegalStateException("rows remain to be read");
    }
    return gate.call(PortCall.MIN_LSN_AFTER, table::minLsn);
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
