package io.strandline.lab.cdc;

import io.strandline.lab.session.SqlType;
import io.strandline.lab.store.ColumnDef;
import io.strandline.lab.store.SchemaChange;
import io.strandline.lab.store.TableSchema;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Turns some transactions of the log into change rows and publishes them as one commit. */
final class CaptureScan {

  private record Command(int statement, CaptureInstance instance) {}

  private record Retype(CaptureInstance instance, int position, SqlType from, SqlType to) {}

  private final CdcDatabase database;
  private final Map<CaptureInstance, List<ChangeRow>> changes = new LinkedHashMap<>();
  private final Map<CaptureInstance, byte[]> fullMasks = new HashMap<>();
  private final List<LsnTimeEntry> times = new ArrayList<>();
  private final List<DdlHistoryRow> definitions = new ArrayList<>();

  CaptureScan(CdcDatabase database) {
    this.database = database;
  }

  /** Reads at most {@code limit} transactions; how many there were. */
  int run(int limit) {
    List<CommittedTxn> txns = database.log().peek(limit);
    for (CommittedTxn txn : txns) {
      read(txn);
    }
    if (!txns.isEmpty()) {
      database.order().publish(this::publish);
      database.log().markRead(txns.size());
    }
    return txns.size();
  }

  private void publish(long number) {
    long oldest = database.order().oldestSnapshot();
    changes.forEach((instance, rows) -> instance.changes().append(rows, number, oldest));
    database.addDdlHistory(
        definitions.stream().filter(row -> database.instances().contains(row.instance())).toList());
    database.times().append(times, number, oldest);
  }

  private void read(CommittedTxn txn) {
    Map<Command, Integer> commands = new HashMap<>();
    boolean mapped = false;
    for (LogEntry entry : txn.entries()) {
      if (entry instanceof LogEntry.RowChange change) {
        mapped |= read(txn, change, commands);
      } else if (entry instanceof LogEntry.Definition definition) {
        read(definition);
      } else {
        mapped = true;
      }
    }
    if (mapped) {
      times.add(
          new LsnTimeEntry(
              txn.commitLsn(), txn.beginTime(), txn.endTime(), txn.idBytes(), txn.beginLsn()));
    }
  }

  private boolean read(
      CommittedTxn txn, LogEntry.RowChange change, Map<Command, Integer> commands) {
    boolean captured = false;
    for (CaptureInstance instance : database.instancesOf(change.table())) {
      if (txn.commitLsn().compareTo(instance.enabledAt()) > 0) {
        captured |= read(txn, change, instance, commands);
      }
    }
    return captured;
  }

  private boolean read(
      CommittedTxn txn,
      LogEntry.RowChange change,
      CaptureInstance instance,
      Map<Command, Integer> commands) {
    @Nullable Object[] before = values(instance, change.schema(), change.before());
    @Nullable Object[] after = values(instance, change.schema(), change.after());
    boolean update = change.before() != null && change.after() != null;
    byte[] mask = update ? changed(before, after) : fullMask(instance);
    if (mask == null) {
      return false;
    }
    int command =
        commands.computeIfAbsent(
            new Command(change.statement(), instance), key -> commands.size() + 1);
    List<ChangeRow> rows = changes.computeIfAbsent(instance, key -> new ArrayList<>());
    if (change.before() != null) {
      rows.add(row(txn, change, instance, command, update ? 3 : 1, mask, before));
    }
    if (change.after() != null) {
      rows.add(row(txn, change, instance, command, update ? 4 : 2, mask, after));
    }
    return true;
  }

  private static ChangeRow row(
      CommittedTxn txn,
      LogEntry.RowChange change,
      CaptureInstance instance,
      int command,
      int operation,
      byte[] mask,
      @Nullable Object[] values) {
    return instance
        .changes()
        .layout()
        .row(txn.commitLsn(), change.seqval(), operation, command, mask, values);
  }

  private byte[] fullMask(CaptureInstance instance) {
    return fullMasks.computeIfAbsent(instance, key -> UpdateMask.all(key.columns().size()));
  }

  /** The mask of an update; {@code null} if it changed no captured column (measured: no row). */
  private static byte @Nullable [] changed(@Nullable Object[] before, @Nullable Object[] after) {
    byte[] mask = UpdateMask.none(before.length);
    boolean any = false;
    for (int i = 0; i < before.length; i++) {
      if (!Objects.deepEquals(before[i], after[i])) {
        UpdateMask.set(mask, i + 1);
        any = true;
      }
    }
    return any ? mask : null;
  }

  /** A stored row's captured values; a column dropped before the change is NULL (measured). */
  private static @Nullable Object[] values(
      CaptureInstance instance, TableSchema schema, @Nullable Object @Nullable [] stored) {
    List<CapturedColumn> columns = instance.columns();
    if (stored == null) {
      return new @Nullable Object[columns.size()];
    }
    @Nullable Object[] values = new @Nullable Object[columns.size()];
    for (int i = 0; i < values.length; i++) {
      ColumnDef column = schema.byId(columns.get(i).columnId());
      values[i] = column == null ? null : TableSchema.value(stored, column);
    }
    return values;
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
          retype(new Retype(instance, position, retyped.from(), retyped.to()));
        }
      }
      definitions.add(
          new DdlHistoryRow(
              instance, required, definition.command(), definition.lsn(), definition.time()));
    }
  }

  /** Rows read so far are published before their column changes. */
  private void retype(Retype retype) {
    database
        .order()
        .publish(
            number -> {
              publish(number);
              changes.clear();
              times.clear();
              definitions.clear();
              CaptureInstance instance = retype.instance();
              instance.retype(retype.position(), retype.to());
              instance
                  .changes()
                  .retype(
                      retype.position(),
                      retype.from(),
                      instance.columns(),
                      number,
                      database.order().oldestSnapshot());
            });
  }
}
