package io.strandline.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.strandline.report.RowsRead;
import java.time.Duration;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

/** Rows, percent and the time that is left. */
final class TerminalProgressTest {

  private static String after(int seconds, long read, long expected) {
    OptionalLong all = expected < 0 ? OptionalLong.empty() : OptionalLong.of(expected);
    return TerminalProgress.text(new RowsRead(read, all, Duration.ofSeconds(seconds))).strip();
  }

  @Test
  void tellsRowsPercentAndTheTimeLeft() {
    assertThat(after(30, 250_000, 1_000_000))
        .isEqualTo("read 250,000 of 1,000,000 rows (25 %), about 90 s left");
    assertThat(after(30, 0, 1_000)).isEqualTo("read 0 of 1,000 rows (0 %)");
  }

  @Test
  void anEstimateThatWasTooLowIsAllOfIt() {
    assertThat(after(30, 1_100, 1_000)).isEqualTo("read 1,100 of 1,000 rows (100 %)");
  }

  @Test
  void withoutAnEstimateThereAreRowsAlone() {
    assertThat(after(30, 1_100, -1)).isEqualTo("read 1,100 rows");
  }
}
