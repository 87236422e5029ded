package io.strandline.lab.cdc;

import io.strandline.lab.sql.type.Compare;
import io.strandline.lab.store.ColumnDef;
import io.strandline.lab.store.KeyDef;
import io.strandline.lab.store.Table;
import io.strandline.lab.store.TableSchema;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * What a capture instance's change table must come to hold, told by the commits alone.
 *
 * <p>It shares nothing with the capture job but the log. A snapshot of the time it was asked for.
 * Values are those of the captured columns as they were when the row changed.
 */
public final class Oracle {

  /**
   * An expected change row.
   *
   * @param commitInstant in UTC, of the transaction's commit by the lab's clock
   * @param values of the captured columns in order
   */
  public record Change(
      Lsn commitLsn,
      int commandId,
      Lsn seqval,
      int operation,
      Instant commitInstant,
      List<@Nullable Object> values) {}

  private final CaptureInstance instance;
  private final Table source;
  private final List<CommittedTxn> history;
  private final List<CaptureInstance> enabled = new ArrayList<>();

  Oracle(CaptureInstance instance, List<CommittedTxn> history) {
    this.instance = instance;
    this.source = instance.source();
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

  private void changesOf(CommittedTxn txn, List<Change> expected) {
    Map<String, Integer> commandIds = new HashMap<>();
    for (LogEntry entry : txn.entries()) {
      if (!(entry instanceof LogEntry.RowChange change)) {
        continue;
      }
      for (CaptureInstance each : instancesAt(change.table(), txn.commitLsn())) {
        List<@Nullable Object> before = captured(each, change.schema(), change.before());
        List<@Nullable Object> after = captured(each, change.schema(), change.after());
        boolean update = !before.isEmpty() && !after.isEmpty();
        if (update && sameValues(before, after)) {
          continue;
        }
        String command = change.statement() + "/" + each.name();
        int commandId = commandIds.computeIfAbsent(command, key -> commandIds.size() + 1);
        if (each == instance) {
          if (!before.isEmpty()) {
            expected.add(change(txn, change, commandId, update ? 3 : 1, before));
          }
          if (!after.isEmpty()) {
            expected.add(change(txn, change, commandId, update ? 4 : 2, after));
          }
        }
      }
    }
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

  private static boolean sameValues(List<@Nullable Object> left, List<@Nullable Object> right) {
    return Arrays.deepEquals(left.toArray(), right.toArray());
  }

  private static List<@Nullable Object> captured(
      CaptureInstance instance, TableSchema schema, @Nullable Object @Nullable [] stored) {
    List<@Nullable Object> values = new ArrayList<>();
    if (stored != null) {
      for (CapturedColumn column : instance.columns()) {
        ColumnDef current = schema.byId(column.columnId());
        values.add(current == null ? null : TableSchema.value(stored, current));
      }
    }
    return values;
  }

  /**
   * The source table's rows after the commit {@code lsn}, which is not before the enable.
   *
   * @return captured values a row, in key order
   */
  public List<List<@Nullable Object>> tableAt(Lsn lsn) {
    Map<List<@Nullable Object>, List<@Nullable Object>> rows = new TreeMap<>(Oracle::compareKeys);
    for (CommittedTxn txn : history) {
      if (txn.commitLsn().compareTo(lsn) > 0) {
        break;
      }
      for (LogEntry entry : txn.entries()) {
        apply(entry, rows);
      }
    }
    return new ArrayList<>(rows.values());
  }

  private void apply(LogEntry entry, Map<List<@Nullable Object>, List<@Nullable Object>> rows) {
    if (entry instanceof LogEntry.Enabled enable && enable.instance() == instance) {
      rows.clear();
      TableSchema schema = source.schema();
      for (@Nullable Object[] stored : enable.rows()) {
        rows.put(key(schema, stored), captured(instance, schema, stored));
      }
    } else if (entry instanceof LogEntry.RowChange change && change.table() == source) {
      if (change.before() != null) {
        rows.remove(key(change.schema(), change.before()));
      }
      if (change.after() != null) {
        rows.put(
            key(change.schema(), change.after()),
            captured(instance, change.schema(), change.after()));
      }
    }
  }

  private static int compareKeys(List<@Nullable Object> left, List<@Nullable Object> right) {
    for (int i = 0; i < left.size(); i++) {
      int order = Compare.nullsFirst(left.get(i), right.get(i));
      if (order != 0) {
        return order;
      }
    }
    return 0;
  }

  private static List<@Nullable Object> key(TableSchema schema, @Nullable Object[] stored) {
    KeyDef key = schema.primaryKey();
    if (key == null) {
      throw new IllegalStateException("the table has no primary key to find rows by");
    }
    List<@Nullable Object> values = new ArrayList<>();
    for (KeyDef.Part part : key.parts()) {
      values.add(stored[part.columnId() - 1]);
    }
    return values;
  }
}
