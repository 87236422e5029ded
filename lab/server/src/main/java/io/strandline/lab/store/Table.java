package io.strandline.lab.store;

import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.concurrent.ConcurrentNavigableMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/** A table: rows ordered by primary key, or by insertion if it has none. Thread-safe. */
public final class Table {

  private final int objectId;
  private final String schemaName;
  private volatile String name;
  private final LocalDateTime createDate;
  private final TransactionLog log;
  private final TableLock lock = new TableLock();
  private final ConcurrentSkipListMap<RowKey, RowSlot> rows;
  private final AtomicLong heapIds = new AtomicLong();
  private final LongAdder visited = new LongAdder();
  private final UniqueKeys uniqueKeys = new UniqueKeys();
  private final IdentityCounter identity;
  private volatile TableSchema schema;

  /** An empty table. */
  public Table(
      int objectId,
      String schemaName,
      String name,
      LocalDateTime createDate,
      TableSchema schema,
      IdentityCounter identity,
      TransactionLog log) {
    this.objectId = objectId;
    this.schemaName = schemaName;
    this.name = name;
    this.createDate = createDate;
    this.schema = schema;
    this.identity = identity;
    this.log = log;
    this.rows = new ConcurrentSkipListMap<>(keyOrder(schema));
  }

  private static KeyOrder keyOrder(TableSchema schema) {
    KeyDef key = schema.primaryKey();
    boolean[] descending = new boolean[key == null ? 1 : key.parts().size()];
    for (int i = 0; key != null && i < descending.length; i++) {
      descending[i] = key.parts().get(i).descending();
    }
    return new KeyOrder(descending);
  }

  public int objectId() {
    return objectId;
  }

  public String schemaName() {
    return schemaName;
  }

  public String name() {
    return name;
  }

  /** Gives it another name; the database lists it under that. */
  public void rename(String newName) {
    name = newName;
  }

  public LocalDateTime createDate() {
    return createDate;
  }

  public TableSchema schema() {
    return schema;
  }

  void schema(TableSchema newSchema) {
    schema = newSchema;
  }

  public IdentityCounter identity() {
    return identity;
  }

  TransactionLog log() {
    return log;
  }

  TableLock lock() {
    return lock;
  }

  UniqueKeys uniqueKeys() {
    return uniqueKeys;
  }

  ConcurrentNavigableMap<RowKey, RowSlot> rows() {
    return rows;
  }

  /** How many rows all reads together have looked at. */
  public long visitedRows() {
    return visited.sum();
  }

  RowKey keyOf(@Nullable Object[] stored) {
    KeyDef key = schema.primaryKey();
    if (key == null) {
      return RowKey.of(heapIds.incrementAndGet());
    }
    @Nullable Object[] values = new @Nullable Object[key.parts().size()];
    for (int i = 0; i < values.length; i++) {
      values[i] = stored[key.parts().get(i).columnId() - 1];
    }
    return RowKey.of(values);
  }

  /** Unlinks a slot that is out of use. */
  void unlink(RowKey key, RowSlot slot) {
    rows.remove(key, slot);
  }

  /** The rows of a key range that the view sees, as references. */
  public RefCursor refs(ReadView view, Seek seek, boolean reverse) {
    NavigableMap<RowKey, RowSlot> range = range(seek);
    NavigableMap<RowKey, RowSlot> ordered = reverse ? range.descendingMap() : range;
    var entries = ordered.entrySet().iterator();
    return () -> {
      while (entries.hasNext()) {
        Map.Entry<RowKey, RowSlot> entry = entries.next();
        visited.increment();
        RowVersion version = view.read(entry.getValue());
        if (version != null) {
          return new RowRef(entry.getKey(), entry.getValue(), version);
        }
      }
      return null;
    };
  }

  /** References to rows, one after the other. */
  @FunctionalInterface
  public interface RefCursor {
    @Nullable RowRef next();
  }

  /** The rows of a key range that the view sees, in column order. */
  public RowCursor scan(ReadView view, Seek seek, boolean reverse) {
    RefCursor refs = refs(view, seek, reverse);
    TableSchema current = schema;
    return () -> {
      RowRef ref = refs.next();
      return ref == null ? null : current.project(ref.stored());
    };
  }

  private NavigableMap<RowKey, RowSlot> range(Seek seek) {
    KeyDef key = schema.primaryKey();
    if (key == null || seek.isAll()) {
      return rows;
    }
    int column = seek.prefix().size();
    boolean descending = column < key.parts().size() && key.parts().get(column).descending();
    RowKey from = edge(seek, descending ? seek.high() : seek.low(), false);
    RowKey to = edge(seek, descending ? seek.low() : seek.high(), true);
    if (from != null && to != null && rows.comparator().compare(from, to) >= 0) {
      return java.util.Collections.emptyNavigableMap();
    }
    if (from == null) {
      return to == null ? rows : rows.headMap(to, false);
    }
    return to == null ? rows.tailMap(from, false) : rows.subMap(from, false, to, false);
  }

  private static @Nullable RowKey edge(Seek seek, Seek.@Nullable Bound bound, boolean end) {
    if (bound == null) {
      if (seek.prefix().isEmpty()) {
        return null;
      }
      return end ? RowKey.after(seek.prefix()) : RowKey.before(seek.prefix());
    }
    List<Object> values = new ArrayList<>(seek.prefix());
    values.add(bound.value());
    return end == bound.inclusive() ? RowKey.after(values) : RowKey.before(values);
  }
}
