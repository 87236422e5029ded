package io.strandline.snapshot;

import io.strandline.snapshot.KeyCondition.Comparison;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Conditions that one seek of the key's index answers: equal leading columns, then a range of the
 * next.
 *
 * @param conditions all hold; none for the whole key space
 */
public record KeyPiece(List<KeyCondition> conditions) {

  public KeyPiece {
    conditions = List.copyOf(conditions);
  }

  /**
   * The pieces of a range, in key order; each key of the range is in exactly one, no other in any.
   *
   * <p>T-SQL does not compare tuples, and a disjunction in one WHERE reads far more rows than it
   * returns (measured); hence the pieces.
   */
  public static List<KeyPiece> of(List<KeyColumn> key, KeyRange range) {
    Cutter cutter = new Cutter(key, range);
    List<KeyCondition> none = List.of();
    if (range.isAll()) {
      cutter.add(none);
    } else if (range.to().isEmpty()) {
      cutter.from(0, none);
    } else if (range.from().isEmpty()) {
      cutter.upTo(0, none);
    } else {
      cutter.between(0, none);
    }
    return cutter.pieces;
  }

  /** Adds the pieces of a range for columns from a place on, below given conditions. */
  private static final class Cutter {

    private final List<KeyColumn> key;
    private final List<String> low;
    private final List<String> high;
    private final List<KeyPiece> pieces = new ArrayList<>();

    Cutter(List<KeyColumn> key, KeyRange range) {
      this.key = key;
      this.low = values(range.from());
      this.high = values(range.to());
    }

    private List<String> values(Optional<KeyBound> bound) {
      List<String> values = bound.map(KeyBound::values).orElse(List.of());
      if (bound.isPresent() && values.size() != key.size()) {
        throw new IllegalArgumentException(
            values.size() + " values of a key of " + key.size() + " columns");
      }
      return values;
    }

    void add(List<KeyCondition> conditions) {
      pieces.add(new KeyPiece(conditions));
    }

    private boolean isLast(int column) {
      return column == key.size() - 1;
    }

    /** Keys whose columns from this one on are at or after the range's start. */
    void from(int column, List<KeyCondition> above) {
      String value = low.get(column);
      if (isLast(column)) {
        add(and(above, column, Comparison.AT_OR_AFTER, value));
      } else {
        from(column + 1, and(above, column, Comparison.EQUAL, value));
        add(and(above, column, Comparison.AFTER, value));
      }
    }

    /** Keys whose columns from this one on are before the range's end. */
    void upTo(int column, List<KeyCondition> above) {
      String value = high.get(column);
      add(and(above, column, Comparison.BEFORE, value));
      if (!isLast(column)) {
        upTo(column + 1, and(above, column, Comparison.EQUAL, value));
      }
    }

    void between(int column, List<KeyCondition> above) {
      String start = low.get(column);
      String end = high.get(column);
      if (start.equals(end)) {
        if (!isLast(column)) {
          between(column + 1, and(above, column, Comparison.EQUAL, start));
        }
        return;
      }
      if (isLast(column)) {
        add(and(and(above, column, Comparison.AT_OR_AFTER, start), column, Comparison.BEFORE, end));
        return;
      }
      List<KeyCondition> atStart = and(above, column, Comparison.EQUAL, start);
      List<KeyCondition> atEnd = and(above, column, Comparison.EQUAL, end);
      if (!key.get(column).oneText()) {
        // Two texts may be one value to the server: then no key lies between, and those at it are
        // bounded from both sides.
        between(column + 1, and(atStart, column, Comparison.EQUAL, end));
        atStart = and(atStart, column, Comparison.BEFORE, end);
        atEnd = and(atEnd, column, Comparison.AFTER, start);
      }
      from(column + 1, atStart);
      add(and(and(above, column, Comparison.AFTER, start), column, Comparison.BEFORE, end));
      upTo(column + 1, atEnd);
    }

    private static List<KeyCondition> and(
        List<KeyCondition> conditions, int column, Comparison comparison, String value) {
      List<KeyCondition> all = new ArrayList<>(conditions);
      all.add(new KeyCondition(column, comparison, value));
      return all;
    }
  }
}
