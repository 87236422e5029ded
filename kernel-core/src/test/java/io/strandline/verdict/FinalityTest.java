package io.strandline.verdict;

import static io.strandline.lsn.Lsns.lsn;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.strandline.error.InvalidOptionsException;
import io.strandline.lsn.Offset;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

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

  @ParameterizedTest
  @MethodSource("wrong")
  void aPeriodThatIsNoneIsRefused(Instant start, Instant end, String why) {
    for (Optional<ControlRow> row :
        List.of(Optional.<ControlRow>empty(), Optional.of(row(Optional.of(TEN))))) {
      assertThatThrownBy(() -> Finality.of(row, start, end))
          .isInstanceOfSatisfying(
              InvalidOptionsException.class,
              error -> assertThat(error.remedy()).contains("after its start"))
          .hasMessageContaining(why);
    }
  }

  static Stream<Arguments> wrong() {
    Instant first = Instant.parse("0001-01-01T00:00:00Z");
    Instant last = Instant.parse("9999-12-31T23:59:59.999999999Z");
    return Stream.of(
        Arguments.of(TEN, TEN, "ends at 2026-05-04T10:00:00Z, not after"),
        Arguments.of(TEN, SEVEN, "ends at 2026-05-04T07:00:00Z, not after"),
        Arguments.of(Instant.MIN, TEN, "years 0001 to 9999"),
        Arguments.of(SEVEN, Instant.MAX, "years 0001 to 9999"),
        Arguments.of(Instant.MAX, Instant.MIN, "years 0001 to 9999"),
        Arguments.of(first.minusNanos(1), TEN, "years 0001 to 9999"),
        Arguments.of(TEN, last.plusNanos(1), "years 0001 to 9999"));
  }

  @Test
  void everyPeriodOfTheFourDigitYearsIsOne() {
    Instant first = Instant.parse("0001-01-01T00:00:00Z");
    Instant last = Instant.parse("9999-12-31T23:59:59.999999999Z");
    assertThat(Finality.of(Optional.of(row(Optional.of(TEN))), first, last))
        .isEqualTo(Finality.OPEN);
    assertThat(Finality.of(Optional.of(row(Optional.of(TEN))), first, SEVEN))
        .isEqualTo(Finality.FINAL_WITH_GAP);
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
