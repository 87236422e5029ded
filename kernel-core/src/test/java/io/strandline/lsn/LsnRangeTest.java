package io.strandline.lsn;

import static io.strandline.lsn.Lsns.lsn;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.strandline.check.Property;
import org.junit.jupiter.api.Test;

class LsnRangeTest {

  @Test
  void holdsItsEndAndNotItsStart() {
    LsnRange range = new LsnRange(lsn(10), lsn(20));

    assertThat(range.contains(lsn(10))).isFalse();
    assertThat(range.contains(lsn(11))).isTrue();
    assertThat(range.contains(lsn(20))).isTrue();
    assertThat(range.contains(lsn(21))).isFalse();
    assertThat(range.first()).isEqualTo(lsn(11));
    assertThat(range).hasToString("(0x0000000000000000000A, 0x00000000000000000014]");
  }

  @Test
  void neighboursTileWithoutOverlap() {
    Property.check(
        draw -> {
          long start = draw.between(0L, 50L);
          long middle = draw.between(start, 60);
          long end = draw.between(middle, 70);
          LsnRange whole = new LsnRange(lsn(start), lsn(end));
          LsnRange left = whole.until(lsn(middle));
          LsnRange right = new LsnRange(lsn(middle), lsn(end));
          Lsn probe = lsn(draw.between(0L, 80L));

          assertThat(left.contains(probe) && right.contains(probe)).isFalse();
          assertThat(left.contains(probe) || right.contains(probe))
              .isEqualTo(whole.contains(probe));
        });
  }

  @Test
  void anEmptyRangeHoldsNothing() {
    LsnRange range = new LsnRange(lsn(10), lsn(10));

    assertThat(range.isEmpty()).isTrue();
    assertThat(range.contains(lsn(10))).isFalse();
    assertThatIllegalStateException().isThrownBy(range::first);
  }

  @Test
  void endsNoEarlierThanItStarts() {
    assertThatIllegalArgumentException().isThrownBy(() -> new LsnRange(lsn(11), lsn(10)));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new LsnRange(lsn(5), lsn(10)).until(lsn(4)));
  }
}
