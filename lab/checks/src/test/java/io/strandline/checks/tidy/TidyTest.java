package io.strandline.checks.tidy;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiFunction;
import java.util.function.Predicate;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Holds every source file against the rules of CONTRIBUTING.md. */
class TidyTest {

  private static final List<Path> JAVA = Repository.files(".java");

  @BeforeAll
  static void load() {
    SourceFile.load(JAVA);
  }

  @Test
  void filesAreShort() {
    List<Path> sources = new ArrayList<>(JAVA);
    sources.addAll(Repository.files(".py"));
    assertThat(sources).hasSizeGreaterThan(100);
    assertThat(sources.stream().map(TidyRules::length).flatMap(List::stream)).isEmpty();
  }

  @Test
  void methodsAreShort() {
    assertThat(broken(file -> true, TidyRules::methodLengths)).isEmpty();
  }

  @Test
  void surefireRunsEveryTest() {
    assertThat(broken(TidyTest::isTest, TidyRules::testName)).isEmpty();
  }

  @Test
  void namesSaySomething() {
    assertThat(JAVA.stream().map(TidyRules::className).flatMap(List::stream)).isEmpty();
  }

  @Test
  void nothingIsLeftOver() {
    Predicate<Path> rules =
        file -> file.endsWith("TidyRules.java") || file.endsWith("TidyRulesTest.java");
    assertThat(JAVA.stream().filter(rules.negate()).map(TidyRules::leftovers).flatMap(List::stream))
        .isEmpty();
  }

  @Test
  void onlyTheCommandLineWritesToTheConsole() {
    Predicate<Path> allowed =
        file -> file.toString().contains("/cli/") || file.endsWith("lab/objects/ServerMain.java");
    assertThat(broken(productive(allowed), TidyRules::console)).isEmpty();
  }

  @Test
  void clocksAreReadOnlyWhereThePartsArePutTogether() {
    Predicate<Path> roots =
        file ->
            file.endsWith("stream/Strandline.java")
                || file.endsWith("gateway/Gateway.java")
                || file.toString().contains("/lab/checks/src/main/")
                || file.endsWith("lab/Lab.java");
    assertThat(broken(productive(roots), TidyRules::clocks)).isEmpty();
  }

  @Test
  void sqlIsOnlyInTheSqlServerPackage() {
    Predicate<Path> allowed =
        file -> file.toString().contains("/sqlserver/") || file.toString().contains("/lab/");
    assertThat(broken(productive(allowed), TidyRules::sql)).isEmpty();
  }

  @Test
  void everyPackageSaysWhatItIsFor() {
    assertThat(JAVA.stream().filter(productive(file -> false)).map(Path::getParent).distinct())
        .allSatisfy(folder -> assertThat(folder.resolve("package-info.java")).exists());
  }

  @Test
  void noTrackedFileIsLarge() {
    assertThat(Repository.files(""))
        .allSatisfy(file -> assertThat(Files.size(file)).isLessThan(1_000_000));
  }

  private static List<String> broken(
      Predicate<Path> where, BiFunction<Path, SourceFile, List<String>> rule) {
    return JAVA.stream()
        .filter(where)
        .flatMap(file -> rule.apply(file, SourceFile.of(file)).stream())
        .toList();
  }

  private static Predicate<Path> productive(Predicate<Path> exempt) {
    return file -> file.toString().contains("/src/main/") && !exempt.test(file);
  }

  private static boolean isTest(Path file) {
    return file.toString().contains("/src/test/");
  }
}
