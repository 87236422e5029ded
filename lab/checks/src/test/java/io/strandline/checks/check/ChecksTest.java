package io.strandline.checks.check;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.SQLException;
import java.util.Arrays;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Each check passes on the stand-in. */
final class ChecksTest extends EveryCheckTest {

  private static CheckLab lab;

  @BeforeAll
  static void start() {
    lab = CheckLab.start(CheckLab.CONFIG);
  }

  @AfterAll
  static void end() throws SQLException {
    assertThat(lab.databases()).noneMatch(name -> name.startsWith(Sandbox.PREFIX));
    lab.close();
  }

  @Override
  void passes(String name) throws SQLException {
    CheckResult result = lab.check(name);

    assertThat(result.outcome()).as(result.toString()).isInstanceOf(Outcome.Passed.class);
    assertThat(result.outcome().measures()).isNotEmpty();
  }

  @Test
  void everyCheckHasItsTest() {
    assertThat(
            Arrays.stream(EveryCheckTest.class.getDeclaredMethods())
                .filter(method -> method.isAnnotationPresent(Test.class))
                .map(method -> method.getName().replaceAll("([A-Z])", "-$1").toLowerCase()))
        .containsExactlyInAnyOrderElementsOf(Checks.names());
  }
}
