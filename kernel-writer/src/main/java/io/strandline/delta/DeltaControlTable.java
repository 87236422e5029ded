package io.strandline.delta;

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
import io.strandline.port.ControlTable;
import io.strandline.verdict.ControlRow;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * The control table in Delta, one file a row.
 *
 * <p>A publish replaces the row's file. Publishes of different tables have nothing in common, so
 * Kernel rebases them; of one table they share a transaction counter, so one of two is lost and
 * decides anew over the other's row.
 */
final class DeltaControlTable implements ControlTable {

  private static final String USER_METADATA = "{\"" + FactsCodec.MARK + "\":\"control\"}";

  /** How often a publish follows those of other tables. */
  private static final int MAX_REBASES = 200;

  /** How often a publish that another of the same table came before is decided anew. */
  private static final int MAX_ATTEMPTS = 50;

  private static final long MAX_PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(5);

  private static final List<String> BOUNDED = List.of(ControlRecord.TABLE_NAME);

  private final DeltaStorage storage;
  private final PostCommit after;
  private final ParquetOutput output;
  private final TableScan scan;
  private final SideTable table;
  private final InstantSource clock;

  DeltaControlTable(
      DeltaStorage storage, PostCommit after, Location location, InstantSource clock) {
    this.storage = storage;
    this.after = after;
    this.output = new ParquetOutput(storage, SideTable.MAX_BOUND_TEXT);
    this.scan = new TableScan(storage);
    this.table = new SideTable(storage, after, location, "control/1", ControlRecord.COLUMNS, clock);
    this.clock = clock;
  }

  @Override
  public void createIfAbsent() {
    table.createIfAbsent();
  }

  @Override
  public Optional<ControlRow> read(String tableName) {
    return table
        .load()
        .flatMap(snapshot -> find(snapshot, tableName).record())
        .map(ControlRecord::row);
  }

  private ControlEntry find(DeltaSnapshot snapshot, String tableName) {
    return Failures.reading(table.location(), () -> ControlEntry.find(scan, snapshot, tableName));
  }

  @Override
  public ControlRow publish(ControlRow row) {
    table.location().requireSafeWrites();
    ControlRow wanted = ControlRecord.storable(row);
    RuntimeException last = new IllegalStateException("no attempt was made");
    for (int attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
      DeltaSnapshot snapshot = table.loadOrCreate();
      ControlEntry entry = find(snapshot, row.tableName());
      Optional<ControlRow> current = entry.record().map(ControlRecord::row);
      ControlRow next = current.map(wanted::over).orElse(wanted);
      if (current.isPresent() && next.saysTheSameAs(current.get())) {
        return current.get();
      }
      CommitResult result =
          Failures.writing(table.location(), () -> replace(snapshot, entry, next));
      if (result instanceof CommitResult.Done) {
        return next;
      }
      last = Commits.cause(result);
      LockSupport.parkNanos(ThreadLocalRandom.current().nextLong(MAX_PAUSE_NANOS));
    }
    throw Failures.notWritten(table.location(), last);
  }

  private CommitResult replace(DeltaSnapshot snapshot, ControlEntry entry, ControlRow next) {
    String transaction = "control:" + next.tableName();
    long counter = snapshot.transaction(transaction).orElse(0L) + 1;
    List<ControlRecord> records = new ArrayList<>();
    records.add(ControlRecord.of(next, clock.instant(), entry.record()));
    records.addAll(entry.others());
    DataFiles files = write(snapshot, records);
    TableTransaction publish =
        new TableTransaction(snapshot, transaction, counter, USER_METADATA, clock)
            .add(files)
            .remove(entry.files())
            .rebase(MAX_REBASES);
    return Commits.tryOnce(output, files, () -> publish.commit(storage, after));
  }

  /** Writes a file a row, so that merged rows part again. */
  private DataFiles write(DeltaSnapshot snapshot, List<ControlRecord> records) {
    DataFiles files = DataFiles.NONE;
    for (ControlRecord record : records) {
      VectorBatch batch =
          RowTable.batch(snapshot, ControlRecord.COLUMNS, List.of(record), ControlRecord::value);
      files =
          files.and(
              output.write(snapshot.path(), batch.schema(), List.of(batch).iterator(), BOUNDED));
    }
    return files;
  }
}
