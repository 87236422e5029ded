package io.strandline.lab.cdc;

import io.strandline.lab.session.SqlType;
import io.strandline.lab.sql.type.Coercion;
import io.strandline.lab.store.ColumnDef;
import io.strandline.lab.store.SchemaChange;
import io.strandline.lab.store.Table;
import io.strandline.lab.store.TableSchema;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What a capture instance's change table must come to hold, told by the commits alone.
 *
 * <p>It shares nothing with the capture job but the log. A snapshot of the time it was asked for.
 * Cleanup takes nothing away from it; a restore does, as it takes back the commits themselves.
 */
public final class Oracle {

  /**
   * An expected change row.
   *
   * @param commitInstant in UTC, of the transaction's commit by the lab's clock
   * @param values of the captured columns in order, with the NULLs that a change table has and
   *     converted as by every ALTER COLUMN after it
   */
  public record Change(
      Lsn commitLsn,
      int commandId,
      Lsn seqval,
      int operation,
      Instant commitInstant,
      List<@Nullable Object> values) {}

  private final CaptureInstance instance;
  private final List<CommittedTxn> history;
  private final List<CaptureInstance> enabled = new ArrayList<>();

  Oracle(CaptureInstance instance, List<CommittedTxn> history) {
    this.instance = instance;
    this.history = history;
    for (CommittedTxn txn : history) {
      if (txn.entries().get(0) instanceof LogEntry.Enabled enable) {
        enabled.add(enable.instance());
      }
    }
  }

  /** Every expected change row, in commit order. */
  public List<Change> changes() {
    List<Change> expected = new ArrayList<>();
    for (CommittedTxn txn : history) {
      if (txn.commitLsn().compareTo(instance.enabledAt()) > 0) {
        changesOf(txn, expected);
      }
    }
    return expected;
  }

  /**
   * The source table's rows after the commit {@code lsn}, which is not before the enable: the
   * captured columns' true values, NULL for a column that was dropped by then.
   *
   * @return captured values a row, in key order, or in the order of insertion without a key
   */
  public List<List<@Nullable Object>> tableAt(Lsn lsn) {
    return new TableReplay(instance).until(history, lsn);
  }

  private void changesOf(CommittedTxn txn, List<Change> expected) {
    Map<Integer, Integer> commands = new HashMap<>();
    for (LogEntry entry : txn.entries()) {
      if (entry instanceof LogEntry.Definition definition
          && definition.table() == instance.source()
          && definition.change() instanceof SchemaChange.Retyped retyped) {
        convert(expected, instance.positionOf(retyped.columnId()), retyped.from(), retyped.to());
      }
      if (entry instanceof LogEntry.RowChange change) {
        changesOf(txn, change, commands, expected);
      }
    }
  }

  private static void convert(List<Change> changes, int position, SqlType from, SqlType to) {
    if (position < 0) {
      return;
    }
    changes.replaceAll(
        change -> {
          List<@Nullable Object> values = new ArrayList<>(change.values());
          values.set(position, Coercion.convert(values.get(position), from, to));
          return new Change(
              change.commitLsn(),
              change.commandId(),
              change.seqval(),
              change.operation(),
              change.commitInstant(),
              values);
        });
  }

  private void changesOf(
      CommittedTxn txn,
      LogEntry.RowChange change,
      Map<Integer, Integer> commands,
      List<Change> expected) {
    for (CaptureInstance each : instancesAt(change.table(), txn.commitLsn())) {
      List<@Nullable Object> before = captured(each, change.schema(), change.before());
      List<@Nullable Object> after = captured(each, change.schema(), change.after());
      boolean update = !before.isEmpty() && !after.isEmpty();
      if (update && Arrays.deepEquals(before.toArray(), after.toArray())) {
        continue;
      }
      int command = commands.computeIfAbsent(change.statement(), key -> commands.size());
      if (each != instance) {
        continue;
      }
      int commandId = 2 * command + 1 + each.slot();
      if (!before.isEmpty()) {
        List<@Nullable Object> image = oldImage(before, after);
        expected.add(change(txn, change, commandId, update ? 3 : 1, image));
      }
      if (!after.isEmpty()) {
        expected.add(change(txn, change, commandId, update ? 4 : 2, after));
      }
    }
  }

  /** The image before a change: some large values are NULL in it (documented). */
  private List<@Nullable Object> oldImage(
      List<@Nullable Object> before, List<@Nullable Object> after) {
    List<@Nullable Object> image = new ArrayList<>(before);
    for (int i = 0; i < image.size(); i++) {
      SqlType type = instance.columns().get(i).type();
      boolean text =
          type.kind() == SqlType.Kind.TEXT
              || type.kind() == SqlType.Kind.NTEXT
              || type.kind() == SqlType.Kind.IMAGE;
      boolean max = type.length() == SqlType.MAX && type.kind() != SqlType.Kind.XML;
      boolean untouched =
          !after.isEmpty()
              && Arrays.deepEquals(new Object[] {before.get(i)}, new Object[] {after.get(i)});
      if (text || max && untouched) {
        image.set(i, null);
      }
    }
    return image;
  }

  /** Every instance that was enabled before a commit, seen from the log itself. */
  private List<CaptureInstance> instancesAt(Table table, Lsn commitLsn) {
    List<CaptureInstance> found = new ArrayList<>(2);
    for (CaptureInstance each : enabled) {
      if (each.source() == table && each.enabledAt().compareTo(commitLsn) < 0) {
        found.add(each);
      }
    }
    return found;
  }

  private static Change change(
      CommittedTxn txn,
      LogEntry.RowChange change,
      int commandId,
      int operation,
      List<@Nullable Object> values) {
    return new Change(
        txn.commitLsn(), commandId, change.seqval(), operation, txn.instant(), values);
  }

  private static List<@Nullable Object> captured(
      CaptureInstance instance, TableSchema schema, @Nullable Object @Nullable [] stored) {
    List<@Nullable Object> values = new ArrayList<>();
    if (stored != null) {
      for (CapturedColumn column : instance.columns()) {
        ColumnDef current = schema.byId(column.columnId());
        boolean there = current != null && !column.computed();
        values.add(there && current != null ? TableSchema.value(stored, current) : null);
      }
    }
    return values;
  }
}
