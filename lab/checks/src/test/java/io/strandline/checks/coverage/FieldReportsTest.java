package io.strandline.checks.coverage;

import static org.assertj.core.api.Assertions.assertThat;

import io.strandline.checks.tidy.Repository;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/**
 * Mistakes that users of other tools have met, by number: each that ingestion or the gateway could
 * make as well has a test with the number in its name, such as {@code b05…} or {@code test_b29_…}.
 */
final class FieldReportsTest {

  /** Numbers without an entry, and 37, whose rows never reach a change table (documented). */
  private static final Set<Integer> NONE = Set.of(2, 12, 16, 19, 22, 28, 33, 37, 44, 50);

  /** The last number of ingestion. */
  private static final int LAST_OF_INGESTION = 49;

  private static final Set<Integer> OF_THE_GATEWAY = Set.of(51, 52, 53, 54, 56, 57);

  private static final Set<Integer> OF_THE_ORCHESTRATORS = Set.of(58, 59, 61, 63, 64);

  private static final Set<Integer> OF_THE_CONNECTION = Set.of(65, 66, 67, 68);

  private static final Pattern TEST =
      Pattern.compile("\\bvoid ((?:b\\d{2})+)\\w*\\(|\\bdef test_((?:b\\d{2}_)+)");
  private static final Pattern NUMBER = Pattern.compile("b(\\d{2})");

  @Test
  void everyReportHasATest() throws IOException {
    Set<Integer> expected = new TreeSet<>(OF_THE_CONNECTION);
    expected.addAll(OF_THE_GATEWAY);
    expected.addAll(OF_THE_ORCHESTRATORS);
    IntStream.rangeClosed(1, LAST_OF_INGESTION)
        .filter(number -> !NONE.contains(number))
        .forEach(expected::add);
    Set<Integer> found = new TreeSet<>();
    for (String ending : Set.of("Test.java", "Contract.java", ".py")) {
      for (Path file : Repository.files(ending)) {
        addNumbers(Files.readString(file), found);
      }
    }
    assertThat(found).as("tests that name a report").containsAll(expected);
  }

  private static void addNumbers(String source, Set<Integer> found) {
    Matcher test = TEST.matcher(source.toLowerCase(Locale.ROOT));
    while (test.find()) {
      String name = test.group(1) == null ? test.group(2) : test.group(1);
      Matcher number = NUMBER.matcher(name);
      while (number.find()) {
        found.add(Integer.valueOf(number.group(1)));
      }
    }
  }
}
