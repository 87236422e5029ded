package io.strandline.checks.tidy;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** The rules of CONTRIBUTING.md that a program can check; each returns what breaks it. */
final class TidyRules {

  static final int MAX_FILE_LINES = 400;
  static final int MAX_METHOD_LINES = 70;

  private static final Pattern SQL =
      Pattern.compile("\\b(SELECT|INSERT INTO|DELETE FROM|EXEC|DECLARE @)\\b.*", Pattern.DOTALL);
  private static final Pattern LEFTOVER = Pattern.compile("\\b(TODO|FIXME|XXX|HACK)\\b");
  private static final Pattern SHAPELESS = Pattern.compile(".*(Utils?|Helpers?|Impl|Manager)");
  private static final List<String> CLOCKS =
      List.of(
          "Instant.now",
          "LocalDateTime.now",
          "LocalDate.now",
          "ZonedDateTime.now",
          "OffsetDateTime.now",
          "System.currentTimeMillis",
          "Clock.systemUTC",
          "Clock.systemDefaultZone",
          "InstantSource.system");
  private static final List<String> CONSOLES =
      List.of("System.out", "System.err", "printStackTrace");

  private TidyRules() {}

  static List<String> length(Path file) {
    int lines = SourceFile.lines(file).size();
    return lines > MAX_FILE_LINES ? List.of(file + " has " + lines + " lines") : List.of();
  }

  static List<String> methodLengths(Path file, SourceFile source) {
    return source.methods().stream()
        .filter(method -> method.lines() > MAX_METHOD_LINES)
        .map(method -> file + ": " + method.name() + " has " + method.lines() + " lines")
        .toList();
  }

  /** Surefire runs only some class names and is silent about the others. */
  static List<String> testName(Path file, SourceFile source) {
    boolean runs = name(file).endsWith("Test") || name(file).endsWith("Tests");
    return source.isRunnableTest() && !runs
        ? List.of(file + " has tests that Surefire does not run: name it …Test")
        : List.of();
  }

  static List<String> className(Path file) {
    return SHAPELESS.matcher(name(file)).matches()
        ? List.of(file + " has a name that says nothing")
        : List.of();
  }

  static List<String> leftovers(Path file) {
    List<String> found = new ArrayList<>();
    for (String line : SourceFile.lines(file)) {
      if (LEFTOVER.matcher(line).find()) {
        found.add(file + ": " + line.strip());
      }
    }
    return found;
  }

  static List<String> console(Path file, SourceFile source) {
    return calls(file, source, CONSOLES);
  }

  static List<String> clocks(Path file, SourceFile source) {
    return calls(file, source, CLOCKS);
  }

  static List<String> sql(Path file, SourceFile source) {
    return source.texts().stream()
        .filter(text -> SQL.matcher(text).matches())
        .map(text -> file + " holds SQL: " + text)
        .toList();
  }

  private static List<String> calls(Path file, SourceFile source, List<String> banned) {
    return source.calls().stream()
        .filter(call -> banned.stream().anyMatch(name -> isCallOf(call, name)))
        .map(call -> file + " calls " + call)
        .collect(Collectors.toCollection(ArrayList::new));
  }

  private static boolean isCallOf(String call, String name) {
    return call.equals(name) || call.endsWith("." + name);
  }

  private static String name(Path file) {
    return file.getFileName().toString().replace(".java", "");
  }
}
