package io.strandline.delta.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import io.delta.kernel.expressions.Column;
import io.delta.kernel.expressions.Literal;
import io.delta.kernel.statistics.DataFileStatistics;
import io.delta.kernel.types.StringType;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class BoundsTest {

  private static final Column COLUMN = new Column("c");
  private static final String WAVE = "\uD83C\uDF0A";

  private static DataFileStatistics shortened(Literal smallest, Literal largest) {
    DataFileStatistics statistics =
        new DataFileStatistics(
            3,
            Map.of(COLUMN, smallest),
            Map.of(COLUMN, largest),
            Map.of(COLUMN, 1L),
            Optional.empty());
    return new Bounds(32).shortened(statistics);
  }

  @Test
  void shortTextsStay() {
    DataFileStatistics bounds = shortened(Literal.ofString("a"), Literal.ofString("b".repeat(32)));

    assertThat(bounds.getMinValues().get(COLUMN).getValue()).isEqualTo("a");
    assertThat(bounds.getMaxValues().get(COLUMN).getValue()).isEqualTo("b".repeat(32));
    assertThat(bounds.getNumRecords()).isEqualTo(3);
    assertThat(bounds.getNullCount()).containsEntry(COLUMN, 1L);
  }

  @Test
  void longTextsAreCutBelowAndAboveBetweenCodePoints() {
    String text = WAVE.repeat(40);

    DataFileStatistics bounds = shortened(Literal.ofString(text), Literal.ofString(text));

    assertThat(bounds.getMinValues().get(COLUMN).getValue()).isEqualTo(WAVE.repeat(32));
    assertThat(bounds.getMaxValues().get(COLUMN).getValue())
        .isEqualTo(WAVE.repeat(32) + "\uDBFF\uDFFF");
  }

  @Test
  void timestampsAreRoundedUpToWhatTheLogHolds() {
    DataFileStatistics bounds = shortened(Literal.ofTimestamp(1), Literal.ofTimestamp(1_001));
    assertThat(bounds.getMinValues().get(COLUMN).getValue()).isEqualTo(1L);
    assertThat(bounds.getMaxValues().get(COLUMN).getValue()).isEqualTo(2_000L);

    DataFileStatistics whole =
        shortened(Literal.ofTimestampNtz(-2_000), Literal.ofTimestampNtz(-2_000));
    assertThat(whole.getMaxValues().get(COLUMN).getValue()).isEqualTo(-2_000L);
    DataFileStatistics before = shortened(Literal.ofTimestamp(-1_999), Literal.ofTimestamp(-1_999));
    assertThat(before.getMaxValues().get(COLUMN).getValue()).isEqualTo(-1_000L);
  }

  @Test
  void theLastInstantHasNoUpperBound() {
    long last = 253_402_300_799_999_999L;

    assertThat(shortened(Literal.ofTimestamp(last), Literal.ofTimestamp(last)).getMaxValues())
        .isEmpty();
  }

  @Test
  void columnsOfNullsStay() {
    Literal none = Literal.ofNull(StringType.STRING);

    assertThat(shortened(none, none).getMaxValues()).containsEntry(COLUMN, none);
  }
}
