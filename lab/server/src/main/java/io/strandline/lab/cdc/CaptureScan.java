package io.strandline.lab.cdc;

import io.strandline.lab.session.SqlType;
import io.strandline.lab.store.SchemaChange;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Turns some transactions of the log into change rows and publishes them as one commit.
 *
 * <p>The work may be split; what was read is published at the end, all at once.
 */
final class CaptureScan {

  private record Retype(
      CaptureInstance instance, int position, SqlType from, SqlType to, ChangeLayout layout) {}

  /** An instance's columns and its rows' form where the scan is in the log. */
  private record Shape(List<CapturedColumn> columns, ChangeLayout layout) {}

  private final CdcDatabase database;
  private final List<CommittedTxn> txns;
  private final Map<CaptureInstance, List<ChangeRow>> changes = new LinkedHashMap<>();
  private final Map<CaptureInstance, Shape> shapes = new HashMap<>();
  private final Map<CaptureInstance, byte[]> fullMasks = new HashMap<>();
  private final List<LsnTimeEntry> times = new ArrayList<>();
  private final List<DdlHistoryRow> definitions = new ArrayList<>();
  private final List<Retype> retypes = new ArrayList<>();
  private int txnIndex;
  private int entryIndex;
  private CommandIds commands = new CommandIds();
  private boolean mapped;

  CaptureScan(CdcDatabase database, int limit) {
    this.database = database;
    this.txns = database.log().peek(limit);
  }

  /** How many transactions it reads. */
  int size() {
    return txns.size();
  }

  /** Works off at most {@code entries} log entries; whether it came to its end and published. */
  boolean advance(long entries, ScanSession.Counter counter) {
    long left = entries;
    while (txnIndex < txns.size()) {
      CommittedTxn txn = txns.get(txnIndex);
      while (entryIndex < txn.entries().size()) {
        if (left-- == 0) {
          return false;
        }
        LogEntry entry = txn.entries().get(entryIndex++);
        counter.record(entry);
        read(txn, entry);
      }
      counter.transaction(txn, commands.count());
      end(txn);
    }
    if (!txns.isEmpty()) {
      database.order().publish(this::publish);
      database.log().markRead(txns.size());
    }
    return true;
  }

  private void end(CommittedTxn txn) {
    if (mapped) {
      times.add(
          new LsnTimeEntry(
              txn.commitLsn(), txn.beginTime(), txn.endTime(), txn.idBytes(), txn.beginLsn()));
    }
    txnIndex++;
    entryIndex = 0;
    commands = new CommandIds();
    mapped = false;
  }

  private void publish(long number) {
    long oldest = database.order().oldestSnapshot();
    for (Retype retype : retypes) {
      CaptureInstance instance = retype.instance();
      instance.retype(retype.position(), retype.to());
      instance
          .changes()
          .retype(retype.position(), retype.from(), retype.to(), retype.layout(), number, oldest);
    }
    changes.forEach((instance, rows) -> instance.changes().append(rows, number, oldest));
    database.addDdlHistory(
        definitions.stream().filter(row -> database.instances().contains(row.instance())).toList());
    database.times().append(times, number, oldest);
  }

  private void read(CommittedTxn txn, LogEntry entry) {
    if (entry instanceof LogEntry.RowChange change) {
      if (change.tracked()) {
        read(txn, change);
      }
    } else if (entry instanceof LogEntry.Definition definition) {
      read(definition);
    } else {
      mapped = true;
    }
  }

  private void read(CommittedTxn txn, LogEntry.RowChange change) {
    for (CaptureInstance instance : database.instancesOf(change.table())) {
      if (txn.commitLsn().compareTo(instance.enabledAt()) > 0) {
        read(txn, change, instance);
      }
    }
  }

  private void read(CommittedTxn txn, LogEntry.RowChange change, CaptureInstance instance) {
    Shape shape = shape(instance);
    ChangeImages images =
        ChangeImages.of(shape.columns(), change.schema(), change.before(), change.after());
    if (images == null) {
      return;
    }
    mapped = true;
    byte[] mask = images.mask();
    boolean update = mask != null;
    byte[] shown = mask == null ? fullMask(instance) : mask;
    int command = commands.id(change.statement(), instance);
    List<ChangeRow> rows = changes.computeIfAbsent(instance, key -> new ArrayList<>());
    if (images.before() != null) {
      rows.add(row(txn, change, shape, command, update ? 3 : 1, shown, images.before()));
    }
    if (images.after() != null) {
      rows.add(row(txn, change, shape, command, update ? 4 : 2, shown, images.after()));
    }
  }

  private Shape shape(CaptureInstance instance) {
    return shapes.computeIfAbsent(
        instance, key -> new Shape(key.columns(), key.changes().layout()));
  }

  private static ChangeRow row(
      CommittedTxn txn,
      LogEntry.RowChange change,
      Shape shape,
      int command,
      int operation,
      byte[] mask,
      @Nullable Object[] values) {
    return shape.layout().row(txn.commitLsn(), change.seqval(), operation, command, mask, values);
  }

  private byte[] fullMask(CaptureInstance instance) {
    return fullMasks.computeIfAbsent(instance, key -> UpdateMask.all(key.columns().size()));
  }

  private void read(LogEntry.Definition definition) {
    for (CaptureInstance instance : database.instancesOf(definition.table())) {
      if (definition.lsn().compareTo(instance.enabledAt()) <= 0) {
        continue;
      }
      boolean required = false;
      if (definition.change() instanceof SchemaChange.Retyped retyped) {
        int position = instance.positionOf(retyped.columnId());
        required = position >= 0;
        if (required) {
          retype(instance, position, retyped.from(), retyped.to());
        }
      }
      definitions.add(
          new DdlHistoryRow(
              instance, required, definition.command(), definition.lsn(), definition.time()));
    }
  }

  /** Rows read so far have the old type: they change with those that are there already. */
  private void retype(CaptureInstance instance, int position, SqlType from, SqlType to) {
    List<CapturedColumn> columns = new ArrayList<>(shape(instance).columns());
    columns.set(position, columns.get(position).retyped(to));
    ChangeLayout layout = new ChangeLayout(columns);
    shapes.put(instance, new Shape(List.copyOf(columns), layout));
    retypes.add(new Retype(instance, position, from, to, layout));
    List<ChangeRow> rows = changes.get(instance);
    if (rows != null) {
      rows.replaceAll(row -> row.retyped(layout, position, from, to));
    }
  }
}
