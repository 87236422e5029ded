package io.strandline.snapshot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.strandline.error.InvalidOptionsException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

final class SnapshotLayoutTest {

  private static KeyRange range(Long from, Long to) {
    return new KeyRange(
        Optional.ofNullable(from).map(KeyBound::of), Optional.ofNullable(to).map(KeyBound::of));
  }

  @Test
  void takesRangesThatTile() {
    assertThat(
            new SnapshotLayout(
                    List.of(range(null, 3L), range(3L, 9L), range(9L, null)), Optional.empty())
                .ranges())
        .hasSize(3);
  }

  @Test
  void refusesGapsOverlapsAndClosedEnds() {
    for (List<KeyRange> ranges :
        List.of(
            List.of(range(null, 3L), range(4L, null)),
            List.of(range(null, 3L), range(2L, null)),
            List.of(range(1L, 3L), range(3L, null)),
            List.of(range(null, 3L), range(3L, 9L)),
            List.of(range(null, null), range(null, null)),
            List.<KeyRange>of())) {
      assertThatThrownBy(() -> new SnapshotLayout(ranges, Optional.empty()))
          .isInstanceOf(IllegalArgumentException.class);
    }
    assertThatThrownBy(() -> new SnapshotLayout(List.of(KeyRange.all()), Optional.empty()))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void boundsTheLockTimeout() {
    for (Duration wrong : List.of(Duration.ZERO, Duration.ofNanos(5), Duration.ofDays(2))) {
      assertThatThrownBy(
              () -> new SnapshotReads(SnapshotIsolation.READ_COMMITTED, Optional.of(wrong)))
          .isInstanceOf(InvalidOptionsException.class)
          .hasMessageContaining("lockTimeout");
    }
  }
}
