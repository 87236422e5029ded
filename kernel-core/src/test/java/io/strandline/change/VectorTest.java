package io.strandline.change;

import static io.strandline.lsn.Lsns.lsn;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.strandline.check.Draw;
import io.strandline.check.Property;
import io.strandline.lsn.Lsns;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

class VectorTest {

  @Test
  void intsComeBackAsAdded() {
    check(
        draw -> (int) draw.anyLong(),
        values -> {
          IntVector.Builder builder = new IntVector.Builder(2);
          add(values, builder::add, builder::addNull);
          IntVector vector = builder.build();
          verify(values, vector, (row, value) -> assertThat(vector.get(row)).isEqualTo(value));
        });
  }

  @Test
  void longsComeBackAsAdded() {
    check(
        Draw::anyLong,
        values -> {
          LongVector.Builder builder = new LongVector.Builder(0);
          add(values, builder::add, builder::addNull);
          LongVector vector = builder.build();
          verify(values, vector, (row, value) -> assertThat(vector.get(row)).isEqualTo(value));
        });
  }

  @Test
  void doublesComeBackBitForBit() {
    check(
        draw -> draw.of(0.0, -0.0, Double.MIN_VALUE, Double.longBitsToDouble(draw.anyLong())),
        values -> {
          DoubleVector.Builder builder = new DoubleVector.Builder(1);
          add(values, builder::add, builder::addNull);
          DoubleVector vector = builder.build();
          verify(
              values,
              vector,
              (row, value) ->
                  assertThat(Double.doubleToRawLongBits(vector.get(row)))
                      .isEqualTo(Double.doubleToRawLongBits(value)));
        });
  }

  @Test
  void bytesComeBackAsAddedEmptyOnesToo() {
    check(
        draw -> draw.bytes(draw.between(0, 50)),
        values -> {
          BytesVector.Builder builder = new BytesVector.Builder(0);
          add(values, builder::add, builder::addNull);
          BytesVector vector = builder.build();
          verify(
              values,
              vector,
              (row, value) -> {
                assertThat(vector.get(row)).isEqualTo(value);
                assertThat(vector.length(row)).isEqualTo(value.length);
              });
        });
  }

  @Test
  void textsAreUtf8AndRowsCompare() {
    BytesVector vector =
        new BytesVector.Builder(1).add("Situação").add("\uD83C\uDF0A").add("Situação").build();

    assertThat(vector.text(0)).isEqualTo("Situação");
    assertThat(vector.length(0)).isEqualTo(10);
    assertThat(vector.text(1)).isEqualTo("\uD83C\uDF0A");
    assertThat(vector.sameAs(0, 2)).isTrue();
    assertThat(vector.sameAs(0, 1)).isFalse();
  }

  @Test
  void lsnsHaveTenBytes() {
    BytesVector vector = new BytesVector.Builder(2).add(lsn(7).toBytes()).add(new byte[9]).build();

    assertThat(vector.lsn(0)).isEqualTo(lsn(7));
    assertThatIllegalStateException().isThrownBy(() -> vector.lsn(1));
  }

  @Test
  void aBatchHasOneValueARowAndColumn() {
    BytesVector lsns = new BytesVector.Builder(1).add(Lsns.MAX.toBytes()).build();
    IntVector one = new IntVector.Builder(1).add(2).build();
    IntVector two = new IntVector.Builder(2).add(2).add(2).build();
    LongVector local = new LongVector.Builder(1).add(0).build();

    assertThat(new ChangeBatch(1, lsns, lsns, one, one, local, List.of(one)).captured())
        .containsExactly(one);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new ChangeBatch(1, lsns, lsns, two, one, local, List.of()));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new ChangeBatch(1, lsns, lsns, one, one, local, List.of(two)));
    assertThatIllegalArgumentException()
        .isThrownBy(
            () ->
                new BronzeRows(
                    new ChangeBatch(1, lsns, lsns, one, one, local, List.of()),
                    new LongVector.Builder(0).build()));
  }

  /** Runs a check on lists in which an empty list stands for NULL. */
  private static <T> void check(
      Function<Draw, T> value, java.util.function.Consumer<List<List<T>>> statement) {
    Property.check(
        draw ->
            statement.accept(
                draw.list(40, d -> d.perMille(200) ? List.of() : List.of(value.apply(d)))));
  }

  private static <T> void add(
      List<List<T>> values, java.util.function.Consumer<T> add, Runnable addNull) {
    for (List<T> value : values) {
      if (value.isEmpty()) {
        addNull.run();
      } else {
        add.accept(value.get(0));
      }
    }
  }

  private static <T> void verify(
      List<List<T>> values, Vector vector, BiConsumer<Integer, T> verifyValue) {
    assertThat(vector.size()).isEqualTo(values.size());
    for (int row = 0; row < values.size(); row++) {
      assertThat(vector.isNull(row)).isEqualTo(values.get(row).isEmpty());
      if (!vector.isNull(row)) {
        verifyValue.accept(row, values.get(row).get(0));
      }
    }
  }
}
