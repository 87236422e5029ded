package io.strandline.plan;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class LeftOutTest {

  @Test
  void whatWasLeftOutBeforeIsNoChange() {
    assertThat(new LeftOut(List.of("a", "b"), List.of("a", "b")).isChanged()).isFalse();
    assertThat(new LeftOut(List.of("a"), List.of("a", "b")).isChanged()).isTrue();
    assertThat(new LeftOut(List.of("a"), List.of("a", "b")).isMore()).isFalse();
    assertThat(new LeftOut(List.of("a", "b"), List.of("a")).isMore()).isTrue();
    assertThat(LeftOut.NONE.isChanged()).isFalse();
  }

  /** A state has little room; what it keeps still tells one long list from another. */
  @Test
  void aLongListIsKeptShort() {
    List<String> columns = IntStream.range(0, 1000).mapToObj(i -> "column_" + i).toList();
    List<String> others = IntStream.range(1, 1001).mapToObj(i -> "column_" + i).toList();
    List<String> ends = IntStream.range(0, 1001).mapToObj(i -> "column_" + i).toList();

    List<String> kept = new LeftOut(columns, List.of()).kept();

    assertThat(String.join("", kept)).hasSizeLessThan(600);
    assertThat(new LeftOut(columns, kept).isChanged()).isFalse();
    assertThat(new LeftOut(others, kept).isChanged()).isTrue();
    assertThat(new LeftOut(ends, kept).isMore()).isTrue();
  }
}
