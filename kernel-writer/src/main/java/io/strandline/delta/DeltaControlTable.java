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
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * The control table in Delta, one file a row.
 *
 * <p>A publish replaces the row's file. Publishes of different tables have nothing in common, so
 * they follow each other in any order; of one table each sets the same transaction, so one of two
 * is lost and decides anew over the other's row. What the threads of this process publish at once
 * goes into one commit.
 */
final class DeltaControlTable implements ControlTable {

  private static final String USER_METADATA = "{\"" + FactsCodec.MARK + "\":\"control\"}";

  /** How often a publish follows those of other tables. */
  private static final int MAX_REBASES = 200;

  /** How often a publish that another of the same table came before is decided anew. */
  private static final int MAX_ATTEMPTS = 50;

  /** The most rows of one commit. */
  private static final int MAX_ROWS = 64;

  private static final long FIRST_PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(5);
  private static final long MAX_PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(200);

  private static final List<String> BOUNDED = List.of(ControlRecord.TABLE_NAME);

  private final DeltaStorage storage;
  private final PostCommit after;
  private final ParquetOutput output;
  private final TableScan scan;
  private final SideTable table;
  private final InstantSource clock;
  private final Gathering<ControlRow, ControlRow> publishes;

  DeltaControlTable(
      DeltaStorage storage, PostCommit after, Location location, InstantSource clock) {
    this.storage = storage;
    this.after = after;
    this.output = new ParquetOutput(storage, SideTable.MAX_BOUND_TEXT);
    this.scan = new TableScan(storage);
    this.table = new SideTable(storage, after, location, "control/1", ControlRecord.COLUMNS, clock);
    this.clock = clock;
    this.publishes = new Gathering<>(MAX_ROWS, this::publishAll);
  }

  @Override
  public void createIfAbsent() {
    table.createIfAbsent();
  }

  @Override
  public Optional<ControlRow> read(String tableName) {
    return table
        .load()
        .flatMap(snapshot -> find(snapshot, Set.of(tableName)).of(tableName))
        .map(ControlRecord::row);
  }

  @Override
  public List<ControlRow> all() {
    return table.load().stream()
        .flatMap(snapshot -> all(snapshot).stream().map(ControlRecord::row))
        .toList();
  }

  private Collection<ControlRecord> all(DeltaSnapshot snapshot) {
    return Failures.reading(table.location(), () -> ControlEntries.all(scan, snapshot)).values();
  }

  private ControlEntries find(DeltaSnapshot snapshot, Set<String> tableNames) {
    return Failures.reading(
        table.location(), () -> ControlEntries.find(scan, snapshot, tableNames));
  }

  @Override
  public ControlRow publish(ControlRow row) {
    table.location().requireSafeWrites();
    return publishes.ask(ControlRecord.storable(row));
  }

  /** Publishes rows and returns, for each, the row that is there afterwards. */
  private List<ControlRow> publishAll(List<ControlRow> rows) {
    RuntimeException last = new IllegalStateException("no attempt was made");
    for (int attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
      DeltaSnapshot snapshot = table.loadOrCreate();
      ControlEntries entries = find(snapshot, names(rows));
      Map<String, ControlRow> after = new LinkedHashMap<>();
      Map<String, ControlRow> changed = new LinkedHashMap<>();
      decide(rows, entries, after, changed);
      if (changed.isEmpty()) {
        return answers(rows, after);
      }
      CommitResult result =
          Failures.writing(table.location(), () -> replace(snapshot, entries, changed));
      if (result instanceof CommitResult.Done) {
        return answers(rows, after);
      }
      last = Commits.cause(result);
      pause(attempt);
    }
    throw Failures.notWritten(table.location(), last);
  }

  private static Set<String> names(List<ControlRow> rows) {
    Set<String> names = new TreeSet<>();
    rows.forEach(row -> names.add(row.tableName()));
    return names;
  }

  /** Finds the rows that are to be there, and which of them readers see a difference in. */
  private static void decide(
      List<ControlRow> rows,
      ControlEntries entries,
      Map<String, ControlRow> after,
      Map<String, ControlRow> changed) {
    for (ControlRow row : rows) {
      String name = row.tableName();
      Optional<ControlRow> there = entries.of(name).map(ControlRecord::row);
      Optional<ControlRow> before = Optional.ofNullable(after.get(name)).or(() -> there);
      ControlRow next = before.map(row::over).orElse(row);
      boolean same = there.isPresent() && next.saysTheSameAs(there.get());
      after.put(name, same ? there.get() : next);
      if (!same) {
        changed.put(name, next);
      }
    }
  }

  private static List<ControlRow> answers(List<ControlRow> rows, Map<String, ControlRow> after) {
    List<ControlRow> answers = new ArrayList<>();
    for (ControlRow row : rows) {
      answers.add(Optional.ofNullable(after.get(row.tableName())).orElseThrow());
    }
    return answers;
  }

  private static void pause(int attempt) {
    long most = Math.min(MAX_PAUSE_NANOS, FIRST_PAUSE_NANOS << Math.min(attempt, 10));
    LockSupport.parkNanos(ThreadLocalRandom.current().nextLong(most));
  }

  private CommitResult replace(
      DeltaSnapshot snapshot, ControlEntries entries, Map<String, ControlRow> changed) {
    List<ControlRecord> records = new ArrayList<>(entries.othersThan(changed.keySet()));
    changed.forEach(
        (name, next) -> records.add(ControlRecord.of(next, clock.instant(), entries.of(name))));
    DataFiles files = write(snapshot, records);
    List<String> transactions = changed.keySet().stream().map(name -> "control:" + name).toList();
    // Greater than any that is there, for that was planned on an earlier version.
    long counter = snapshot.version() + 1;
    TableTransaction publish =
        new TableTransaction(snapshot, transactions.get(0), counter, USER_METADATA, clock)
            .alone(transactions)
            .add(files)
            .remove(entries.filesOf(changed.keySet()))
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
