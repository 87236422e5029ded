package io.strandline.checks.script;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ScriptReaderTest {

  private static List<SqlScript.Batch> read(String text) {
    return SqlScript.read(text, Map.of("name", "x")).batches();
  }

  private static List<String> texts(String text) {
    return read(text).stream().map(batch -> batch.sql().strip()).toList();
  }

  @Test
  void cutsAtGo() {
    assertThat(texts("SELECT 1\nGO\nSELECT 2\n  go  \nSELECT 3 -- last\r\nGo -- end\nSELECT 4"))
        .containsExactly("SELECT 1", "SELECT 2", "SELECT 3 -- last", "SELECT 4");
  }

  @Test
  void leavesOutEmptyBatches() {
    assertThat(texts("GO\n\nGO\nSELECT 1\nGO\n \nGO")).containsExactly("SELECT 1");
  }

  @Test
  void goTakesACount() {
    assertThat(read("SELECT 1\nGO 3\nSELECT 2"))
        .extracting(SqlScript.Batch::count)
        .containsExactly(3, 1);
  }

  @Test
  void goCountsNotInQuotesAndComments() {
    for (String around :
        List.of(
            "PRINT 'a\nGO\nb'",
            "PRINT 'it''s\nGO\n'",
            "SELECT 1 AS [a\nGO\n]]b]",
            "SELECT 1 AS \"a\nGO\n\"",
            "/* a /* b */\nGO\n*/ SELECT 1")) {
      assertThat(texts(around)).as(around).containsExactly(around);
    }
    assertThat(texts("-- it's\nGO\nSELECT 1")).containsExactly("-- it's", "SELECT 1");
    assertThat(texts("PRINT '-- /*'\nGO\nSELECT 1")).containsExactly("PRINT '-- /*'", "SELECT 1");
    assertThat(texts("GOTO label\nGO")).containsExactly("GOTO label");
  }

  @Test
  void tellsTheLinesOfBatches() {
    assertThat(read(":setvar a b\nSELECT 1\nGO\n\nSELECT 2\nGO"))
        .extracting(SqlScript.Batch::line)
        .containsExactly(2, 4);
  }

  @Test
  void replacesVariablesInCodeAndQuotesOnly() {
    assertThat(texts("SELECT '$(name)', [$(NAME)], \"$(Name)\", $(name) -- $(none) /* */"))
        .containsExactly("SELECT 'x', [x], \"x\", x -- $(none) /* */");
    assertThat(texts("/* $(none) */ SELECT N'$' + N'(name)'"))
        .containsExactly("/* $(none) */ SELECT N'$' + N'(name)'");
  }

  @Test
  void setvarGoesBeforeWhatIsGiven() {
    assertThat(
            texts(
                "SELECT '$(name)'\nGO\n:setvar Name \"say \"\"y\"\" z\"\nSELECT '$(name)'\nGO\n"
                    + ":setvar name plain\nSELECT '$(name)'"))
        .containsExactly("SELECT 'x'", "SELECT 'say \"y\" z'", "SELECT 'plain'");
  }

  @Test
  void anUndefinedVariableIsAnErrorBeforeAnythingRuns() {
    assertThatThrownBy(() -> read("SELECT 1\nGO\nSELECT '$(other)'"))
        .isInstanceOf(ScriptException.class)
        .hasMessage("line 3: scripting variable 'other' is not defined");
    assertThatThrownBy(() -> read(":setvar name\nSELECT '$(name)'"))
        .hasMessageContaining("'name' is not defined");
  }

  @Test
  void onErrorHoldsFromItsLineOn() {
    assertThat(read("SELECT 1\nGO\n:on error exit\nSELECT 2\nGO\n:On Error Ignore\nSELECT 3"))
        .extracting(SqlScript.Batch::stopOnError)
        .containsExactly(false, true, false);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {":r other.sql", "!!dir", ":connect x", ":on error retry", "GO 0", "GO;", "GO 1 2"})
  void refusesWhatItDoesNotKnow(String line) {
    assertThatThrownBy(() -> read("SELECT 1\n" + line))
        .isInstanceOf(ScriptException.class)
        .hasMessageStartingWith("line 2: ");
  }

  @Test
  void refusesAnOpenQuote() {
    assertThatThrownBy(() -> read("PRINT 'a\nGO\n")).hasMessageContaining("is not closed");
  }
}
