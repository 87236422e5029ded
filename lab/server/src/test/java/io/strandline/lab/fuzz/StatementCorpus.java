package io.strandline.lab.fuzz;

import java.io.IOException;
import java.io.InputStream;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;

/** Statements to damage: the conformance tests', the product's and the scripts for the DBA. */
final class StatementCorpus {

  private static final Path SCRIPTS = Path.of("../../sql");

  private StatementCorpus() {}

  static List<String> read() throws IOException, ReflectiveOperationException {
    List<String> statements = new ArrayList<>(conformance());
    try (InputStream in = StatementCorpus.class.getResourceAsStream("/fuzz/product.sql")) {
      String text = new String(Objects.requireNonNull(in).readAllBytes(), StandardCharsets.UTF_8);
      statements.addAll(batches(text));
    }
    if (Files.isDirectory(SCRIPTS)) {
      try (Stream<Path> files = Files.list(SCRIPTS)) {
        for (Path file : files.filter(f -> f.toString().endsWith(".sql")).sorted().toList()) {
          statements.addAll(batches(Files.readString(file)));
        }
      }
    }
    return statements;
  }

  private static List<String> batches(String script) {
    return Stream.of(script.split("(?mi)^GO\\s*$")).filter(text -> !text.isBlank()).toList();
  }

  /** Every case of the conformance test, whose text is its statement. */
  private static List<String> conformance() throws ReflectiveOperationException {
    List<String> statements = new ArrayList<>();
    for (Method method : Class.forName("io.strandline.lab.ConformanceTest").getDeclaredMethods()) {
      if (method.getReturnType() == Stream.class
          && Modifier.isStatic(method.getModifiers())
          && method.getParameterCount() == 0
          && !method.isSynthetic()) {
        method.setAccessible(true);
        ((Stream<?>) method.invoke(null)).map(Object::toString).forEach(statements::add);
      }
    }
    statements.sort(null);
    return statements;
  }
}
