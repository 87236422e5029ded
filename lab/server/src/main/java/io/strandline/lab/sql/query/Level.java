package io.strandline.lab.sql.query;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One source of a join and the conditions that can be tested once it has a row.
 *
 * @param optional whether the row before it stays when there is no partner
 * @param on conditions of an outer join
 * @param filters conditions on the joined row so far
 * @param seek the key range to read; {@code null} for all
 * @param hash equal columns to find partners by; {@code null} if there are none
 * @param key which of the relation's keys rows are read by
 * @param lateral whether the source is read anew for each row before it, which it depends on
 */
record Level(
    Source source,
    boolean optional,
    List<Bound.Test> on,
    List<Bound.Test> filters,
    @Nullable SeekPlan seek,
    @Nullable HashPlan hash,
    int key,
    boolean lateral) {

  /** The same, read in the order of another key; only without a seek. */
  Level inOrderOf(int otherKey) {
    return new Level(source, optional, on, filters, seek, hash, otherKey, lateral);
  }

  /** Columns of the source and the values they must be equal to. */
  record HashPlan(int[] columns, List<Bound> values) {}
}
