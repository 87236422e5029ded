package io.strandline.lsn;

import static io.strandline.lsn.Lsns.lsn;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.strandline.check.Property;
import java.math.BigInteger;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LsnTest {

  @Test
  void textAndBytesAreTheSameTenBytes() {
    Lsn lsn = Lsn.parse("0x0000002C000001A80003");

    assertThat(lsn.toBytes()).containsExactly(0, 0, 0, 0x2C, 0, 0, 0x01, 0xA8, 0, 3);
    assertThat(lsn).hasToString("0x0000002C000001A80003");
  }

  @Test
  void textAndBytesRoundTrip() {
    Property.forAll(
        Lsns::any,
        lsn -> {
          assertThat(Lsn.parse(lsn.toString())).isEqualTo(lsn).hasSameHashCodeAs(lsn);
          assertThat(Lsn.of(lsn.toBytes())).isEqualTo(lsn);
        });
  }

  @Test
  void orderIsThatOfUnsignedBytesAndOfTheText() {
    Property.forAllPairs(
        Lsns::any,
        (a, b) -> {
          int expected = Integer.signum(Arrays.compareUnsigned(a.toBytes(), b.toBytes()));
          assertThat(Integer.signum(a.compareTo(b))).isEqualTo(expected);
          assertThat(Integer.signum(a.toString().compareTo(b.toString()))).isEqualTo(expected);
          assertThat(a.isBefore(b)).isEqualTo(expected < 0);
          assertThat(a.isAfter(b)).isEqualTo(expected > 0);
          assertThat(a.equals(b)).isEqualTo(expected == 0);
          assertThat(Lsn.max(a, b)).isEqualTo(expected < 0 ? b : a);
          assertThat(Lsn.min(a, b)).isEqualTo(expected < 0 ? a : b);
        });
  }

  @Test
  void nextIsPlusOneAndPreviousMinusOneOverAllTenBytes() {
    Property.forAll(
        Lsns::any,
        lsn -> {
          if (!lsn.equals(Lsns.MAX)) {
            assertThat(number(lsn.next())).isEqualTo(number(lsn).add(BigInteger.ONE));
            assertThat(lsn.next().previous()).isEqualTo(lsn);
          }
          if (!lsn.isZero()) {
            assertThat(number(lsn.previous())).isEqualTo(number(lsn).subtract(BigInteger.ONE));
          }
        });
  }

  private static BigInteger number(Lsn lsn) {
    return new BigInteger(1, lsn.toBytes());
  }

  @Test
  void carriesFromTheLastTwoBytes() {
    assertThat(Lsn.parse("0x0000000000000000FFFF").next()).isEqualTo(lsn(0x10000));
    assertThat(lsn(0x10000).previous()).isEqualTo(Lsn.parse("0x0000000000000000FFFF"));
  }

  @Test
  void thereIsNothingBeyondTheEnds() {
    assertThatThrownBy(Lsns.MAX::next).isInstanceOf(ArithmeticException.class);
    assertThatThrownBy(Lsn.ZERO::previous).isInstanceOf(ArithmeticException.class);
    assertThat(Lsn.ZERO.isZero()).isTrue();
    assertThat(Lsn.ZERO.next().isZero()).isFalse();
  }

  @Test
  void isReadAtAPositionOfALargerBuffer() {
    byte[] buffer = new byte[30];
    System.arraycopy(lsn(0x1234).toBytes(), 0, buffer, 10, Lsn.BYTES);

    assertThat(Lsn.at(buffer, 10)).isEqualTo(lsn(0x1234));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "0x",
        "0x0000002c000001a80003",
        "0X0000002C000001A80003",
        "000000002C000001A80003",
        "0x0000002C000001A8000",
        "0x0000002C000001A800030",
        "0x0000002C000001A8000G",
        "0x+000002C000001A80003",
        " x0000002C000001A80003"
      })
  void otherTextsAreRefused(String text) {
    assertThatIllegalArgumentException().isThrownBy(() -> Lsn.parse(text));
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 9, 11})
  void otherLengthsAreRefused(int length) {
    assertThatIllegalArgumentException().isThrownBy(() -> Lsn.of(new byte[length]));
  }
}
