package io.strandline.snapshot;

import static org.assertj.core.api.Assertions.assertThat;

import io.strandline.check.Draw;
import io.strandline.check.Property;
import io.strandline.snapshot.CountedRanges.Slice;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

final class CountedRangesTest {

  /** A table's keys, and the statements that counted them. */
  private static final class Keys implements CountedRanges.Counter {

    private final TreeSet<Long> keys;
    private int statements;
    private int mostSlices;

    Keys(Iterable<Long> keys) {
      this.keys = new TreeSet<>();
      keys.forEach(this.keys::add);
    }

    @Override
    public List<Slice> count(long low, long high, long width) {
      statements++;
      Math.subtractExact(high, low);
      Map<Long, Slice> slices = new TreeMap<>();
      for (long key : keys.subSet(low, true, high, true)) {
        slices.merge(
            (key - low) / width,
            new Slice(key, key, 1),
            (a, b) -> new Slice(a.low(), b.high(), a.rows() + b.rows()));
      }
      mostSlices = Math.max(mostSlices, slices.size());
      return List.copyOf(slices.values());
    }

    SnapshotLayout plan(int ranges, long least) {
      return CountedRanges.plan(keys.first(), keys.last(), ranges, least, this);
    }

    List<Integer> sizes(SnapshotLayout layout) {
      List<Integer> sizes = new ArrayList<>();
      for (KeyRange range : layout.ranges()) {
        NavigableSet<Long> rest =
            range.from().map(from -> keys.tailSet(number(from), true)).orElse(keys);
        sizes.add(range.to().map(to -> rest.headSet(number(to), false)).orElse(rest).size());
      }
      return sizes;
    }
  }

  private static long number(KeyBound bound) {
    return Long.parseLong(bound.values().get(0));
  }

  private static Keys from(long first, int count, long step) {
    List<Long> keys = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      keys.add(first + i * step);
    }
    return new Keys(keys);
  }

  @Test
  void cutsDenseKeysIntoEqualRanges() {
    Keys keys = from(-500, 1_000, 1);
    SnapshotLayout layout = keys.plan(4, 10);

    assertThat(layout.ranges()).hasSize(4);
    assertThat(keys.sizes(layout)).allMatch(rows -> rows > 230 && rows < 270);
    assertThat(keys.statements).isEqualTo(1);
  }

  @Test
  void extremeKeysOverflowNothing() {
    List<Long> keys = new ArrayList<>(List.of(Long.MIN_VALUE, Long.MAX_VALUE, -1L, 0L));
    for (long i = 0; i < 200; i++) {
      keys.add(1_000_000 + i);
    }
    Keys table = new Keys(keys);
    SnapshotLayout layout = table.plan(4, 10);

    assertThat(table.sizes(layout)).hasSize(4).allMatch(rows -> rows > 30 && rows < 75);
    Keys two = new Keys(List.of(Long.MIN_VALUE, Long.MAX_VALUE));
    assertThat(two.sizes(two.plan(2, 1))).containsExactly(1, 1);
  }

  @Test
  void doesNotCutASmallTable() {
    assertThat(from(7, 1, 1).plan(8, 1).ranges()).containsExactly(KeyRange.all());
    assertThat(from(7, 199, 1).plan(8, 100).reason())
        .hasValueSatisfying(reason -> assertThat(reason).contains("199 rows"));
    assertThat(from(7, 250, 1).plan(8, 100).ranges()).hasSize(2);
  }

  /** Clusters, lonely keys, holes of any size, above and below zero. */
  private static Keys skewed(Draw draw) {
    List<Long> keys = new ArrayList<>();
    int clusters = draw.between(1, 6);
    for (int i = 0; i < clusters; i++) {
      long start = draw.anyLong() >> draw.between(0, 60);
      long step = 1L << draw.between(0, 20);
      int count = draw.between(1, 400);
      for (long n = 0; n < count; n++) {
        keys.add(start + n * step);
      }
    }
    return new Keys(keys);
  }

  @Test
  void tilesAndBalancesSkewedKeys() {
    Property.check(
        draw -> {
          Keys keys = skewed(draw);
          int wanted = draw.between(2, 9);
          SnapshotLayout layout = keys.plan(wanted, 4);
          List<Integer> sizes = keys.sizes(layout);

          assertThat(sizes.stream().mapToInt(Integer::intValue).sum()).isEqualTo(keys.keys.size());
          assertThat(sizes.size()).isBetween(1, wanted);
          assertThat(sizes).allMatch(rows -> rows > 0);
          double mean = (double) keys.keys.size() / sizes.size();
          assertThat(sizes).allMatch(rows -> rows <= 2 * mean);
          assertThat(sizes.size()).isEqualTo(Math.max(1, Math.min(wanted, keys.keys.size() / 4)));
          assertThat(keys.statements).isLessThanOrEqualTo(CountedRanges.MOST_COUNTS + 1);
          assertThat(keys.mostSlices).isLessThanOrEqualTo(CountedRanges.MOST_SLICES + 1);
        });
  }

  @Test
  void theStatementsAreBoundedWhateverTheKeysAre() {
    List<Long> keys = new ArrayList<>();
    for (int power = 0; power < 62; power++) {
      for (long i = 0; i < 30; i++) {
        keys.add((1L << power) + i);
        keys.add(-(1L << power) - i);
      }
    }
    Keys table = new Keys(keys);
    SnapshotLayout layout = table.plan(512, 1);

    assertThat(table.statements).isLessThanOrEqualTo(CountedRanges.MOST_COUNTS + 1);
    assertThat(table.sizes(layout).stream().mapToInt(Integer::intValue).sum())
        .isEqualTo(table.keys.size());
  }
}
