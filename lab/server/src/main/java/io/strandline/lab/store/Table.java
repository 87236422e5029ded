package io.strandline.lab.store;

import io.strandline.lab.wire.RowLayout;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Objects;
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
  private volatile KeyOrder order;
  private volatile ConcurrentSkipListMap<RowKey, RowSlot> rows;
  private volatile boolean rekeyed;
  private volatile int partitions = 1;
  private final AtomicLong heapIds = new AtomicLong();
  private final LongAdder visited = new LongAdder();
  private final IdentityCounter identity;
  private volatile TableSchema schema;
  private volatile RowLayout layout;
  private volatile long redefined;
  private volatile List<KeyIndex> indexes = List.of();

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
    this.layout = schema.layout();
    this.order = KeyOrder.of(schema.primaryKey());
    this.rows = new ConcurrentSkipListMap<>(order);
    this.indexes = indexes(schema);
  }

  private List<KeyIndex> indexes(TableSchema of) {
    List<KeyIndex> all = new ArrayList<>();
    for (KeyDef key : of.secondaryKeys()) {
      KeyIndex known = index(key);
      all.add(known == null ? new KeyIndex(key, order) : known);
    }
    return List.copyOf(all);
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

  /** How many partitions {@code sys.partitions} tells of. */
  public int partitions() {
    return partitions;
  }

  /** Lets {@code sys.partitions} tell of so many; where the rows are stays as it is. */
  public void partitions(int count) {
    partitions = count;
  }

  public TableSchema schema() {
    return schema;
  }

  void schema(TableSchema newSchema) {
    indexes = indexes(newSchema);
    layout = newSchema.layout();
    schema = newSchema;
  }

  /** The same with indexes that hold the rows already. */
  void schema(TableSchema newSchema, List<KeyIndex> newIndexes) {
    indexes = List.copyOf(newIndexes);
    layout = newSchema.layout();
    schema = newSchema;
  }

  /** A definition and the rows in its order. */
  record Content(
      TableSchema schema,
      KeyOrder order,
      ConcurrentSkipListMap<RowKey, RowSlot> rows,
      List<KeyIndex> indexes) {}

  Content content() {
    return new Content(schema, order, rows, indexes);
  }

  /** Replaces definition and rows while nobody else uses the table. */
  void content(Content content) {
    rekeyed = true;
    order = content.order();
    rows = content.rows();
    schema(content.schema(), content.indexes());
  }

  /** The commit number of the last change of the definition; 0 for none. */
  public long redefined() {
    return redefined;
  }

  void redefined(long number) {
    redefined = number;
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

  /** How rows are packed now. */
  RowLayout layout() {
    return layout;
  }

  /** The indexes beside the primary key, in the order of {@link TableSchema#secondaryKeys}. */
  List<KeyIndex> indexes() {
    return indexes;
  }

  @Nullable KeyIndex index(KeyDef key) {
    for (KeyIndex index : indexes) {
      if (index.def() == key) {
        return index;
      }
    }
    return null;
  }

  ConcurrentNavigableMap<RowKey, RowSlot> rows() {
    return rows;
  }

  /** How many rows all reads together have looked at. */
  public long visitedRows() {
    return visited.sum();
  }

  RowKey keyOf(@Nullable Object[] stored) {
    return keyOf(schema.primaryKey(), stored);
  }

  RowKey keyOf(@Nullable KeyDef key, @Nullable Object[] stored) {
    return key == null ? RowKey.of(heapIds.incrementAndGet()) : KeyIndex.key(key, stored);
  }

  /** Unlinks a slot that is out of use. */
  void unlink(RowKey key, RowSlot slot) {
    if (!rekeyed || rows.isEmpty() || rows.firstKey().isLike(key)) {
      rows.remove(key, slot);
    }
  }

  /**
   * The rows of a key range that the view sees, as references.
   *
   * @param key 0 for the primary key or the order of insertion, else 1 more than the place among
   *     {@link TableSchema#secondaryKeys}
   */
  public RefCursor refs(ReadView view, int key, Seek seek, boolean reverse) {
    return key == 0
        ? byRow(view, seek, reverse)
        : byIndex(view, indexes.get(key - 1), seek, reverse);
  }

  /** All rows that the view sees. */
  public RefCursor refs(ReadView view) {
    return refs(view, 0, Seek.ALL, false);
  }

  private RefCursor byRow(ReadView view, Seek seek, boolean reverse) {
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

  private RefCursor byIndex(ReadView view, KeyIndex index, Seek seek, boolean reverse) {
    var entries = index.range(seek, reverse).iterator();
    return () -> {
      while (entries.hasNext()) {
        KeyIndex.Entry entry = entries.next();
        visited.increment();
        RowSlot slot = Objects.requireNonNull(entry.slot());
        RowVersion version = view.read(slot);
        if (version != null && index.has(version, entry.key())) {
          return new RowRef(Objects.requireNonNull(entry.row()), slot, version);
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

  /**
   * The rows of a key range that the view sees, in column order.
   *
   * @param key as for {@link #refs}
   * @param wanted positions of the columns whose values are read; the others come as {@code null}
   */
  public RowCursor scan(ReadView view, int key, Seek seek, boolean reverse, BitSet wanted) {
    RefCursor refs = refs(view, key, seek, reverse);
    TableSchema current = schema;
    BitSet places = current.stored(wanted);
    return () -> {
      RowRef ref = refs.next();
      return ref == null ? null : current.project(ref.version().values(places));
    };
  }

  private NavigableMap<RowKey, RowSlot> range(Seek seek) {
    if (schema.primaryKey() == null || seek.isAll()) {
      return rows;
    }
    if (seek.isEmpty(order.descending())) {
      return java.util.Collections.emptyNavigableMap();
    }
    NavigableMap<RowKey, RowSlot> range = rows;
    Seek.Edge from = seek.from();
    Seek.Edge to = seek.to();
    if (from != null) {
      range = range.tailMap(RowKey.at(from), false);
    }
    return to == null ? range : range.headMap(RowKey.at(to), false);
  }
}
