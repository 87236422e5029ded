package io.strandline.lab.store;

import io.strandline.lab.sql.type.Compare;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Comparator;
import java.util.List;
import java.util.NavigableSet;
import java.util.concurrent.ConcurrentSkipListSet;
import org.jspecify.annotations.Nullable;

/**
 * An index beside the primary key: where rows are that have, or had, a key's values.
 *
 * <p>An entry stays while any version of its row has the values, so that every reader finds the
 * version it sees; whoever comes by an entry looks at the version. NULL counts as a value, as in
 * SQL Server. Thread-safe.
 */
final class KeyIndex {

  /**
   * A row under a key of this index.
   *
   * @param row the row's place in the table; {@code null} in the edge of a range
   * @param slot likewise
   */
  record Entry(RowKey key, @Nullable RowKey row, @Nullable RowSlot slot) {

    static Entry edge(RowKey key) {
      return new Entry(key, null, null);
    }
  }

  private final KeyDef def;
  private final KeyOrder order;
  private final BitSet columns = new BitSet();
  private final ConcurrentSkipListSet<Entry> entries;

  KeyIndex(KeyDef def, KeyOrder rowOrder) {
    this.def = def;
    this.order = KeyOrder.of(def);
    def.parts().forEach(part -> columns.set(part.columnId() - 1));
    this.entries =
        new ConcurrentSkipListSet<>(
            Comparator.comparing(Entry::key, order)
                .thenComparing(Entry::row, Comparator.nullsFirst(rowOrder)));
  }

  private KeyIndex(KeyDef def, KeyIndex same) {
    this.def = def;
    this.order = same.order;
    this.columns.or(same.columns);
    this.entries = same.entries;
  }

  /** The same index under another name. */
  KeyIndex renamed(KeyDef newDef) {
    return new KeyIndex(newDef, this);
  }

  KeyDef def() {
    return def;
  }

  /** The key's values in a stored row. */
  static RowKey key(KeyDef def, @Nullable Object[] stored) {
    @Nullable Object[] values = new @Nullable Object[def.parts().size()];
    for (int i = 0; i < values.length; i++) {
      int position = def.parts().get(i).columnId() - 1;
      values[i] = position < stored.length ? stored[position] : null;
    }
    return RowKey.of(values);
  }

  static boolean same(RowKey left, RowKey right) {
    for (int i = 0; i < left.values().length; i++) {
      if (Compare.nullsFirst(left.values()[i], right.values()[i]) != 0) {
        return false;
      }
    }
    return true;
  }

  /** Lists a row; the other slots that are listed under the same key. */
  synchronized List<RowSlot> claim(RowKey key, RowKey row, RowSlot slot) {
    List<RowSlot> others = new ArrayList<>();
    for (Entry entry : entries.subSet(Entry.edge(key.start()), Entry.edge(key.end()))) {
      if (entry.slot() != null && entry.slot() != slot) {
        others.add(entry.slot());
      }
    }
    // A slot that is out of use may still be listed at the same place.
    Entry entry = new Entry(key, row, slot);
    entries.remove(entry);
    entries.add(entry);
    return others;
  }

  /** Takes an entry off if no version of its row has the key any more. */
  void tidy(RowKey key, RowKey row, RowSlot slot) {
    slot.unless(
        version -> !version.isDeleted() && has(version, key),
        () -> {
          Entry listed = entries.floor(new Entry(key, row, slot));
          if (listed != null && listed.slot() == slot && same(listed.key(), key)) {
            entries.remove(listed);
          }
        });
  }

  /** Whether a version has a key's values. */
  boolean has(RowVersion version, RowKey key) {
    return same(key(def, version.values(columns)), key);
  }

  /** The entries of a range in order. */
  NavigableSet<Entry> range(Seek seek, boolean reverse) {
    NavigableSet<Entry> range = entries;
    if (seek.isEmpty(order.descending())) {
      return java.util.Collections.emptyNavigableSet();
    }
    Seek.Edge from = seek.from();
    Seek.Edge to = seek.to();
    if (from != null) {
      range = range.tailSet(Entry.edge(RowKey.at(from)), false);
    }
    if (to != null) {
      range = range.headSet(Entry.edge(RowKey.at(to)), false);
    }
    return reverse ? range.descendingSet() : range;
  }
}
