package io.strandline.checks.tidy;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Each rule finds what it is for. */
class TidyRulesTest {

  @TempDir Path folder;

  @Test
  void findsATestThatSurefireSkips() throws IOException {
    Path file = write("Checks.java", "class Checks { @Test void works() {} }");
    assertThat(TidyRules.testName(file, SourceFile.of(file))).hasSize(1);
    Path contract = write("Contract.java", "abstract class Contract { @Test void works() {} }");
    assertThat(TidyRules.testName(contract, SourceFile.of(contract))).isEmpty();
    Path named = write("NamedTest.java", "class NamedTest { @Test void works() {} }");
    assertThat(TidyRules.testName(named, SourceFile.of(named))).isEmpty();
  }

  @Test
  void findsALongFileAndALongMethod() throws IOException {
    String body = "\n".repeat(TidyRules.MAX_METHOD_LINES);
    Path method = write("Long.java", "class Long { void run() {" + body + "} }");
    assertThat(TidyRules.methodLengths(method, SourceFile.of(method))).hasSize(1);
    Path file = write("Longer.java", "class Longer {" + "\n".repeat(401) + "}");
    assertThat(TidyRules.length(file)).hasSize(1);
  }

  @Test
  void findsConsolesClocksAndSql() throws IOException {
    Path file =
        write(
            "Loud.java",
            "class Loud { void run() { System.out.println(java.time.Instant.now());"
                + " String sql = \"SELECT 1\"; } }");
    SourceFile source = SourceFile.of(file);
    assertThat(TidyRules.console(file, source)).isNotEmpty();
    assertThat(TidyRules.clocks(file, source)).isNotEmpty();
    assertThat(TidyRules.sql(file, source)).hasSize(1);
  }

  @Test
  void findsShapelessNamesAndLeftovers() throws IOException {
    Path file = write("LsnUtils.java", "// TODO later\nclass LsnUtils {}");
    assertThat(TidyRules.className(file)).hasSize(1);
    assertThat(TidyRules.leftovers(file)).hasSize(1);
  }

  private Path write(String name, String text) throws IOException {
    return Files.writeString(folder.resolve(name), text);
  }
}
