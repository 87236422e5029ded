package io.strandline.lab.store;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A range of an ordered key: fixed values for its first columns, bounds on the one after.
 *
 * @param prefix values the leading columns are equal to
 * @param low lower bound on the next column
 * @param high upper bound on the next column
 */
public record Seek(List<Object> prefix, @Nullable Bound low, @Nullable Bound high) {

  /** The whole key. */
  public static final Seek ALL = new Seek(List.of(), null, null);

  /** A bound and whether it belongs to the range. */
  public record Bound(Object value, boolean inclusive) {}

  public boolean isAll() {
    return prefix.isEmpty() && low == null && high == null;
  }
}
