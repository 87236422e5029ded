package io.strandline.checks.conformance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** The script is read as written, and an answer that departs from it is found. */
class ScriptTest {

  private static final String TEXT =
      """
      # A comment.

      == core: one of each
      @ session: b
      @ within: 5
      ? int 7
      SELECT @p1 AS a,
        N'x' AS [b c]
      -> columns: a int not null | "b c" nvarchar(1)
      -> row: 7 | &{captured}
      -> count: 3
      -> message: 0 hello
      -> error: 8134 16 * Divide by zero*
      """;

  private static Step step() {
    return Script.parse("theme", TEXT).steps().get(0);
  }

  private static Answer answer(String value, long count, int error) {
    return new Answer(
        List.of(
            new Answer.Result(
                List.of(
                    new Answer.Column("a", "int", false),
                    new Answer.Column("b c", "nvarchar(1)", true)),
                List.of(List.of(value, "x")))),
        List.of(count),
        List.of(new Answer.Message(5701, "else"), new Answer.Message(0, "hello")),
        error == 0
            ? Optional.empty()
            : Optional.of(new Answer.Failure(error, 16, 1, "Divide by zero error.")));
  }

  @Test
  void readsAStep() {
    Step step = step();
    assertThat(step.title()).isEqualTo("one of each");
    assertThat(step.core()).isTrue();
    assertThat(step.session()).isEqualTo("b");
    assertThat(step.within()).hasSeconds(5);
    assertThat(step.parameters()).containsExactly(new Step.Parameter("int", "7"));
    assertThat(step.sql()).isEqualTo("SELECT @p1 AS a,\n  N'x' AS [b c]");
    assertThat(step.expected().results().get(0).columns())
        .containsExactly(
            new Expected.Column("a", Optional.of("int"), Optional.of(false)),
            new Expected.Column("b c", Optional.of("nvarchar(1)"), Optional.empty()));
  }

  @Test
  void bindsWhatACellCaptures() {
    Bindings bindings = new Bindings(Map.of());
    assertThat(Comparison.differences(step().expected(), answer("7", 3, 8134), bindings)).isEmpty();
    assertThat(bindings.expand("&{captured}&{repeat ab 2}")).isEqualTo("xabab");
  }

  @Test
  void findsEveryDifference() {
    Expected expected = step().expected();
    assertThat(differences(expected, answer("8", 3, 8134)))
        .singleElement()
        .asString()
        .contains("a");
    assertThat(differences(expected, answer("7", 3, 208)))
        .singleElement()
        .asString()
        .contains("208");
    assertThat(differences(expected, answer("7", 3, 0))).isNotEmpty();
    Expected counted = new Expected(List.of(), List.of(2L), List.of(), Optional.empty());
    Answer three = new Answer(List.of(), List.of(3L), List.of(), Optional.empty());
    assertThat(differences(counted, three)).singleElement().asString().contains("[3]");
    Expected silent = new Expected(List.of(), List.of(), List.of(), Optional.empty());
    assertThat(differences(silent, answer("7", 0, 0))).singleElement().asString().contains("1 res");
  }

  private static List<String> differences(Expected expected, Answer answer) {
    return Comparison.differences(expected, answer, new Bindings(Map.of()));
  }

  @Test
  void namesALineThatSaysNothing() {
    assertThatThrownBy(() -> Script.parse("theme", "== core: x\n-> nothing: y"))
        .hasMessageContaining("theme.txt:2");
    assertThatThrownBy(() -> Script.parse("theme", "== most: x"))
        .hasMessageContaining("theme.txt:1");
  }

  @Test
  void everyThemeHasSteps() {
    Script script = Script.load();
    assertThat(script.themes()).allSatisfy(theme -> assertThat(theme.steps()).isNotEmpty());
    assertThat(script.coreSteps()).isGreaterThan(300);
  }
}
