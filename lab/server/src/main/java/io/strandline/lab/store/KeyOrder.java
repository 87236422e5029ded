package io.strandline.lab.store;

import io.strandline.lab.sql.type.Compare;
import java.util.Comparator;

/** Orders keys column by column, each ascending or descending. */
final class KeyOrder implements Comparator<RowKey> {

  private final boolean[] descending;

  KeyOrder(boolean[] descending) {
    this.descending = descending.clone();
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
