package io.strandline.option;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class OptionPageTest {

  private static final Path PAGE = Path.of("..", "docs", "reference", "options.md");

  @ParameterizedTest
  @EnumSource(Option.class)
  void thePageNamesEveryOptionWithItsDefault(Option option) throws IOException {
    String row =
        Files.readAllLines(PAGE).stream()
            .filter(line -> line.startsWith("| `") && line.contains("`" + option.javaName() + "`"))
            .findFirst()
            .orElse("");
    assertThat(row).as("the page has a row of %s", option.javaName()).isNotEmpty();
    option.defaultText().ifPresent(text -> assertThat(row).contains("`" + text + "`"));
  }
}
