package io.strandline.checks.check;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.SQLException;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Each check passes on the stand-in. */
class ChecksTest {

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

  static List<String> names() {
    return Checks.names();
  }

  @ParameterizedTest
  @MethodSource("names")
  void passes(String name) throws SQLException {
    CheckResult result = lab.check(name);

    assertThat(result.outcome()).as(result.toString()).isInstanceOf(Outcome.Passed.class);
    assertThat(result.outcome().measures()).isNotEmpty();
  }
}
