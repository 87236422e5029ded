package io.strandline.snapshot;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * Cuts any key into ranges of equal rows by walking its index: each bound is the key a number of
 * rows after the one before.
 *
 * <p>How many rows that is follows from an estimate. Where the table turns out larger, every second
 * bound is given up and the steps double, so that the walk is short whatever the estimate was.
 */
public final class SoughtRanges {

  /** Most steps of a walk; the last range takes what is left. */
  static final int MOST_STEPS = 65_536;

  /** Asks the server. */
  public interface Seeker {

    /**
     * The key {@code rows} rows after a key, or after the table's first if none is given; empty if
     * there are not so many.
     */
    Optional<KeyBound> after(Optional<KeyBound> from, long rows);
  }

  private SoughtRanges() {}

  /**
   * Cuts.
   *
   * @param estimate rows of the table as far as is known
   * @param ranges how many are wanted, at least 1; at most twice as many come
   * @param leastRows rows below which a range is not made smaller, at least 1
   */
  public static SnapshotLayout plan(
      OptionalLong estimate, int ranges, long leastRows, Seeker seeker) {
    long rows = estimate.orElse(Long.MAX_VALUE);
    int wanted = (int) Math.min(ranges, rows / leastRows);
    if (wanted < 2) {
      return SnapshotLayout.single("it has few rows or one range was asked for");
    }
    long step = estimate.isPresent() ? (rows - 1) / wanted + 1 : leastRows;
    List<KeyBound> bounds = walk(step, 2 * wanted, seeker);
    return bounds.isEmpty()
        ? SnapshotLayout.single("it has fewer rows than two ranges need")
        : SnapshotLayout.between(bounds);
  }

  private static List<KeyBound> walk(long firstStep, int most, Seeker seeker) {
    List<KeyBound> bounds = new ArrayList<>();
    long step = firstStep;
    Optional<KeyBound> last = Optional.empty();
    for (int i = 0; i < MOST_STEPS; i++) {
      Optional<KeyBound> next = seeker.after(last, step);
      if (next.isEmpty() || next.equals(last)) {
        return bounds;
      }
      bounds.add(next.get());
      last = next;
      if (bounds.size() == most) {
        bounds = everySecond(bounds);
        step *= 2;
      }
    }
    return bounds;
  }

  private static List<KeyBound> everySecond(List<KeyBound> bounds) {
    List<KeyBound> kept = new ArrayList<>();
    for (int i = 1; i < bounds.size(); i += 2) {
      kept.add(bounds.get(i));
    }
    return kept;
  }
}
