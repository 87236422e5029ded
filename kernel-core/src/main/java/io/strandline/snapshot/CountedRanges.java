package io.strandline.snapshot;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import java.util.TreeSet;

/**
 * Cuts a key of one whole number into ranges of about equal rows.
 *
 * <p>The server counts the slices of a grid over the keys there are; a slice that is too full is
 * counted again on a finer grid over its own keys, so that clusters and lonely extreme keys do no
 * harm; the slices are then packed.
 */
public final class CountedRanges {

  /** Most statements that count. */
  static final int MOST_COUNTS = 256;

  /** Most slices of one statement. */
  static final int MOST_SLICES = 65_536;

  private static final int SLICES_A_RANGE = 64;
  private static final int LEAST_SLICES = 16;

  /** A slice with more rows than this part of a range is counted again. */
  private static final int FULL_PART = 4;

  /**
   * A part of the key space with rows.
   *
   * @param low its smallest key
   * @param high its largest key
   * @param rows its rows, at least 1
   */
  public record Slice(long low, long high, long rows) {}

  /** Asks the server. */
  public interface Counter {

    /**
     * The slices, in any order, of a grid that begins at {@code low}; those without rows are left
     * out.
     *
     * @param high the last key of the grid; {@code high - low} does not overflow
     * @param width keys a slice, at least 1
     */
    List<Slice> count(long low, long high, long width);
  }

  private final int ranges;
  private final Counter counter;
  private final List<Slice> settled = new ArrayList<>();
  private int counts;

  private CountedRanges(int ranges, Counter counter) {
    this.ranges = ranges;
    this.counter = counter;
  }

  /**
   * Cuts.
   *
   * @param low the smallest key of the table
   * @param high the largest
   * @param ranges how many are wanted, at least 1; never more come
   * @param leastRows rows below which a range is not made smaller, at least 1
   */
  public static SnapshotLayout plan(
      long low, long high, int ranges, long leastRows, Counter counter) {
    return new CountedRanges(ranges, counter).plan(low, high, leastRows);
  }

  private SnapshotLayout plan(long low, long high, long leastRows) {
    PriorityQueue<Slice> open =
        new PriorityQueue<>(Comparator.comparingLong(Slice::rows).reversed());
    int slices = Math.min(MOST_SLICES, ranges * SLICES_A_RANGE);
    if (high - low < 0) {
      // The keys span more than a long can count.
      open.addAll(count(low, -1, slices));
      open.addAll(count(0, high, slices));
    } else {
      open.addAll(count(low, high, slices));
    }
    long rows = open.stream().mapToLong(Slice::rows).sum();
    int wanted = (int) Math.min(ranges, rows / leastRows);
    if (wanted < 2) {
      return SnapshotLayout.single("it has " + rows + " rows, too few to be cut");
    }
    refine(open, Math.max(1, rows / wanted / FULL_PART));
    List<KeyBound> bounds = cuts(rows, wanted).stream().map(KeyBound::of).toList();
    return bounds.isEmpty()
        ? SnapshotLayout.single("its rows crowd at one key")
        : SnapshotLayout.between(bounds);
  }

  private List<Slice> count(long low, long high, int slices) {
    counts++;
    long width = Long.divideUnsigned(high - low, slices) + 1;
    return counter.count(low, high, width);
  }

  /** Counts the fullest slices again while any holds more than {@code most} rows. */
  private void refine(PriorityQueue<Slice> open, long most) {
    while (!open.isEmpty()) {
      Slice slice = open.remove();
      boolean full = slice.rows() > most && slice.low() < slice.high();
      if (full && counts < MOST_COUNTS) {
        long slices = Math.max(LEAST_SLICES, slice.rows() / most * LEAST_SLICES);
        open.addAll(count(slice.low(), slice.high(), (int) Math.min(MOST_SLICES, slices)));
      } else {
        settled.add(slice);
      }
    }
    settled.sort(Comparator.comparingLong(Slice::low));
  }

  /** The slice borders nearest to equal shares of the rows. */
  private TreeSet<Long> cuts(long rows, int wanted) {
    TreeSet<Long> cuts = new TreeSet<>();
    long before = 0;
    int share = 1;
    for (int i = 0; i < settled.size(); i++) {
      Slice slice = settled.get(i);
      long after = before + slice.rows();
      while (share < wanted && after >= rows * share / wanted) {
        long goal = rows * share / wanted;
        int nearest = goal - before < after - goal ? i : i + 1;
        if (nearest > 0 && nearest < settled.size()) {
          cuts.add(settled.get(nearest).low());
        }
        share++;
      }
      before = after;
    }
    return cuts;
  }
}
