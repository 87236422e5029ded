package io.strandline.snapshot;

import static org.assertj.core.api.Assertions.assertThat;

import io.strandline.check.Property;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

final class SoughtRangesTest {

  /** A table of keys 0 to rows - 1. */
  private static final class Walk implements SoughtRanges.Seeker {

    private final long rows;
    private int steps;

    Walk(long rows) {
      this.rows = rows;
    }

    @Override
    public Optional<KeyBound> after(Optional<KeyBound> from, long count) {
      steps++;
      long at = from.map(bound -> Long.parseLong(bound.values().get(0))).orElse(0L) + count;
      return at < rows ? Optional.of(KeyBound.of(at)) : Optional.empty();
    }

    SnapshotLayout plan(OptionalLong estimate, int ranges, long least) {
      return SoughtRanges.plan(estimate, ranges, least, this);
    }

    List<Long> sizes(SnapshotLayout layout) {
      List<Long> sizes = new ArrayList<>();
      for (KeyRange range : layout.ranges()) {
        sizes.add(
            range.to().map(Walk::number).orElse(rows) - range.from().map(Walk::number).orElse(0L));
      }
      return sizes;
    }

    private static long number(KeyBound bound) {
      return Long.parseLong(bound.values().get(0));
    }
  }

  @Test
  void cutsIntoAsManyAsAreWantedWhereTheEstimateIsRight() {
    Walk walk = new Walk(1_000);
    SnapshotLayout layout = walk.plan(OptionalLong.of(1_000), 4, 10);

    assertThat(walk.sizes(layout)).containsExactly(250L, 250L, 250L, 250L);
    assertThat(walk.steps).isEqualTo(4);
  }

  @Test
  void doublesItsStepsWhereTheTableIsLarger() {
    Walk walk = new Walk(1_000_000);
    SnapshotLayout layout = walk.plan(OptionalLong.of(1_000), 4, 10);

    assertThat(layout.ranges()).hasSizeBetween(4, 8);
    assertThat(walk.steps).isLessThan(100);
  }

  @Test
  void walksWithoutAnEstimate() {
    Walk walk = new Walk(1_000_000);

    assertThat(walk.plan(OptionalLong.empty(), 4, 10).ranges()).hasSizeBetween(4, 8);
    assertThat(new Walk(5).plan(OptionalLong.empty(), 4, 10).ranges()).hasSize(1);
  }

  @Test
  void doesNotCutASmallTable() {
    assertThat(new Walk(19).plan(OptionalLong.of(19), 4, 10).reason()).isPresent();
    assertThat(new Walk(0).plan(OptionalLong.of(100), 4, 10).ranges())
        .containsExactly(KeyRange.all());
  }

  @Test
  void tilesAndBalancesWhateverTheEstimateWas() {
    Property.check(
        draw -> {
          Walk walk = new Walk(draw.between(0, 1 << draw.between(1, 20)));
          OptionalLong estimate =
              draw.coin()
                  ? OptionalLong.empty()
                  : OptionalLong.of(walk.rows * draw.between(50, 150) / 100);
          int wanted = draw.between(1, 9);
          List<Long> sizes = walk.sizes(walk.plan(estimate, wanted, 4));

          assertThat(sizes.stream().mapToLong(Long::longValue).sum()).isEqualTo(walk.rows);
          assertThat(sizes.size()).isBetween(1, 2 * wanted);
          long largest = sizes.stream().mapToLong(Long::longValue).max().orElseThrow();
          assertThat((double) largest * sizes.size()).isLessThanOrEqualTo(2.0 * walk.rows);
        });
  }

  @Test
  void aKeyThatComesAgainEndsTheWalk() {
    SnapshotLayout layout =
        SoughtRanges.plan(OptionalLong.of(100), 4, 1, (from, rows) -> Optional.of(KeyBound.of(7)));

    assertThat(layout.ranges()).hasSize(2);
  }
}
