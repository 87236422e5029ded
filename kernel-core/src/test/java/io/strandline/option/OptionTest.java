package io.strandline.option;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class OptionTest {

  @Test
  void anOptionHasOneNameInFourForms() {
    assertThat(Option.MAX_ROWS_PER_BATCH.javaName()).isEqualTo("maxRowsPerBatch");
    assertThat(Option.MAX_ROWS_PER_BATCH.cliName()).isEqualTo("--max-rows-per-batch");
    assertThat(Option.MAX_ROWS_PER_BATCH.jsonName()).isEqualTo("max_rows_per_batch");
    assertThat(Option.URL.javaName()).isEqualTo("url");
  }

  @Test
  void noTwoOptionsShareAName() {
    assertThat(Arrays.stream(Option.values()).map(Option::javaName)).doesNotHaveDuplicates();
  }

  @ParameterizedTest
  @EnumSource
  void aDescriptionIsOneLineWithoutAFullStop(Option option) {
    assertThat(option.description()).isNotBlank().doesNotContain("\n").doesNotEndWith(".");
  }
}
