package io.strandline.verdict;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.strandline.check.Property;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class GranularityTest {

  @ParameterizedTest
  @CsvSource({
    "minute, 2026-03-29T01:59:59.997Z, 2026-03-29T01:59:00Z",
    "hour,   2026-03-29T01:59:59.997Z, 2026-03-29T01:00:00Z",
    "day,    2026-03-29T01:59:59.997Z, 2026-03-29T00:00:00Z",
    "hour,   2026-03-29T02:00:00Z,     2026-03-29T02:00:00Z",
    "hour,   1969-12-31T23:30:00Z,     1969-12-31T23:00:00Z"
  })
  void truncatesInUtc(String granularity, Instant commitTs, Instant expected) {
    assertThat(Granularity.parse(granularity).truncate(commitTs)).isEqualTo(expected);
  }

  @Test
  void aVerdictIsNeverAfterTheCommitTimeAndLessThanAPeriodBeforeIt() {
    Property.check(
        draw -> {
          Instant commitTs = Instant.ofEpochMilli(draw.between(-1L << 40, 1L << 42));
          Granularity granularity = draw.of(Granularity.values());
          Instant verdict = granularity.truncate(commitTs);

          assertThat(verdict).isBeforeOrEqualTo(commitTs);
          assertThat(Duration.between(verdict, commitTs)).isLessThan(length(granularity));
          assertThat(granularity.truncate(verdict)).isEqualTo(verdict);
        });
  }

  private static Duration length(Granularity granularity) {
    return switch (granularity) {
      case MINUTE -> Duration.ofMinutes(1);
      case HOUR -> Duration.ofHours(1);
      case DAY -> Duration.ofDays(1);
    };
  }

  @Test
  void namesRoundTrip() {
    for (Granularity granularity : Granularity.values()) {
      assertThat(Granularity.parse(granularity.text())).isEqualTo(granularity);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "HOUR", "hours", "week"})
  void otherNamesAreRefused(String text) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Granularity.parse(text))
        .withMessageContaining("'" + text + "'");
  }
}
