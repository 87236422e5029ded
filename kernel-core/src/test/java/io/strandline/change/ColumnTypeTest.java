package io.strandline.change;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.strandline.change.ColumnType.Kind;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ColumnTypeTest {

  @ParameterizedTest
  @CsvSource({"0, 0", "39, 0", "10, -1", "10, 11", "-1, 0"})
  void aDecimalHasOneTo38DigitsOfWhichTheScaleIsAPart(int precision, int scale) {
    assertThatIllegalArgumentException().isThrownBy(() -> ColumnType.decimal(precision, scale));
  }

  @Test
  void onlyADecimalHasPrecisionAndScale() {
    assertThatIllegalArgumentException().isThrownBy(() -> new ColumnType(Kind.INT, 4, 0));
    assertThatIllegalArgumentException().isThrownBy(() -> ColumnType.of(Kind.DECIMAL));
  }

  @Test
  void eighteenDigitsFitALong() {
    assertThat(ColumnType.decimal(18, 4).isLongDecimal()).isTrue();
    assertThat(ColumnType.decimal(19, 4).isLongDecimal()).isFalse();
    assertThat(ColumnType.of(Kind.LONG).isLongDecimal()).isFalse();
  }

  @Test
  void readsLikeItsSqlName() {
    assertThat(ColumnType.decimal(5, 1)).hasToString("decimal(5,1)");
    assertThat(ColumnType.of(Kind.TIMESTAMP_NTZ)).hasToString("timestamp_ntz");
  }
}
