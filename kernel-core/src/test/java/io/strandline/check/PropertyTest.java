package io.strandline.check;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class PropertyTest {

  @Test
  void theSameSeedDrawsTheSameValues() {
    Property.check(
        draw -> {
          long seed = draw.anyLong();
          assertThat(drawn(new Draw(seed))).isEqualTo(drawn(new Draw(seed)));
        });
  }

  private static List<Object> drawn(Draw draw) {
    List<Object> values = new ArrayList<>();
    values.add(draw.between(1, 6));
    values.add(draw.of("a", "b", "c"));
    values.add(draw.split().anyLong());
    values.add(draw.list(5, d -> d.between(-1L, 1L)));
    return values;
  }

  @Test
  void aBrokenStatementNamesItsSeedAndValue() {
    assertThatThrownBy(
            () -> Property.forAll(draw -> "seven", value -> assertThat(value).isEqualTo("eight")))
        .isInstanceOf(AssertionError.class)
        .hasMessageContaining("-Dstrandline.case=0")
        .hasMessageContaining("for seven");
  }
}
