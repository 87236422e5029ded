package io.strandline.checks.tidy;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** The files of the checkout that the tests run in. */
public final class Repository {

  private Repository() {}

  /** The folder with the parent POM. */
  public static Path root() {
    Path folder = Path.of("").toAbsolutePath();
    while (!Files.exists(folder.resolve("Makefile"))) {
      folder = folder.getParent();
    }
    return folder;
  }

  /** The source files with an ending, build output and caches left out. */
  public static List<Path> files(String ending) {
    try (Stream<Path> tree = Files.walk(root())) {
      return tree.filter(Repository::isSource)
          .filter(file -> file.toString().endsWith(ending))
          .sorted()
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static boolean isSource(Path file) {
    for (Path part : root().relativize(file)) {
      String name = part.toString();
      if (name.equals("target") || name.equals(".git") || name.equals(".cache")) {
        return false;
      }
    }
    return Files.isRegularFile(file);
  }
}
