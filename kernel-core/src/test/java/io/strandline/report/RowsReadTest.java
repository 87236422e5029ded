package io.strandline.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

/** Percent and time left, where they are known. */
final class RowsReadTest {

  private static RowsRead after(long seconds, long rows, long expected) {
    return new RowsRead(rows, OptionalLong.of(expected), Duration.ofSeconds(seconds));
  }

  @Test
  void theTimeLeftIsAsTheRowsCame() {
    assertThat(after(30, 250_000, 1_000_000).percent()).hasValue(25);
    assertThat(after(30, 250_000, 1_000_000).remaining()).contains(Duration.ofSeconds(90));
    assertThat(after(10, 3, 4).remaining()).contains(Duration.ofMillis(3_333));
    assertThat(after(10, 999, 1_000).percent()).hasValue(99);
  }

  @Test
  void atTheEndNothingIsLeft() {
    assertThat(after(30, 1_000, 1_000).percent()).hasValue(100);
    assertThat(after(30, 1_000, 1_000).remaining()).contains(Duration.ZERO);
  }

  @Test
  void anEstimateThatWasTooLowIsAllOfItAndTellsNoTime() {
    assertThat(after(30, 1_100, 1_000).percent()).hasValue(100);
    assertThat(after(30, 1_100, 1_000).remaining()).isEmpty();
  }

  @Test
  void theTimeIsUnknownBeforeAnyRowOrAnyTime() {
    assertThat(after(30, 0, 1_000).percent()).hasValue(0);
    assertThat(after(30, 0, 1_000).remaining()).isEmpty();
    assertThat(after(0, 10, 1_000).percent()).hasValue(1);
    assertThat(after(0, 10, 1_000).remaining()).isEmpty();
  }

  @Test
  void withoutAnExpectationBothAreUnknown() {
    RowsRead unknown = new RowsRead(5, OptionalLong.empty(), Duration.ofSeconds(1));
    assertThat(unknown.percent()).isEmpty();
    assertThat(unknown.remaining()).isEmpty();
    assertThat(after(1, 5, 0).percent()).isEmpty();
    assertThat(after(1, 5, 0).remaining()).isEmpty();
  }
}
