package io.strandline.lab.store;

import io.strandline.lab.sql.type.Compare;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Orders keys column by column, each ascending or descending. */
final class KeyOrder implements Comparator<RowKey> {

  private final boolean[] descending;

  private KeyOrder(boolean[] descending) {
    this.descending = descending;
  }

  /** The order of a key; that of insertion without one. */
  static KeyOrder of(@Nullable KeyDef key) {
    List<KeyDef.Part> parts = key == null ? List.of() : key.parts();
    boolean[] descending = new boolean[Math.max(1, parts.size())];
    for (int i = 0; i < parts.size(); i++) {
      descending[i] = parts.get(i).descending();
    }
    return new KeyOrder(descending);
  }

  boolean[] descending() {
    return descending;
  }

  @Override
  public int compare(RowKey left, RowKey right) {
    int shared = Math.min(left.values().length, right.values().length);
    for (int i = 0; i < shared; i++) {
      int order = Compare.nullsFirst(left.values()[i], right.values()[i]);
      if (order != 0) {
        return i < descending.length && descending[i] ? -order : order;
      }
    }
    return Integer.compare(left.edge(), right.edge());
  }
}
