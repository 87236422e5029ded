package io.strandline.checks.script;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

class ScriptRunnerTest {

  private static Scripts scripts;

  @BeforeAll
  static void start() {
    scripts = new Scripts();
  }

  @AfterAll
  static void stop() throws SQLException {
    scripts.close();
  }

  private static ScriptOutcome run(String text) throws SQLException {
    return new ScriptRunner(scripts.sa).run(SqlScript.read(text, Map.of()));
  }

  @Test
  void keepsMessagesAndRowsInTheirOrder() throws SQLException {
    ScriptOutcome outcome =
        run("PRINT 'a'; SELECT 1 AS one, NULL AS none; PRINT 'b'; SELECT 2 AS two;\nGO\nPRINT 'c'");
    assertThat(outcome.messages()).containsExactly("a", "b", "c");
    assertThat(outcome.results())
        .containsExactly(
            new ScriptOutcome.Result(List.of("one", "none"), List.of(List.of("1", "NULL"))),
            new ScriptOutcome.Result(List.of("two"), List.of(List.of("2"))));
    assertThat(outcome.errors()).isEmpty();
  }

  @Test
  void goesOnAfterAnErrorUnlessToldToStop() throws SQLException {
    String failing = "SELECT 1 / 0;\nPRINT 'same batch';\nGO\nPRINT 'next batch';";
    assertThat(run(failing).messages()).contains("same batch", "next batch");
    ScriptOutcome stopped = run(":on error exit\n" + failing);
    assertThat(stopped.messages()).contains("same batch").doesNotContain("next batch");
    assertThat(stopped.errors())
        .singleElement()
        .asString()
        .startsWith("batch of line 2: error 8134:");
  }

  @Test
  void runsABatchAsOftenAsGoSays() throws SQLException {
    assertThat(run("PRINT 'x'\nGO 3").messages()).containsExactly("x", "x", "x");
  }

  @Test
  void leavesBracesAndQuestionMarksAlone() throws SQLException {
    assertThat(run("SELECT '{fn x} ?' AS [?]").results().get(0).rows())
        .containsExactly(List.of("{fn x} ?"));
  }
}
