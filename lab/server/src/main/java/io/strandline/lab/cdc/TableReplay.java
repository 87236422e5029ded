package io.strandline.lab.cdc;

import io.strandline.lab.session.SqlType;
import io.strandline.lab.sql.type.Coercion;
import io.strandline.lab.sql.type.Compare;
import io.strandline.lab.store.ColumnDef;
import io.strandline.lab.store.KeyDef;
import io.strandline.lab.store.SchemaChange;
import io.strandline.lab.store.Table;
import io.strandline.lab.store.TableSchema;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Plays a table's commits forward from the rows that an instance was enabled over. */
final class TableReplay {

  private final CaptureInstance instance;
  private final Table source;
  private final Map<List<@Nullable Object>, @Nullable Object[]> keyed =
      new TreeMap<>(TableReplay::compareKeys);
  private final List<@Nullable Object[]> heap = new ArrayList<>();
  private TableSchema schema;
  private boolean begun;

  TableReplay(CaptureInstance instance) {
    this.instance = instance;
    this.source = instance.source();
    this.schema = source.schema();
  }

  List<List<@Nullable Object>> until(List<CommittedTxn> history, Lsn lsn) {
    for (CommittedTxn txn : history) {
      if (txn.commitLsn().compareTo(lsn) > 0) {
        break;
      }
      txn.entries().forEach(this::apply);
    }
    List<List<@Nullable Object>> rows = new ArrayList<>();
    for (@Nullable Object[] stored : keyed.isEmpty() ? heap : keyed.values()) {
      rows.add(captured(stored));
    }
    return rows;
  }

  private void apply(LogEntry entry) {
    if (entry instanceof LogEntry.Enabled enable && enable.instance() == instance) {
      begun = true;
      schema = enable.schema();
      enable.rows().forEach(this::add);
    } else if (begun
        && entry instanceof LogEntry.Definition definition
        && definition.table() == source) {
      apply(definition);
    } else if (begun && entry instanceof LogEntry.RowChange change && change.table() == source) {
      schema = change.schema();
      if (change.before() != null) {
        remove(change.before());
      }
      if (change.after() != null) {
        add(change.after());
      }
    }
  }

  private void add(@Nullable Object[] stored) {
    if (schema.primaryKey() == null) {
      heap.add(stored);
    } else {
      keyed.put(key(stored), stored);
    }
  }

  private void remove(@Nullable Object[] stored) {
    if (schema.primaryKey() != null) {
      keyed.remove(key(stored));
      return;
    }
    for (int i = 0; i < heap.size(); i++) {
      if (Arrays.deepEquals(schema.project(heap.get(i)), schema.project(stored))) {
        heap.remove(i);
        return;
      }
    }
    throw new IllegalStateException("a row that the log deletes was never there");
  }

  private void apply(LogEntry.Definition definition) {
    if (definition.change() instanceof SchemaChange.Retyped retyped) {
      int position = retyped.columnId() - 1;
      keyed.replaceAll((key, stored) -> retyped(stored, position, retyped.from(), retyped.to()));
      heap.replaceAll(stored -> retyped(stored, position, retyped.from(), retyped.to()));
    } else if (definition.change() instanceof SchemaChange.Dropped dropped) {
      keyed.replaceAll((key, stored) -> without(stored, dropped.columnId() - 1));
      heap.replaceAll(stored -> without(stored, dropped.columnId() - 1));
    }
  }

  private static @Nullable Object[] retyped(
      @Nullable Object[] stored, int position, SqlType from, SqlType to) {
    if (position >= stored.length) {
      return stored;
    }
    @Nullable Object[] changed = stored.clone();
    changed[position] = Coercion.convert(stored[position], from, to);
    return changed;
  }

  private static @Nullable Object[] without(@Nullable Object[] stored, int position) {
    if (position >= stored.length) {
      return stored;
    }
    @Nullable Object[] changed = stored.clone();
    changed[position] = null;
    return changed;
  }

  private List<@Nullable Object> captured(@Nullable Object[] stored) {
    List<@Nullable Object> values = new ArrayList<>();
    for (CapturedColumn column : instance.columns()) {
      ColumnDef current = column.computed() ? null : schema.byId(column.columnId());
      values.add(current == null ? null : TableSchema.value(stored, current));
    }
    return values;
  }

  private List<@Nullable Object> key(@Nullable Object[] stored) {
    KeyDef key = schema.primaryKey();
    List<@Nullable Object> values = new ArrayList<>();
    if (key != null) {
      for (KeyDef.Part part : key.parts()) {
        values.add(stored[part.columnId() - 1]);
      }
    }
    return values;
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
}
