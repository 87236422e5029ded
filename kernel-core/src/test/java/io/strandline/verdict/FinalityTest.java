package io.strandline.verdict;

import static io.strandline.lsn.Lsns.lsn;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.strandline.lsn.Offset;
import java.time.Instant;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FinalityTest {

  private static final Instant SEVEN = Instant.parse("2026-05-04T07:00:00Z");
  private static final Instant TEN = Instant.parse("2026-05-04T10:00:00Z");

  @ParameterizedTest
  @CsvSource({
    "09:00, 10:00, FINAL",
    "07:00, 08:00, FINAL",
    "06:59, 08:00, FINAL_WITH_GAP",
    "06:00, 07:00, FINAL_WITH_GAP",
    "09:00, 10:01, OPEN",
    "10:00, 11:00, OPEN",
    "06:00, 11:00, OPEN"
  })
  void aPeriodIsFinalWhenItsEndIsAtOrBeforeTheVerdict(String start, String end, Finality expected) {
    assertThat(Finality.of(Optional.of(row(Optional.of(TEN))), at(start), at(end)))
        .isEqualTo(expected);
  }

  @Test
  void withoutAVerdictEveryPeriodIsOpen() {
    assertThat(Finality.of(Optional.empty(), SEVEN, TEN)).isEqualTo(Finality.OPEN);
    assertThat(Finality.of(Optional.of(row(Optional.empty())), SEVEN, TEN))
        .isEqualTo(Finality.OPEN);
  }

  @Test
  void aPeriodEndsAfterItStarts() {
    assertThatIllegalArgumentException().isThrownBy(() -> Finality.of(Optional.empty(), TEN, TEN));
  }

  private static Instant at(String time) {
    return Instant.parse("2026-05-04T" + time + ":00Z");
  }

  private static ControlRow row(Optional<Instant> finalizedUntil) {
    return new ControlRow(
        "sales/orders",
        "id-1",
        "app",
        finalizedUntil,
        Granularity.HOUR,
        SEVEN,
        new Offset(lsn(100), TEN));
  }
}
