package io.strandline.delta;

import io.strandline.change.ColumnType;
import io.strandline.change.ColumnType.Kind;
import io.strandline.change.TableColumn;
import io.strandline.codec.FactsCodec;
import io.strandline.delta.kernel.CommitResult;
import io.strandline.delta.kernel.DataFiles;
import io.strandline.delta.kernel.DeltaSnapshot;
import io.strandline.delta.kernel.DeltaStorage;
import io.strandline.delta.kernel.ParquetOutput;
import io.strandline.delta.kernel.PostCommit;
import io.strandline.delta.kernel.TableScan;
import io.strandline.delta.kernel.TableTransaction;
import io.strandline.delta.kernel.VectorBatch;
import io.strandline.facts.FactsColumn;
import io.strandline.facts.FactsRow;
import io.strandline.port.FactsTable;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The facts table in Delta; a transaction version a stream makes each batch's rows appear once. */
final class DeltaFactsTable implements FactsTable {

  private static final String USER_METADATA = "{\"" + FactsCodec.MARK + "\":\"facts\"}";

  /** How often one append follows commits of other streams; appends never exclude each other. */
  private static final int MAX_REBASES = 200;

  /** How often an append whose outcome is unknown is looked up and, if missing, tried again. */
  private static final int MAX_ATTEMPTS = 3;

  private static final Map<Class<?>, Kind> KINDS =
      Map.of(
          String.class, Kind.STRING,
          Integer.class, Kind.INT,
          Long.class, Kind.LONG,
          Double.class, Kind.DOUBLE,
          Instant.class, Kind.TIMESTAMP);

  static final List<TableColumn> COLUMNS =
      Arrays.stream(FactsColumn.values()).map(DeltaFactsTable::column).toList();

  /** What queries filter on. */
  private static final List<String> BOUNDED =
      List.of(
              FactsColumn.TABLE_ID,
              FactsColumn.APP_ID,
              FactsColumn.TARGET,
              FactsColumn.BATCH_ID,
              FactsColumn.EVENT,
              FactsColumn.MIN_COMMIT_TS,
              FactsColumn.MAX_COMMIT_TS,
              FactsColumn.END_COMMIT_TS,
              FactsColumn.WRITTEN_AT)
          .stream()
          .map(FactsColumn::columnName)
          .toList();

  private final DeltaStorage storage;
  private final PostCommit after;
  private final ParquetOutput output;
  private final TableScan scan;
  private final SideTable table;
  private final InstantSource clock;

  DeltaFactsTable(DeltaStorage storage, PostCommit after, Location location, InstantSource clock) {
    this.storage = storage;
    this.after = after;
    this.output = new ParquetOutput(storage, SideTable.MAX_BOUND_TEXT);
    this.scan = new TableScan(storage);
    this.table = new SideTable(storage, after, location, "facts/1", COLUMNS, clock);
    this.clock = clock;
  }

  private static TableColumn column(FactsColumn column) {
    Kind kind = KINDS.get(column.type());
    if (kind == null) {
      throw new IllegalStateException("no column type for " + column);
    }
    return new TableColumn(column.columnName(), ColumnType.of(kind));
  }

  private static @Nullable Object value(FactsRow row, TableColumn column) {
    return row.values().get(FactsColumn.valueOf(column.name().toUpperCase(Locale.ROOT)));
  }

  static String transaction(String tableId, String appId) {
    return "facts:" + tableId + ":" + appId;
  }

  @Override
  public void createIfAbsent() {
    table.createIfAbsent();
  }

  @Override
  public View view() {
    return new FactsView(scan, table.location(), table.load());
  }

  @Override
  public void append(String tableId, String appId, long batchId, List<FactsRow> rows) {
    table.location().requireSafeWrites();
    RuntimeException last = new IllegalStateException("no attempt was made");
    for (int attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
      DeltaSnapshot snapshot = table.loadOrCreate();
      FactsView there = new FactsView(scan, table.location(), Optional.of(snapshot));
      if (there.newestBatch(tableId, appId) >= batchId) {
        return;
      }
      CommitResult result = tryAppend(snapshot, transaction(tableId, appId), batchId, rows);
      if (result instanceof CommitResult.Done) {
        return;
      }
      last = Commits.cause(result);
    }
    throw Failures.notWritten(table.location(), last);
  }

  private CommitResult tryAppend(
      DeltaSnapshot snapshot, String transaction, long batchId, List<FactsRow> rows) {
    return Failures.writing(
        table.location(),
        () -> {
          DataFiles files = write(snapshot, rows);
          TableTransaction append =
              new TableTransaction(snapshot, transaction, batchId, USER_METADATA, clock)
                  .add(files)
                  .rebase(MAX_REBASES);
          return Commits.tryOnce(output, files, () -> append.commit(storage, after));
        });
  }

  private DataFiles write(DeltaSnapshot snapshot, List<FactsRow> rows) {
    if (rows.isEmpty()) {
      return DataFiles.NONE;
    }
    Instant now = clock.instant();
    List<FactsRow> stamped =
        rows.stream().map(row -> row.with(FactsColumn.WRITTEN_AT, now)).toList();
    VectorBatch batch = RowTable.batch(snapshot, COLUMNS, stamped, DeltaFactsTable::value);
    return output.write(snapshot.path(), batch.schema(), List.of(batch).iterator(), BOUNDED);
  }
}
