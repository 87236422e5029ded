package io.strandline.lab.store;

import io.strandline.lab.sql.type.Compare;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A range of an ordered key, between two edges in the key's order.
 *
 * @param from where it begins; {@code null} for the first key
 * @param to where it ends; {@code null} for the last key
 */
public record Seek(@Nullable Edge from, @Nullable Edge to) {

  /** The whole key. */
  public static final Seek ALL = new Seek(null, null);

  /**
   * A place before or after all keys that start with some values.
   *
   * @param values of the key's leading columns, not empty
   * @param after whether the keys that start so lie before the edge
   */
  public record Edge(List<Object> values, boolean after) {

    public Edge {
      values = List.copyOf(values);
    }
  }

  /** A bound on a key's column and whether it belongs to the range. */
  public record Bound(Object value, boolean inclusive) {}

  /**
   * The keys that start with {@code prefix} and whose next column is between two bounds.
   *
   * @param first the bound met first in the key's order, the upper one of a descending column
   * @param last the bound met last
   */
  public static Seek of(List<Object> prefix, @Nullable Bound first, @Nullable Bound last) {
    return new Seek(edge(prefix, first, false), edge(prefix, last, true));
  }

  private static @Nullable Edge edge(List<Object> prefix, @Nullable Bound bound, boolean end) {
    if (bound == null) {
      return prefix.isEmpty() ? null : new Edge(prefix, end);
    }
    List<Object> values = new ArrayList<>(prefix);
    values.add(bound.value());
    return new Edge(values, end == bound.inclusive());
  }

  public boolean isAll() {
    return from == null && to == null;
  }

  /** Whether no key can be between the edges. */
  public boolean isEmpty(boolean[] descending) {
    return from != null && to != null && compare(from, to, descending) >= 0;
  }

  /** Orders two edges of a key whose columns descend where {@code descending} says so. */
  public static int compare(Edge left, Edge right, boolean[] descending) {
    int shared = Math.min(left.values().size(), right.values().size());
    for (int i = 0; i < shared; i++) {
      int order = Compare.values(left.values().get(i), right.values().get(i));
      if (order != 0) {
        return descending[i] ? -order : order;
      }
    }
    if (left.values().size() == right.values().size()) {
      return Boolean.compare(left.after(), right.after());
    }
    // The shorter edge stands outside all keys that the longer one can be among.
    boolean leftShorter = left.values().size() < right.values().size();
    return leftShorter ? (left.after() ? 1 : -1) : (right.after() ? -1 : 1);
  }
}
