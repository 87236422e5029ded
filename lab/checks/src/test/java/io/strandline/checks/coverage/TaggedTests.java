package io.strandline.checks.coverage;

import io.strandline.checks.tidy.Repository;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The tests that name items of the lists, by JUnit's {@code @Tag} or pytest's mark {@code fact}.
 */
final class TaggedTests {

  private static final Pattern ID = Pattern.compile("[A-Z]\\d+(?:\\.\\d+)*");
  private static final Pattern JAVA_TAG = Pattern.compile("@Tag\\(\"([^\"]+)\"\\)");
  private static final Pattern JAVA_OWNER = Pattern.compile("\\bvoid (\\w+)\\(|\\bclass (\\w+)");
  private static final Pattern PYTHON_TAG = Pattern.compile("^@pytest\\.mark\\.fact\\((.*)\\)");
  private static final Pattern PYTHON_OWNER = Pattern.compile("^def (test_\\w+)\\(");

  private final TreeMap<String, Set<String>> testsById = new TreeMap<>();

  static TaggedTests ofTheRepository() {
    TaggedTests tests = new TaggedTests();
    for (Path file : Repository.files("Test.java")) {
      tests.scan(file, JAVA_TAG, JAVA_OWNER);
    }
    for (Path file : Repository.files(".py")) {
      tests.scan(file, PYTHON_TAG, PYTHON_OWNER);
    }
    return tests;
  }

  /** The names of the tests of an item, in order; empty if there is none. */
  Set<String> of(String id) {
    return testsById.getOrDefault(id, Set.of());
  }

  /** Every id that a test names. */
  Set<String> ids() {
    return testsById.keySet();
  }

  private void scan(Path file, Pattern tag, Pattern owner) {
    try {
      scan(file.getFileName().toString(), Files.readAllLines(file), tag, owner);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void scan(String file, List<String> lines, Pattern tag, Pattern owner) {
    List<String> pending = new ArrayList<>();
    for (String line : lines) {
      Matcher tags = tag.matcher(line);
      while (tags.find()) {
        ID.matcher(tags.group(1)).results().forEach(id -> pending.add(id.group()));
      }
      Matcher owned = owner.matcher(line);
      if (!pending.isEmpty() && owned.find()) {
        String name = owned.group(1);
        String test = name == null ? testClass(file) : testClass(file) + "." + name;
        pending.forEach(id -> testsById.computeIfAbsent(id, key -> new TreeSet<>()).add(test));
        pending.clear();
      }
    }
  }

  private static String testClass(String file) {
    return file.substring(0, file.lastIndexOf('.'));
  }
}
